/** JSON values as queries see them. A number that came as a text, as `1.10` does, counts as one. Pure. */
import { isObject, type Fields } from "../../resource/part.ts";
import { QueryFault, type Run } from "./run.ts";

/** The member of an object; null: none. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : null;

/** Whether a condition holds: null, false, and empty values do not. */
export function holds(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== null && value !== false && value !== "";
}

/** The number, also of a text that is one; null: another value. */
export function numberIn(value: unknown): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" &&
    /^\s*-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?\s*$/.test(value)
    ? Number(value)
    : null;
}

/** Whether two values are the same; a number is the same as its text. */
export function same(a: unknown, b: unknown, run: Run): boolean {
  run.spend(1);
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, i) => same(one, b[i], run));
  if (isObject(a)) {
    if (!isObject(b)) return false;
    const names = namesIn(a, run);
    return (
      names.length === namesIn(b, run).length &&
      names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name], run))
    );
  }
  const number = typeof a === "number" || typeof b === "number" ? numberIn(a) : null;
  return number !== null && number === numberIn(b);
}

export function namesIn(value: Fields, run: Run): string[] {
  const names = Object.keys(value);
  run.spend(names.length);
  return names;
}

/** The text of a value that is one, a number, or true or false; null: another value. */
export const textIn = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : null;

/** The JSON of any value. */
export function jsonOf(value: unknown, run: Run): string {
  weigh(value, run);
  return JSON.stringify(value);
}

/** Pays for all of a value. */
function weigh(value: unknown, run: Run): void {
  if (typeof value === "string") run.spendText(value.length);
  else if (Array.isArray(value)) for (const one of value) weigh(one, run);
  else if (isObject(value)) for (const name of namesIn(value, run)) weigh(value[name], run);
  run.spend(1);
}

/** The kind of a value, as `type` answers it. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The fault of a function that was given another kind of value than it takes. */
export const unfit = (name: string, takes: string, value: unknown): QueryFault =>
  new QueryFault(`gives ${name}() ${nouns[kindOf(value)]} where it takes ${takes}`);

const nouns: Record<string, string> = {
  null: "null",
  array: "a list",
  object: "an object",
  string: "a text",
  number: "a number",
  boolean: "true or false",
};
