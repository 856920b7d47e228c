/** Reads the parts of a condition on a JSON body that several tools write alike. Pure. */
import type { Comparison } from "../resource/check/body-condition.ts";

/** How a value is compared, by the operator. */
export const comparisonOf: Readonly<Record<string, Comparison>> = {
  "==": "equals",
  "!=": "differs",
  "<": "below",
  "<=": "at_most",
  ">": "above",
  ">=": "at_least",
  contains: "contains",
};

/** The JSON pointer of a path of names and positions, `user.list[0]`; null: it is more than a path. */
export function pointerOf(path: string): string | null {
  // A name goes on to its end: to try each way to split one takes twice as long with each of its characters.
  if (!/^(?:\.?[^.[\]()]+(?![^.[\]()])|\.?\[\d+\])*$/.test(path)) return null;
  return [...path.matchAll(/[^.[\]]+/g)]
    .map(([part]) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** `$.user.list[0]`, or the same without `$`, as a JSON pointer; null: it is more than a path. */
export function pointerOfQuery(query: string): string | null {
  const path = query.replace(/^\$\.?/, "");
  return /^(?:[\w-][\w.[\]-]*)?$/.test(path) ? pointerOf(path) : null;
}

/** A value as JSON has it: a number, a boolean, null, or a text. */
export function valueOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text.replace(/^(["'])(.*)\1$/, "$2");
}
