/** Lists every key and its action, from the tables that look the keys up. */
import { bindingsOf, type Binding } from "../keys.ts";
import { line, span, type Line } from "../line.ts";

const keyNames: Record<string, string> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  pageup: "PgUp",
  pagedown: "PgDn",
  home: "Home",
  end: "End",
  "ctrl-c": "Ctrl-C",
  "ctrl-b": "Ctrl-B",
  "ctrl-f": "Ctrl-F",
};
const inAscii: Record<string, string> = {
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
};

/** How a key is written: `↑`, `PgUp`, `a`. */
export function keyText(key: string, ascii: boolean): string {
  return (ascii ? inAscii[key] : undefined) ?? keyNames[key] ?? key;
}

/** `readonly`: without the keys that change something. */
export function helpLines(ascii: boolean, readonly: boolean): Line[] {
  const list = bindingsOf("list", readonly);
  const block = (title: string, keys: readonly Binding[]) => [
    line(span(` ${title}`, "bold")),
    ...keys.map((one) =>
      line(
        span(
          `   ${one.keys
            .map((key) => keyText(key, ascii))
            .join("  ")
            .padEnd(22)}`,
          "good",
        ),
        one.does,
      ),
    ),
    line(""),
  ];
  const inList = new Set(list.map(({ does }) => does));
  return [
    ...block("Keys", list),
    ...block(
      "In the details also",
      bindingsOf("details", readonly).filter(({ does }) => !inList.has(does)),
    ),
  ];
}
