/** Reads values of unchecked configurations. Pure. */
import { isObject, type Fields } from "../resource/part.ts";

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** The entry of a table under a name of a configuration, which `constructor` may be, too. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The objects of a list, and members of other types as objects without members; none of anything else. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

/** The texts of a list, and of numbers in it; none of anything else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((one) => plainText(one) ?? []) : [];
}

/** A text, or a number or boolean as text; null of anything else and of an empty text. */
export function plainText(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** A number, or a text that is one; null of anything else. */
export function numberOf(value: unknown): number | null {
  const text = plainText(value);
  const number = text === null ? NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** True of true and 1, and of the texts that configurations have for them. */
export function isOn(value: unknown): boolean {
  return /^(?:true|yes|on|y|1)$/i.test(plainText(value) ?? "");
}

/** True of false and 0, and of the texts that configurations have for them; not of a value that is absent. */
export function isOff(value: unknown): boolean {
  return /^(?:false|no|off|n|0)$/i.test(plainText(value) ?? "");
}

const seconds: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
};

/** A duration of Go (`1h30m`, `500ms`) in seconds; null: it is none. */
export function secondsOf(value: unknown): number | null {
  const text = plainText(value)?.trim();
  if (text === undefined || !/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(text)) return null;
  return [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * seconds[unit!]!,
    0,
  );
}

/** A host as a URL has it. */
export function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/** The JSON of a text; undefined: it is none. */
export function jsonOf(value: unknown): unknown {
  try {
    return JSON.parse(plainText(value) ?? "") as unknown;
  } catch {
    return undefined;
  }
}

/** The name of a thing, or its URL, or another name. */
export const nameOf = (fields: Fields, otherwise: string): string =>
  plainText(fields["name"]) ?? plainText(fields["url"]) ?? otherwise;
