/**
 * The keys: for each thing that can be on the screen a table of what a key does. The help and the line at
 * the bottom are made of it. No single key ends or deletes anything; resolving asks first.
 */
import * as act from "./actions.ts";
import type { Action } from "./actions.ts";
import type { State } from "./state.ts";

export interface Binding {
  keys: readonly string[];
  /** What it does, as the help says it. */
  does: string;
  /** For the line at the bottom; absent: it is not there. */
  short?: string;
  action: Action;
}

export type Mode = "list" | "details" | "filter" | "note" | "confirm" | "help";

const answer: Binding[] = [
  {
    keys: ["a"],
    does: "acknowledge the incident",
    short: "ack",
    action: act.acknowledge,
  },
  {
    keys: ["n"],
    does: "write a note into its timeline",
    short: "note",
    action: act.note,
  },
];
const operate: Binding[] = [
  {
    keys: ["p"],
    does: "pause the monitor, or resume it",
    short: "pause",
    action: act.pauseOrResume,
  },
  {
    keys: ["r"],
    does: "run its check now",
    short: "check",
    action: act.check,
  },
  {
    keys: ["R"],
    does: "resolve the incident (asks first)",
    short: "resolve",
    action: act.resolve,
  },
];
const always: Binding[] = [
  { keys: ["?"], does: "list the keys", short: "help", action: act.help },
  { keys: ["q", "ctrl-c"], does: "quit", short: "quit", action: act.quit },
];

export const bindings: Record<Mode, readonly Binding[]> = {
  list: [
    { keys: ["up", "k"], does: "up", action: act.move(-1) },
    { keys: ["down", "j"], does: "down", action: act.move(1) },
    { keys: ["pageup", "ctrl-b"], does: "a page up", action: act.page(-1) },
    {
      keys: ["pagedown", "space", "ctrl-f"],
      does: "a page down",
      action: act.page(1),
    },
    { keys: ["home", "g"], does: "to the first", action: act.toFirst },
    { keys: ["end", "G"], does: "to the last", action: act.toLast },
    {
      keys: ["enter"],
      does: "show the details",
      short: "details",
      action: act.open,
    },
    ...answer,
    {
      keys: ["/"],
      does: "filter: words, !word for those without",
      short: "filter",
      action: act.filter,
    },
    ...operate,
    { keys: ["escape"], does: "end the filter", action: act.clearFilter },
    ...always,
  ],
  details: [
    {
      keys: ["escape", "enter"],
      does: "back to the list",
      short: "back",
      action: act.close,
    },
    { keys: ["up", "k"], does: "scroll up", action: act.scroll(-1) },
    { keys: ["down", "j"], does: "scroll down", action: act.scroll(1) },
    {
      keys: ["pageup", "ctrl-b"],
      does: "a page up",
      action: act.scrollPage(-1),
    },
    {
      keys: ["pagedown", "space", "ctrl-f"],
      does: "a page down",
      action: act.scrollPage(1),
    },
    { keys: ["left", "h"], does: "the one before", action: act.neighbour(-1) },
    {
      keys: ["right", "l"],
      does: "the next one",
      short: "next",
      action: act.neighbour(1),
    },
    ...answer,
    ...operate,
    { keys: ["/"], does: "filter the list", action: act.filter },
    ...always,
  ],
  filter: [
    {
      keys: ["enter"],
      does: "keep the filter",
      short: "keep",
      action: act.submit,
    },
    {
      keys: ["escape"],
      does: "as it was before",
      short: "as before",
      action: act.cancel,
    },
    { keys: ["up"], does: "up", action: act.move(-1) },
    { keys: ["down"], does: "down", action: act.move(1) },
    { keys: ["backspace"], does: "erase a letter", action: act.erase },
    { keys: ["ctrl-u"], does: "erase all", action: act.eraseAll },
    { keys: ["ctrl-c"], does: "quit", action: act.quit },
  ],
  note: [
    {
      keys: ["enter"],
      does: "write it",
      short: "write it",
      action: act.submit,
    },
    {
      keys: ["escape"],
      does: "write nothing",
      short: "write nothing",
      action: act.cancel,
    },
    { keys: ["backspace"], does: "erase a letter", action: act.erase },
    { keys: ["ctrl-u"], does: "erase all", action: act.eraseAll },
    { keys: ["ctrl-c"], does: "quit", action: act.quit },
  ],
  confirm: [
    {
      keys: ["y"],
      does: "resolve it",
      short: "resolve it",
      action: act.resolveNow,
    },
    {
      keys: ["n", "escape", "enter", "q"],
      does: "leave it",
      short: "leave it",
      action: act.cancel,
    },
    { keys: ["ctrl-c"], does: "quit", action: act.quit },
  ],
  help: [
    {
      keys: ["escape", "?", "enter", "q"],
      does: "back",
      short: "back",
      action: act.cancel,
    },
    { keys: ["up", "k"], does: "scroll up", action: act.scrollHelp(-1) },
    {
      keys: ["down", "j"],
      does: "scroll down",
      short: "scroll",
      action: act.scrollHelp(1),
    },
    { keys: ["ctrl-c"], does: "quit", action: act.quit },
  ],
};

/** What the keys are for now. */
export function modeOf(state: State): Mode {
  return state.prompt?.kind ?? (state.details ? "details" : "list");
}

/** The action of a key; null: it has none there. Where something is typed, letters are typed. */
export function actionOf(mode: Mode, key: string): Action | null {
  const bound = bindings[mode].find(({ keys }) => keys.includes(key));
  if (bound) return bound.action;
  if (mode !== "filter" && mode !== "note") return null;
  if (key === "space") return act.type(" ");
  return isNamed(key) ? null : act.type(key);
}

/** Keys that are no letters, as `screen.ts` names them. */
const named = new Set([
  "up",
  "down",
  "left",
  "right",
  "pageup",
  "pagedown",
  "home",
  "end",
  "enter",
  "escape",
  "tab",
  "backspace",
  "delete",
  "space",
]);

function isNamed(key: string): boolean {
  return named.has(key) || /^(ctrl|alt)-./.test(key);
}
