/**
 * Defines the keys: a table of keys and actions for each mode of the screen. The help and the line at the
 * bottom are made from it. No single key ends or deletes anything; resolving and pausing ask first.
 */
import * as answers from "./answers.ts";
import * as moves from "./moves.ts";
import { forEach, mark, severalNow } from "./several.ts";
import type { State } from "./state.ts";
import { only, saying, type Action } from "./step.ts";

export interface Binding {
  keys: readonly string[];
  /** Its action, in the words of the help. */
  does: string;
  /** For the line at the bottom; absent: it is not there. */
  short?: string;
  /** It changes something on the server, or marks what a key would change. */
  changes?: true;
  action: Action;
}

export type Mode = "list" | "details" | NonNullable<State["prompt"]>["kind"];

const answer: Binding[] = [
  {
    keys: ["a"],
    does: "acknowledge the incident",
    short: "ack",
    changes: true,
    action: forEach(answers.acknowledge),
  },
  {
    keys: ["u"],
    does: "undo the last key, or give it back",
    changes: true,
    action: answers.undo,
  },
  {
    keys: ["n"],
    does: "write a note into its timeline",
    short: "note",
    changes: true,
    action: answers.note,
  },
];
const operate: Binding[] = [
  {
    keys: ["s"],
    does: "silence it for an hour, or end its silence (asks first)",
    short: "silence",
    changes: true,
    action: forEach(answers.silence, answers.endSilence),
  },
  {
    keys: ["p"],
    does: "pause the monitor (asks for how long), or resume it",
    short: "pause",
    changes: true,
    action: forEach(answers.pauseOrResume, answers.pauseNow),
  },
  {
    keys: ["r"],
    does: "run its check now",
    short: "check",
    changes: true,
    action: forEach(answers.check),
  },
  {
    keys: ["R"],
    does: "resolve the incident (asks first)",
    short: "resolve",
    changes: true,
    action: forEach(answers.resolve, answers.resolveNow),
  },
];
const elsewhere: Binding = {
  keys: ["e"],
  does: "open its page in the browser",
  action: answers.browse,
};
/** A question: `y` does it; the other keys leave it. */
const question = (yes: string, no: string, action: Action): Binding[] => [
  { keys: ["y"], does: yes, short: yes, action },
  { keys: ["n", "escape", "enter", "q"], does: no, short: no, action: answers.cancel },
  { keys: ["ctrl-c"], does: "quit", action: answers.quit },
];
const always: Binding[] = [
  { keys: ["?"], does: "list the keys", short: "help", action: answers.help },
  { keys: ["q", "ctrl-c"], does: "quit", short: "quit", action: answers.quit },
];

