/**
 * Label matchers: `env=prod`, `host!=db-*`. The syntax of Alertmanager without its regular expressions: a
 * `*` stands for any text. A regular expression could keep the service busy for hours, and one that is
 * read differently would silence the wrong alert; so `=~` is rejected with a hint. Matching takes at most
 * time in proportion to value times pattern, and both are bounded. Pure.
 */

export interface Matcher {
  name: string;
  /** True for `=`, false for `!=`. */
  equal: boolean;
  /** The texts between the stars: one without a star. */
  parts: string[];
}

/** As long as the name and the value of a label can be, and some quotes. */
const maxLength = 1024;

/** Parses a matcher; or the fault in it, as the end of a sentence. */
export function parseMatcher(text: string): Matcher | string {
  if (text.length > maxLength) return `must not be longer than ${maxLength} characters`;
  const read = /^([^\s=!~"]+)\s*(=~|!~|!=|=)([^]*)$/.exec(text.trim());
  if (!read) return "must be a label, = or !=, and a value, such as env=prod or host!=db-*";
  const [, name, operator, rest] = read as unknown as [string, string, string, string];
  if (operator.endsWith("~"))
    return `must not use ${operator}: regular expressions are not offered; ${operator === "=~" ? "=" : "!="} takes * for any text, such as ${name}${operator === "=~" ? "=" : "!="}prod-*`;
  const value = unquoted(rest.trim());
  if (value === null)
    return 'has a quote that is not closed: write the value as it is, or as "value"';
  return { name, equal: operator === "=", parts: partsOf(value) };
}

/** True when the labels fit. A missing label is empty, as everywhere. */
export function matches(
  { name, equal, parts }: Matcher,
  labels: Readonly<Record<string, string>>,
): boolean {
  const value = Object.hasOwn(labels, name) ? labels[name]! : "";
  return fits(value, parts) === equal;
}

/** True for a matcher that fits alerts without its label, and so nearly all of them. */
export const matchesMissing = (matcher: Matcher): boolean => matches(matcher, {});

/** Without the quotes around it; null: one of them is missing. */
function unquoted(text: string): string | null {
  if (!text.startsWith('"')) return text;
  const inner = /^"((?:[^"\\]|\\[^])*)"$/.exec(text)?.[1];
  return inner === undefined ? null : inner.replaceAll('\\"', '"');
}

/** Split at the stars; `\*` is a star and `\\` a backslash. */
function partsOf(value: string): string[] {
  const parts = [""];
  for (const [piece] of value.matchAll(/\\[*\\]|[^]/gu)) {
    if (piece === "*") parts.push("");
    else
      parts[parts.length - 1] +=
        piece.length === 2 && piece.startsWith("\\") ? piece.slice(1) : piece;
  }
  return parts;
}

function fits(value: string, parts: readonly string[]): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return value === first;
  if (!value.startsWith(first)) return false;
  let at = first.length;
  // The leftmost match is sufficient: the later parts only need room.
  for (const part of others) {
    const position = value.indexOf(part, at);
    if (position < 0) return false;
    at = position + part.length;
  }
  return value.length - last.length >= at && value.endsWith(last);
}
