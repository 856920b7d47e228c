/**
 * Takes an envelope of a Sentry SDK apart: lines of JSON headers, each before the payload of an item
 * (https://develop.sentry.dev/sdk/data-model/envelopes/).
 */
import { isObject, textOf, type Foreign } from "../members.ts";

export interface Envelope {
  /** Its own headers. */
  header: Foreign;
  items: { type: string; payload: Buffer }[];
  /** The mistake that its rest has, as a sentence; null: it is whole. SDKs write wrong lengths of recordings, for one. */
  mistake: string | null;
}

/** Real envelopes have a few. */
const mostItems = 1_000;
const newline = 0x0a;

/** The headers of an envelope, of which this is the beginning; null: they cannot be read. */
export const headerOf = (beginning: Buffer): Foreign | null => jsonOf(line(beginning, 0)[0]);

/** The envelope, or the mistake in it, as a sentence. */
export function readEnvelope(body: Buffer): Envelope | string {
  const [, afterFirst] = line(body, 0);
  const header = headerOf(body);
  if (header === null) return "The first line of the envelope is not a JSON object.";
  const items: Envelope["items"] = [];
  const until = (mistake: string): Envelope => ({ header, items, mistake });
  for (let at = afterFirst; at < body.length;) {
    if (body[at] === newline) {
      at++;
      continue;
    }
    const [head, begin] = line(body, at);
    const item = jsonOf(head);
    const type = item === null ? null : textOf(item["type"]);
    if (item === null || type === null)
      return until(
        `The header of item ${items.length + 1} of the envelope is not a JSON object with a type.`,
      );
    if (items.length === mostItems) return until(`The envelope has more than ${mostItems} items.`);
    const length = item["length"];
    if (length === undefined || length === null) {
      const [payload, end] = line(body, begin);
      items.push({ type, payload });
      at = end;
      continue;
    }
    if (typeof length !== "number" || !Number.isInteger(length) || length < 0)
      return until(
        `The length of item ${items.length + 1} of the envelope is not a number of bytes.`,
      );
    if (begin + length > body.length)
      return until(
        `Item ${items.length + 1} of the envelope is shorter than the ${length} bytes that its header says.`,
      );
    items.push({ type, payload: body.subarray(begin, begin + length) });
    at = begin + length;
  }
  return { header, items, mistake: null };
}

/** The line that begins at `at`, and the beginning of the next. */
function line(body: Buffer, at: number): [line: Buffer, next: number] {
  const end = body.indexOf(newline, at);
  return end < 0 ? [body.subarray(at), body.length] : [body.subarray(at, end), end + 1];
}

/** Headers are short. */
const longestHeader = 16 * 1024;

function jsonOf(bytes: Buffer): Foreign | null {
  if (bytes.length > longestHeader) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
