/** Prints values for programs: JSON and YAML, exactly as the API has them. `print` prints lists. */
import type { Call } from "../program/call.ts";

/** True if the command was called with `-o json`. */
export const wantsJson = ({ options }: Pick<Call, "options">): boolean => options.output === "json";

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The value as one document of `format`; null: it is a format for people. */
export async function structured(
  value: unknown,
  format: string | undefined,
): Promise<string | null> {
  if (format === "json") return jsonText(value);
  // Loaded on demand: it costs more than all the rest of a command.
  if (format === "yaml") return (await import("yaml")).stringify(value);
  return null;
}

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
