/** Converts assertions about an answer, as Checkly and UptimeRobot have them, into fields of a health check monitor. Pure. */
import { entryOf } from "../values.ts";
import { pointerOfQuery } from "../json-conditions.ts";
import type { Comparison } from "../../resource/check/body-condition.ts";
import type { Fields } from "../../resource/references.ts";

/** How values are compared, by the name in lower case. */
const comparisons: Readonly<Record<string, Comparison>> = {
  equals: "equals",
  not_equals: "differs",
  greater_than: "above",
  less_than: "below",
  contains: "contains",
  not_null: "exists",
  is_not_null: "exists",
  not_empty: "exists",
};

/** One expectation of a value in a JSON body. */
export interface JsonAssertion {
  /** A path, `$.status`. */
  property: string;
  comparison: string;
  target: unknown;
}

/** Adds the condition to `body_json`; false: it has no counterpart. */
export function addJson(fields: Fields, { property, comparison, target }: JsonAssertion): boolean {
  const name = comparison.toLowerCase();
  const pointer = pointerOfQuery(property.trim());
  const how = name === "has_key" ? "exists" : entryOf(comparisons, name);
  const value = typeof target === "object" ? null : target;
  const isNumber = value !== "" && !Number.isNaN(Number(value));
  if (pointer === null || how === undefined || (/^(?:above|below)$/.test(how) && !isNumber))
    return false;
  const list = (fields["body_json"] as Fields[] | undefined) ?? [];
  const entry =
    how === "exists"
      ? { pointer: name === "has_key" ? `${pointer}/${String(target)}` : pointer, comparison: how }
      : { pointer, comparison: how, value };
  fields["body_json"] = [...list, entry];
  return true;
}
