/** Turns untrusted texts into a title and a summary that a person can grasp at night. */
import { formatDuration } from "../core/text/duration.ts";
import type { Instant } from "../core/model/model.ts";
import { cleanText, cutText } from "../core/text/text.ts";
import { eventLimits, type Alert } from "./alert.ts";

/** They turn the reading direction, so that a text can pose as another one. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

/** Words of printable ASCII, one space between them: nearly all texts, and they stay as they are. */
const tidy = /^[!-~]+(?: [!-~]+)*$/;

/** Whether the text is short and tidy; long ones are not checked for that. */
const isTidy = (text: string, limit: number) =>
  text.length <= Math.min(limit, eventLimits.titleBytes) && tidy.test(text);

/** The part of a text that is read to show `limit` bytes of it: the rest can be megabytes, and some of it are spaces. */
const beginning = (text: string, limit: number) => cleanText(text.slice(0, 16 * limit));

/** On one line, without control characters, at most `limit` bytes. */
export function oneLine(text: string, limit: number): string {
  if (isTidy(text, limit)) return text;
  const line = beginning(text, limit)
    .replace(turns, "")
    .replace(/[\s\p{Cc}]+/gu, " ");
  return cutText(line.trim(), limit);
}

/** The same for a word that may be missing. */
export function word(text: string | null): string | null {
  return text === null ? null : oneLine(text, eventLimits.wordBytes) || null;
}

/** Its lines without control characters and empty lines, at most as long as a summary. */
function paragraph(text: string): string {
  if (isTidy(text, eventLimits.summaryBytes)) return text;
  const lines = beginning(text, eventLimits.summaryBytes)
    .replace(turns, "")
    .split(/[\n\r\u0085\u2028\u2029]+/)
    .map((line) => line.replace(/[\s\p{Cc}]+/gu, " ").trim())
    .filter((line) => line !== "");
  return cutText(lines.join("\n"), eventLimits.summaryBytes);
}

/** The title of an alert that has no name and no words. */
export const unnamed = "Alert without a name";

/** `name: place (state)`; the place is left out when the name says it already. */
export function alertTitle(
  name: string,
  place: string | null = null,
  state: string | null = null,
): string {
  const what = oneLine(name, 170) || unnamed;
  const where = place === null ? "" : oneLine(place, 60);
  return [
    what,
    where && !` ${what} `.includes(` ${where} `) ? `: ${where}` : "",
    state === null ? "" : ` (${state})`,
  ].join("");
}

/** Joins the parts as lines, without those that an earlier part contains or that equal the title. */
export function summaryOf(title: string, parts: (string | null)[]): string {
  const lines: string[] = [];
  for (const part of parts) {
    const text = part === null ? "" : paragraph(part);
    if (text !== "" && !lines.some((earlier) => earlier.includes(text))) lines.push(text);
  }
  const more = lines.filter((text) => text !== title);
  return cutText(more.join("\n"), eventLimits.summaryBytes) || title;
}

/** First line of a test's summary. */
export const onlyTest = "This is a test: nothing is wrong.";

/** When something happened that does not last. */
export function momentOf(at: Instant | null): string | null {
  return at === null ? null : `At ${minuteOf(at)}`;
}

/** When it began, or how long it lasted. */
export function timesOf(
  status: Alert["status"],
  since: Instant | null,
  ended: Instant | null,
): string | null {
  const began = since === null ? null : minuteOf(since);
  if (status !== "resolved") return began && `Since ${began}`;
  if (ended === null) return began && `Began ${began}`;
  return since === null || since > ended
    ? `Until ${minuteOf(ended)}`
    : `Lasted ${formatDuration(ended - since)}, until ${minuteOf(ended)}`;
}

/** The last answer: many alerts of one body began together, and a date takes longer than the rest of their words. */
let last = { minute: NaN, text: "" };

function minuteOf(at: Instant): string {
  const minute = Math.floor(at / 60_000);
  if (minute !== last.minute)
    last = { minute, text: `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC` };
  return last.text;
}
