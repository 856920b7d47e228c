/** Reads members of an untrusted object. */
import type { Instant } from "../core/model/model.ts";
import { eventLimits } from "./alert.ts";
import { readInstant } from "../core/text/read-instant.ts";
import { isObject } from "../resource/part.ts";

export { isObject };

/** A JSON object from a sender. */
export type Foreign = Record<string, unknown>;

/** Tolerance for different clocks; an instant further in the future is wrong, ms. */
const clockTolerance = 5 * 60_000;
const endOfYear9999 = 253_402_300_799_999;

/** The most members of one object that are read: real ones have dozens, and a mebibyte can hold a hundred thousand. */
const membersRead = 1_000;

/** The object, or an empty one for any other value; a huge one is cut to its first members. */
export function objectOf(value: unknown): Foreign {
  return isObject(value) ? firstMembers(value) : {};
}

/** The same object, or when it is huge its first members and those of the `always` that it has. */
export function firstMembers(object: Foreign, always: readonly string[] = []): Foreign {
  const names = Object.keys(object);
  if (names.length <= membersRead) return object;
  const first = names.slice(0, membersRead);
  const wanted = always.filter((name) => Object.hasOwn(object, name));
  return Object.fromEntries([...first, ...wanted].map((name) => [name, object[name]]));
}

/** The names of the members, sorted: senders written in Go send them so. */
export function sortedNames(object: Foreign): string[] {
  const names = Object.keys(object);
  return names.every((name, i) => i === 0 || names[i - 1]! <= name) ? names : names.sort();
}

/** No tool gives a member a longer name, characters: a hostile one is as long as its body, and slow to change. */
const longestName = 200;

/** `hostName`, `host_name`, `Host-Name` and `HOSTNAME` are one name. */
export const plainName = (name: string): string =>
  // Most names are plain already.
  name.length > longestName || /^[a-z0-9]+$/.test(name)
    ? name
    : name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * The members by their plain names. If two share one, the last by name that has a text counts.
 */
export function plainMembers(object: Foreign): Foreign {
  const plain = new Map<string, unknown>();
  for (const key of sortedNames(object)) {
    const name = plainName(key);
    if (!plain.has(name) || textOf(object[key]) !== null) plain.set(name, object[key]);
  }
  return Object.fromEntries(plain);
}

/** The objects in a list, as far as it is read. */
export function objectsOf(value: unknown): Foreign[] {
  return listOf(value).slice(0, eventLimits.alerts).filter(isObject);
}

/** The list, or an empty one for any other value. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text, number or boolean as trimmed text; null: another value, or empty. */
export function textOf(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" ? value.trim() || null : null;
}

/** The first of the named members that has a text. */
export function firstText(from: Foreign, ...names: string[]): string | null {
  for (const name of names) {
    const text = Object.hasOwn(from, name) ? textOf(from[name]) : null;
    if (text !== null) return text;
  }
  return null;
}

/** The instant; null: not set, as Go's zero time (year 1) says it, or unreadable. */
export function instantOf(value: unknown): Instant | null {
  const instant = readInstant(value);
  return instant > 0 && instant <= endOfYear9999 ? instant : null;
}

/** The first that is set and does not lie in the future. */
export function firstPast(now: Instant, ...instants: (Instant | null)[]): Instant | null {
  const past = instants.find((at) => at !== null && at <= now + clockTolerance);
  return past === undefined || past === null ? null : Math.min(past, now);
}

/** True for a variable of a template that was not filled, as in the tests of some tools: `{EVENT.ID}`, `$ALERT_ID`, `*monitorID*`, `<no value>`. */
export const isVariable = (text: string | null): boolean =>
  text !== null &&
  /^(?:\{[A-Z][\w.$]*\}|\$[A-Z_]+|\*[a-z]+[A-Za-z]*\*|\{\{.*\}\}|\$\{.*\}|<no value>)$/.test(text);
