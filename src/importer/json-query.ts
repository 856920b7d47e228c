/** Makes a condition on a JSON body out of a JSON query of Uptime Kuma. Pure. */
import { textOf, type Fields } from "./values.ts";

const comparisons: Record<string, string> = {
  "==": "equals",
  "!=": "differs",
  ">": "above",
  ">=": "at_least",
  "<": "below",
  "<=": "at_most",
  contains: "contains",
};

/** `body_json` of a row; nothing, and a remark, when the query is more than a path. */
export function jsonFields(row: Fields, remarks: string[]): Fields {
  const query = (textOf(row["json_path"]) ?? "$").trim();
  const operator = textOf(row["json_path_operator"]) ?? "==";
  const pointer = pointerOf(query);
  const comparison = comparisons[operator];
  if (pointer === null || comparison === undefined) {
    remarks.push(`the JSON query ${query} ${operator} has no counterpart: write it as body_json`);
    return {};
  }
  const text = textOf(row["expected_value"]) ?? "";
  const value = text === "true" || text === "false" ? text === "true" : text;
  return { body_json: [{ pointer, comparison, value }] };
}

/** `$.user.list[0]`, or the same without `$`, as a JSON pointer; null: it is more than a path. */
function pointerOf(query: string): string | null {
  const path = query.replace(/^\$\.?/, "");
  if (path === "") return "";
  if (!/^[\w-]+(?:\.[\w-]+|\[\d+\])*$/.test(path)) return null;
  return [...path.matchAll(/[\w-]+/g)].map(([part]) => `/${part}`).join("");
}
