/** Values that a form has as lines: pairs, and items of a list such as `name: nights, users: [Ada, Bo]`. Pure. */
import { parse, stringify } from "yaml";

/** One item per line; one with a short form may be that alone. */
export const itemLines = (items: readonly unknown[]): string =>
  items
    .map((item) => stringify(item, { collectionStyle: "flow", lineWidth: 0 }).trim())
    .map((text) => (/^\{[^]*\}$/.test(text) ? text.slice(1, -1).trim() : text))
    .join("\n");

/** Characters that are read as items: of a line, and of all. The library takes some 10 µs for each character of a wrong one. */
const most = { line: 1000, text: 64 * 1024 };

/** The items of these lines. A line that is none is its text, which the API refuses. */
export const itemsOf = (text: string): unknown[] =>
  linesOf(text).map((line) =>
    text.length > most.text || line.length > most.line ? line : readItem(line),
  );

function readItem(line: string): unknown {
  const item = /:\s/.test(line) ? `{${line}}` : line;
  try {
    // Errors and warnings are not shown; with an excerpt of the line each of them would read it again.
    return parse(item, { maxAliasCount: 0, prettyErrors: false, logLevel: "error" }) as unknown;
  } catch {
    return line;
  }
}

export const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** One `name: value` per line; null: none. A line without a colon becomes a name that is refused. */
export function pairsOf(text: string): Record<string, string> | null {
  const lines = linesOf(text);
  if (lines.length === 0) return null;
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return colon < 0 ? [line, ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Values that are not numbers stay as typed, for the API to refuse. */
export function numbersOf(
  pairs: Record<string, string> | null,
): Record<string, string | number> | null {
  if (pairs === null) return null;
  return Object.fromEntries(
    Object.entries(pairs).map(([name, text]) => [
      name,
      /^\d{1,15}$/.test(text) ? Number(text) : text,
    ]),
  );
}

/** The form after a button of an ordered list: `people.up.2`, `people.drop.0` or `people.add`. */
export function afterMove(form: URLSearchParams): URLSearchParams {
  const [name = "", verb, place] = (form.get("move") ?? "").split(".");
  const list = form.getAll(name);
  const at = Number(place);
  const added = form.get(`${name}.new`);
  if (verb === "add" && added) list.push(added);
  if (verb === "drop") list.splice(at, 1);
  const to = verb === "up" ? at - 1 : verb === "down" ? at + 1 : at;
  const moved = list[at];
  if (moved !== undefined && list[to] !== undefined) [list[at], list[to]] = [list[to], moved];
  const after = new URLSearchParams(form);
  for (const one of [name, `${name}.new`, "move"]) after.delete(one);
  for (const value of list) after.append(name, value);
  return after;
}
