/** Reads the log messages in a Graylog body. Their text is untrusted: any log line can be in it. */
import { firstText, isObject, listOf } from "./members.ts";
import { oneLine } from "./wording.ts";
import { plural } from "../core/text/plural.ts";

const limits = { lines: 3, bytes: 300 };

/** The first few, a line each, and how many more exist. */
export function loggedLines(messages: unknown): string[] {
  const logged = listOf(messages)
    .filter(isObject)
    .flatMap((message) => {
      const text = firstText(message, "message");
      return text === null ? [] : [{ text, source: firstText(message, "source") }];
    });
  const lines = logged
    .slice(0, limits.lines)
    .map(({ text, source }) => oneLine(`${source ?? "log"}: ${text}`, limits.bytes));
  const more = logged.length - lines.length;
  if (more > 0) lines.push(plural(more, "more message"));
  return lines;
}
