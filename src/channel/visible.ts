/** Makes any text safe to show on a phone. Pure. */
import { cleanText } from "../core/text/text.ts";

/** Control characters and those that turn the direction of text around; line breaks stay. */
const invisible = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Text as a phone can show it: one kind of line break, no characters that hide it or reverse its direction. */
export function visible(text: string): string {
  return cleanText(text).replace(/\r\n?/g, "\n").replace(invisible, " ");
}