export const bindings: Record<Mode, readonly Binding[]> = {
  list: [
    { keys: ["up", "k"], does: "up", action: moves.move(-1) },
    { keys: ["down", "j"], does: "down", action: moves.move(1) },
    { keys: ["pageup", "ctrl-b"], does: "a page up", action: moves.page(-1) },
    {
      keys: ["pagedown", "ctrl-f"],
      does: "a page down",
      action: moves.page(1),
    },
    { keys: ["home", "g"], does: "to the first", action: moves.toFirst },
    { keys: ["end", "G"], does: "to the last", action: moves.toLast },
    {
      keys: ["enter"],
      does: "details; of a group: fold, unfold",
      short: "details",
      action: (state) => (state.cursor?.kind === "group" ? moves.fold : moves.open)(state),
    },
    ...answer,
    {
      keys: ["/"],
      does: "filter: words, !word for those without",
      short: "filter",
      action: answers.filter,
    },
    ...operate,
    {
      keys: ["space"],
      does: "mark it: the next key is for all that are marked",
      changes: true,
      action: mark,
    },
    { keys: ["o"], does: "order the monitors otherwise", action: moves.sort },
    { keys: ["t"], does: "put the monitors together by group, or apart", action: moves.group },
    elsewhere,
    { keys: ["escape"], does: "take the marks away, or the filter", action: answers.clear },
    ...always,
  ],
  details: [
    {
      keys: ["escape", "enter"],
      does: "back to the list",
      short: "back",
      action: moves.close,
    },
    { keys: ["up", "k"], does: "scroll up", action: moves.scroll(-1) },
    { keys: ["down", "j"], does: "scroll down", action: moves.scroll(1) },
    {
      keys: ["pageup", "ctrl-b"],
      does: "a page up",
      action: moves.scrollPage(-1),
    },
    {
      keys: ["pagedown", "space", "ctrl-f"],
      does: "a page down",
      action: moves.scrollPage(1),
    },
    {
      keys: ["left", "h"],
      does: "the one before",
      action: moves.neighbour(-1),
    },
    {
      keys: ["right", "l"],
      does: "the next one",
      short: "next",
      action: moves.neighbour(1),
    },
    ...answer,
    ...operate,
    elsewhere,
    { keys: ["/"], does: "filter the list", action: answers.filter },
    ...always,
  ],
  filter: [
    {
      keys: ["enter"],
      does: "keep the filter",
      short: "keep",
      action: answers.submit,
    },
    {
      keys: ["escape"],
      does: "cancel, keep the previous filter",
      short: "cancel",
      action: answers.cancel,
    },
    { keys: ["up"], does: "up", action: moves.move(-1) },
    { keys: ["down"], does: "down", action: moves.move(1) },
    { keys: ["backspace"], does: "erase a letter", action: answers.erase },
    { keys: ["ctrl-u"], does: "erase all", action: answers.eraseAll },
    { keys: ["ctrl-c"], does: "quit", action: answers.quit },
  ],
  note: [
    {
      keys: ["enter"],
      does: "write it",
      short: "write it",
      action: answers.submit,
    },
    {
      keys: ["escape"],
      does: "cancel",
      short: "cancel",
      action: answers.cancel,
    },
    { keys: ["backspace"], does: "erase a letter", action: answers.erase },
    { keys: ["ctrl-u"], does: "erase all", action: answers.eraseAll },
    { keys: ["ctrl-c"], does: "quit", action: answers.quit },
  ],
  confirm: question("resolve it", "leave it", answers.resolveNow),
  end: question("end the silence", "keep it silenced", answers.endSilence),
  pause: [
    { keys: ["h"], does: "pause it for an hour", short: "1 hour", action: answers.pauseForAnHour },
    ...question("until resumed", "leave it", answers.pauseNow),
  ],
  several: question("yes", "no", severalNow),
  help: [
    {
      keys: ["escape", "?", "enter", "q"],
      does: "back",
      short: "back",
      action: answers.cancel,
    },
    { keys: ["up", "k"], does: "scroll up", action: answers.scrollHelp(-1) },
    {
      keys: ["down", "j"],
      does: "scroll down",
      short: "scroll",
      action: answers.scrollHelp(1),
    },
    { keys: ["ctrl-c"], does: "quit", action: answers.quit },
  ],
};

/** The current mode, which selects the table of keys. */
export function modeOf(state: State): Mode {
  return state.prompt?.kind ?? (state.details ? "details" : "list");
}

/** The keys of a mode; on a read-only screen without those that change something. */
export const bindingsOf = (mode: Mode, readonly: boolean): readonly Binding[] =>
  bindings[mode].filter(({ changes }) => !(readonly && changes));

/** The action of a key; null: it has none there. Where something is typed, letters are typed. */
export function actionOf(mode: Mode, key: string, readonly: boolean): Action | null {
  const bound = bindings[mode].find(({ keys }) => keys.includes(key));
  if (readonly && bound?.changes) return (state) => only(saying(state, "Read-only (--readonly)"));
  if (bound) return bound.action;
  if (mode !== "filter" && mode !== "note") return null;
  if (key === "space") return answers.type(" ");
  return isNamed(key) ? null : answers.type(key);
}

/** Keys other than letters, as `screen.ts` names them. */
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
