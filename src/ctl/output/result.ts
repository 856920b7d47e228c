/** Prints the single result of a command as JSON or as text. `print` does the same for lists. */
import type { Call } from "../program/call.ts";

/** True if the command was called with `-o json`. */
export const wantsJson = ({ options }: Pick<Call, "options">): boolean => options.output === "json";

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Prints `value` if JSON is wanted; false: it is not, and nothing was printed. */
export function printedAsJson(call: Pick<Call, "io" | "options">, value: unknown): boolean {
  if (!wantsJson(call)) return false;
  call.io.stdout.write(jsonText(value));
  return true;
}

/** Prints `value` if JSON is wanted, else `text`. */
export function printResult(
  call: Pick<Call, "io" | "options">,
  value: unknown,
  text: () => string,
): void {
  if (!printedAsJson(call, value)) call.io.stdout.write(text());
}
