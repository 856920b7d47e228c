/** Text from anywhere, made fit to be shown on a phone. Pure. */
import { cleanText } from "../core/text/text.ts";

/** Control characters and those that turn the direction of text around; line breaks stay. */
const invisible = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Text as a phone can show it: one kind of line break, nothing that hides or turns it around. */
export function visible(text: string): string {
  return cleanText(text).replace(/\r\n?/g, "\n").replace(invisible, " ");
}
