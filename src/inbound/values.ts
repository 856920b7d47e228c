/** The measured values of a Grafana alert as text: `B = 44.24, C = 1`. */
import { firstMembers, isObject, sortedNames, textOf, type Foreign } from "./members.ts";
import { word } from "./wording.ts";

const maxValues = 8;

/** The values of an alert, from `values`, or from the older `valueString`. */
export function measured(values: unknown, valueString: unknown): string | null {
  const named = isObject(values) ? namedValues(firstMembers(values)) : [];
  const texts = named.length > 0 ? named : parse(textOf(valueString) ?? "");
  return texts.length === 0 ? null : word(texts.slice(0, maxValues).join(", ") || null);
}

const namedValues = (byName: Foreign): string[] =>
  sortedNames(byName)
    .filter((name) => textOf(byName[name]) !== null)
    .map((name) => `${name} = ${rounded(byName[name])}`);

/** Rounds numbers to four significant digits; texts stay as they are. */
export function rounded(value: unknown): string {
  const text = textOf(value) ?? "";
  const number = Number(text);
  return text !== "" && Number.isFinite(number)
    ? String(Number(number.toPrecision(Math.abs(number) > 9999 ? 15 : 4)))
    : text;
}

/**
 * `[ var='B' metric='x' labels={a=b} value=22 ], […]` as `B = 22 {a=b}`. Labels may hold anything, brackets
 * included, so only the two ends of each part are trusted.
 */
function parse(text: string): string[] {
  if (text === "") return [];
  return ` ${text}`.split("], [").flatMap((part) => {
    const at = part.lastIndexOf(" value=");
    if (at === -1) return [];
    const value = rounded(part.slice(at + " value=".length).replace(/ \]$/, ""));
    const name = /^ (?:\[ )?(?:var|metric)='([^']*)'/.exec(part)?.[1];
    const from = part.indexOf(" labels={");
    const labels = from === -1 ? "" : part.slice(from + " labels=".length, at).trim();
    return [[name && `${name} =`, value, labels === "{}" ? "" : labels].filter(Boolean).join(" ")];
  });
}
