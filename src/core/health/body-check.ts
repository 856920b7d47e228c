/**
 * Judges the body of an answer by `body_contains`, `body_lacks` and `body_json`. Pure. A body that was cut off is never
 * judged by its unread rest: the sub-check names the limit instead.
 */
import type { BodyCondition } from "../../resource/check/body-condition.ts";
import type { HealthCheckMonitor } from "../model/model.ts";
import { cleanText } from "../text/text.ts";
import { isNumber } from "./expectations.ts";
import { ownCheck, quoted, type OwnCheck } from "./own-check.ts";

type Expected = Pick<HealthCheckMonitor, "body_contains" | "body_lacks" | "body_json">;

/** Faults that a sentence names; the rest are counted. */
const named = 3;

/** Whether anything is expected of the body. */
export const asksForBody = ({ body_contains, body_lacks, body_json }: Partial<Expected>): boolean =>
  typeof (body_contains ?? body_lacks) === "string" || (body_json ?? []).length > 0;

/** The sub-check of a body. `cut`: the body goes on after `body`. */
export function bodyCheck(expected: Expected, body: string, cut: boolean): OwnCheck {
  const faults = [...textFaults(expected, body, cut), ...jsonFaults(expected, body, cut)];
  if (faults.length > 0) {
    const more = faults.length > named ? [`and ${faults.length - named} more`] : [];
    return ownCheck("body", "failed", {
      notification_message: cleanText([...faults.slice(0, named), ...more].join("; ")),
    });
  }
  return cut && expected.body_lacks !== null
    ? ownCheck("body", "warning", {
        notification_message: `Only the first 1 MiB of the body was searched for ${quoted(expected.body_lacks)}`,
      })
    : ownCheck("body", "ok", {});
}

function textFaults({ body_contains, body_lacks }: Expected, body: string, cut: boolean): string[] {
  const faults: string[] = [];
  if (body_contains !== null && !body.includes(body_contains))
    faults.push(
      `${cut ? "The first 1 MiB of the body" : "The body"} lacks ${quoted(body_contains)}`,
    );
  if (body_lacks !== null && body.includes(body_lacks))
    faults.push(`The body contains ${quoted(body_lacks)}`);
  return faults;
}

function jsonFaults({ body_json }: Expected, body: string, cut: boolean): string[] {
  if (body_json.length === 0) return [];
  if (cut) return ["The body is longer than 1 MiB and is not read as JSON"];
  let root: unknown;
  try {
    root = body_json.some(({ value }) => isLong(value)) ? parsedExactly(body) : JSON.parse(body);
  } catch {
    return [body.trim() === "" ? "The body is empty, not JSON" : "The body is not JSON"];
  }
  return body_json.map((condition) => faultOf(condition, root)).filter((text) => text !== null);
}

/** The fault of one condition; null: it holds. */
function faultOf({ pointer, comparison, value }: BodyCondition, root: unknown): string | null {
  const subject = pointer === "" ? "The body" : cutPointer(pointer);
  const actual = at(root, pointer);
  if (actual === undefined) return `${subject} is missing`;
  const is = `${subject} is ${shown(actual)}`;
  switch (comparison) {
    case "exists":
      return null;
    case "equals":
      return isSame(actual, value) ? null : `${is}, expected ${shown(value)}`;
    case "differs":
      return isSame(actual, value) ? `${is}, expected another value` : null;
    case "contains":
      return contains(actual, value, subject, is);
    default:
      if (!isNumber(actual)) return `${is}, which does not compare with numbers`;
      return compares[comparison](Number(actual), Number(value))
        ? null
        : `${is}, expected ${words[comparison]} ${Number(value)}`;
  }
}

type Order = "above" | "below" | "at_least" | "at_most";

const compares: Record<Order, (actual: number, limit: number) => boolean> = {
  above: (actual, limit) => actual > limit,
  below: (actual, limit) => actual < limit,
  at_least: (actual, limit) => actual >= limit,
  at_most: (actual, limit) => actual <= limit,
};

const words: Record<Order, string> = {
  above: "above",
  below: "below",
  at_least: "at least",
  at_most: "at most",
};

function contains(actual: unknown, value: unknown, subject: string, is: string): string | null {
  if (Array.isArray(actual))
    return actual.some((entry) => isSame(entry, value)) ? null : `${subject} lacks ${shown(value)}`;
  if (typeof actual !== "string") return `${is}, which has no parts to look for`;
  return actual.includes(String(value)) ? null : `${subject} lacks ${shown(value)}`;
}

/** A whole number of more digits than JavaScript calculates with, written as a text: an id, such as those of Discord. */
const isLong = (value: unknown): value is string =>
  typeof value === "string" && /^-?\d{16,}$/.test(value);

/** The value of a JSON text, with such numbers as texts: two that differ in their last digit are one number else. */
const parsedExactly = (body: string): unknown =>
  JSON.parse(body, (_, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && isLong(context?.source) ? context.source : value,
  );

/** Equal scalars; a number and a text that is one are equal, because variables of manifests are texts. */
function isSame(actual: unknown, value: unknown): boolean {
  if (isLong(actual) && isLong(value)) return actual === value;
  const asNumbers =
    (typeof actual === "number" || typeof value === "number") &&
    isNumber(actual) &&
    isNumber(value);
  return asNumbers ? Number(actual) === Number(value) : actual === value;
}

/** The value at a JSON pointer, where `length` of a list is the number of its entries; undefined: none. */
function at(root: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, part) => {
      if (typeof value !== "object" || value === null) return undefined;
      if (Array.isArray(value) && part === "length") return value.length;
      if (Array.isArray(value) && !/^(?:0|[1-9]\d{0,8})$/.test(part)) return undefined;
      return Object.hasOwn(value, part) ? (value as Record<string, unknown>)[part] : undefined;
    }, root);
}

/** A value in a sentence; the contents of lists and objects are not shown. */
function shown(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

const cutPointer = (pointer: string) =>
  pointer.length > 100 ? `${pointer.slice(0, 100).toWellFormed()}…` : pointer;
