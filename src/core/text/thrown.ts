/** An exception as a line for people and for the log. Pure. */
import { cleanText, cutText } from "./text.ts";

/** `TypeError: x is not a function`, at most 200 bytes. Only its message: a stack names paths. */
export function thrownText(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const line = cleanText(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return cutText(line, 200);
}

/** The reason of a check whose answer could not be read, because something was thrown. */
export const unreadable = (thrown: unknown): string =>
  `monitord could not read the answer: ${thrownText(thrown)}`;
