/** Converts a JSON query of Uptime Kuma into a condition on a JSON body. Pure. */
import { comparisonOf, pointerOfQuery } from "../json-conditions.ts";
import { entryOf, plainText } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** `body_json` of a row; empty, with a remark, when the query is more than a path. */
export function jsonFields(row: Fields, remarks: string[]): Fields {
  const query = (plainText(row["json_path"]) ?? "$").trim();
  const operator = plainText(row["json_path_operator"]) ?? "==";
  const counted = /^\$count\(\s*(.*?)\s*\)$/.exec(query)?.[1];
  const part = pointerOfQuery(counted ?? query);
  const pointer = part !== null && counted !== undefined ? `${part}/length` : part;
  const comparison = entryOf(comparisonOf, operator);
  if (pointer === null || comparison === undefined) {
    remarks.push(`the JSON query ${query} ${operator} has no counterpart: write it as body_json`);
    return {};
  }
  const text = plainText(row["expected_value"]) ?? "";
  const value = text === "true" || text === "false" ? text === "true" : text;
  return { body_json: [{ pointer, comparison, value }] };
}
