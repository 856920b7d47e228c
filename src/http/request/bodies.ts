/**
 * Sanitizes request bodies: JSON of bounded depth, text without U+0000 and lone surrogates, no keys with
 * a meaning in JavaScript. The result is the same for every store.
 */
import { limits } from "../../api/schema.ts";
import { deeperThan, exceeded } from "../../core/text/json-text.ts";
import { cleanText } from "../../core/text/text.ts";
import { Problem } from "../answer/problem.ts";
import { nextTurn } from "../turns.ts";

/** `application/json`, `application/cloudevents+json`, …, or an empty type. */
export function isJsonType(contentType: string | undefined): boolean {
  return (
    contentType === undefined ||
    contentType === "" ||
    /^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)
  );
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The text of a body in UTF-8, the one encoding that JSON has; throws a `malformed` problem for another: with
 * characters in place of those that cannot be read, a title would be stored that was never sent.
 */
export function utf8Text(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new Problem("malformed", "The body is not text in UTF-8, the encoding of JSON.");
  }
}

/** Parses JSON text of some hundred kilobytes; throws a `malformed` problem that names the mistake. */
export function parseJson(text: string): unknown {
  if (deeperThan(text, limits.depth)) throw tooDeep();
  const value = valueOf(text);
  return isUnclean(text) ? clean(value) : value;
}

/**
 * The same for a text of up to megabytes, with turns for others in between. Text is read at 100 MB a second and more. To
 * make values takes long: more than `values` are refused. `prepare` changes the text before it is parsed.
 */
export async function parseLargeJson(
  text: string,
  values: number,
  prepare = (whole: string): string => whole,
): Promise<unknown> {
  if (text.length <= limits.body) return parseJson(prepare(text));
  // Text that cannot be JSON is refused at its beginning, not walked for each of the questions below.
  if (!beginsAsJson(text)) valueOf(text);
  const { depth, names, digits } = limits;
  const over = exceeded(text, { depth, values, names, digits });
  if (over === "depth") throw tooDeep();
  if (over === "values") throw new Problem("too-large", `The JSON has more than ${values} values.`);
  if (over === "names")
    throw new Problem("too-large", `The JSON has more than ${names} different names.`);
  if (over === "digits")
    throw new Problem("too-large", `A number in the JSON has more than ${digits} digits.`);
  await nextTurn();
  const prepared = prepare(text);
  await nextTurn();
  const value = valueOf(prepared);
  await nextTurn();
  return isUnclean(text) ? clean(value) : value;
}

/** True for a text whose first character, blanks aside, can begin JSON. */
export const beginsAsJson = (text: string): boolean => /^[ \t\r\n]*[[{"\dtfn-]/.test(text);

const tooDeep = (): Problem =>
  new Problem("malformed", `The JSON nests deeper than ${limits.depth} levels.`);

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem(
      "malformed",
      text.trim() === ""
        ? "The body is empty; JSON was expected."
        : `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** U+0000 and lone surrogates can only come in as escapes: in UTF-8 itself neither can be written. */
const isUnclean = (text: string): boolean =>
  text.includes("\\u") && /\\u(0000|d[89a-f])/i.test(text);

function clean(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, v]) => [cleanText(name), clean(v)]),
    );
  return value;
}
