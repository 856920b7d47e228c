/** Translates the input of a terminal into the names that the tables of keys use. */
import type { Key } from "ink";

const segmenter = new Intl.Segmenter();

const named: [keyof Key, string][] = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageup"],
  ["pageDown", "pagedown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  // Many terminals send this for the key above Return.
  ["delete", "backspace"],
];
const characters: Record<string, string> = {
  " ": "space",
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\b": "backspace",
  "\u007f": "backspace",
  "\u001b": "escape",
};

/** The keys in one input: fast typing sends several at once. */
export function keysOf(input: string, key: Key): string[] {
  const found = named.find(([name]) => key[name] === true);
  if (found) return [found[1]];
  if (input === "") return [];
  if (key.ctrl) return [`ctrl-${input}`];
  if (key.meta) return [`alt-${input}`];
  return Array.from(
    segmenter.segment(input.replaceAll("\r\n", "\r")),
    ({ segment }) => characters[segment] ?? segment,
  );
}
