/**
 * Calculates the identity of an alert, by which two events concern the same problem. Uses only parts that
 * stay the same while a problem lasts: the sender's own fingerprint, else the labels, else the words.
 * Times, values, links and names of receivers are never part of it.
 */
import { hash as digestOf } from "node:crypto";
import { cleanText, longerThan } from "../../core/text/text.ts";
import { eventLimits } from "../alert.ts";
import { firstMembers, isObject, sortedNames, textOf, type Foreign } from "../members.ts";
import { oneLine } from "../wording.ts";

/** Deeper nesting is not read: no sender uses it, and walking it could exhaust the stack. */
const deepest = 64;

/** Items of one list that count: no sender writes more, and a mebibyte can hold half a million. */
const itemsRead = 1_000;

/**
 * The identity of an alert that brings a fingerprint, or labels, or at least words. `things`: those that it names beside
 * its labels.
 */
export function identityOf(
  fingerprint: unknown,
  labels: Foreign,
  words: (string | null)[],
  things: readonly string[] = [],
): string {
  const sent = textOf(fingerprint);
  if (sent !== null) return fitting(sent);
  const named = Object.entries(labels).filter(([, value]) => value !== null);
  if (named.length > 0) {
    const all = Object.fromEntries(named);
    return `labels:${hash(canonical(things.length === 0 ? all : [all, things]))}`;
  }
  const parts = words.filter((text) => text !== null);
  return parts.length > 0 ? `text:${hash(canonical(parts))}` : "unnamed";
}

/** The text, or its hash if it is too long or not clean on one line. */
export function fitting(text: string): string {
  return longerThan(text, eventLimits.identityBytes) ||
    oneLine(text, eventLimits.identityBytes) !== text
    ? `text:${hash(text)}`
    : text;
}

/** The identity of a body without an id. */
export function identityOfBody(body: unknown): string {
  return `body:${hash(canonical(body))}`;
}

/** Clean JSON with sorted members. */
export function canonical(value: unknown, depth = 0): string {
  if (depth > deepest) return '"…"';
  if (Array.isArray(value))
    return `[${value
      .slice(0, itemsRead)
      .map((item) => canonical(item, depth + 1))
      .join(",")}]`;
  if (typeof value === "string") return JSON.stringify(cleanText(value));
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const members = sortedNames(firstMembers(value)).map(
    (name) => `${JSON.stringify(cleanText(name))}:${canonical(value[name], depth + 1)}`,
  );
  return `{${members.join(",")}}`;
}

function hash(text: string): string {
  return digestOf("sha256", text, "hex").slice(0, 32);
}
