/**
 * Prints values for programs: JSON and YAML, exactly as the API has them. `print` prints lists. Characters
 * that a terminal would obey (control characters, changes of direction) are escaped, which both formats
 * allow: a title cannot move the cursor.
 */
import { doneLine } from "../output/style.ts";
import type { Call } from "./call.ts";
import { exitCodes } from "./exit.ts";
import { isObject } from "../../resource/part.ts";

/** True if the command was called with `-o json`. */
export const wantsJson = ({ options }: Pick<Call, "options">): boolean => options.output === "json";

/** The version of the documents that monitorctl makes; resources and lists are those of the API. */
export const documentSchema = "monitorctl/v1";

/** A document of monitorctl with its version. A resource gets none, so that it can be sent back as it was printed. */
export const documented = <T extends object>(value: T) => ({ schema: documentSchema, ...value });

export const jsonText = (value: unknown): string => `${jsonLine(value, 2)}\n`;

/** The JSON of a value; `indent`: spaces for each level, 0: on one line. */
export const jsonLine = (value: unknown, indent = 0): string =>
  escaped(JSON.stringify(value, null, indent));

/** C1 control characters, line separators, and the characters that change the direction of text. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (text: string) =>
  text.replace(obeyed, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A YAML document; texts with such characters are double-quoted, the style that has escapes. */
async function yamlText(value: unknown): Promise<string> {
  // Loaded on demand: it costs more than all the rest of a command.
  const { Document, Scalar, visit } = await import("yaml");
  const document = new Document(value);
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && node.value.search(obeyed) >= 0)
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escaped(document.toString());
}

/** The value as one document of `format`; null: it is a format for people. */
export async function structured(
  value: unknown,
  format: string | undefined,
): Promise<string | null> {
  if (format === "json") return jsonText(value);
  if (format === "yaml") return yamlText(value);
  return null;
}

/** Prints `value` if JSON is wanted; false: it is not wanted, and was not printed. */
export function printedAsJson(call: Pick<Call, "io" | "options">, value: unknown): boolean {
  if (!wantsJson(call)) return false;
  call.io.stdout.write(jsonText(isObject(value) ? documented(value) : value));
  return true;
}

/** Prints `value` if JSON is wanted, else the line `✓ text`. The exit code is that of success. */
export function done(call: Pick<Call, "io" | "options" | "style">, value: unknown, text: string) {
  printResult(call, value, () => doneLine(call.style, text));
  return exitCodes.done;
}

/** Prints `value` if JSON is wanted, else `text`. */
export function printResult(
  call: Pick<Call, "io" | "options">,
  value: unknown,
  text: () => string,
): void {
  if (!printedAsJson(call, value)) call.io.stdout.write(text());
}
