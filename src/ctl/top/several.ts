/** Keys for several rows at once: marks, and actions that apply to each marked row. Pure. */
import { plural } from "../../core/text/plural.ts";
import { move } from "./moves.ts";
import { refOf } from "./rows.ts";
import type { Ref, RequestEffect, State } from "./state.ts";
import { only, saying, type Action } from "./step.ts";

const keyOf = ({ kind, id }: Ref) => `${kind} ${id}`;

/** Whether a row is marked. */
export const isMarked = ({ marked }: State, ref: Ref): boolean => marked.has(keyOf(ref));

/** Marks or unmarks the selected row, and goes to the next one. */
export const mark: Action = (state) => {
  const { cursor } = state;
  if (!cursor || cursor.kind === "group") return move(1)(state);
  const marked = new Map(state.marked);
  if (!marked.delete(keyOf(cursor))) marked.set(keyOf(cursor), cursor);
  return move(1)({ ...state, marked });
};

export const unmark = (state: State): State => ({ ...state, marked: new Map() });

/** The state without the marks of rows that are gone. */
export function withoutGone(state: State): State {
  if (state.marked.size === 0) return state;
  const there = new Set(
    state.rows.flatMap((row) => {
      const ref = refOf(row);
      return ref ? [keyOf(ref)] : [];
    }),
  );
  return {
    ...state,
    marked: new Map([...state.marked].filter(([key]) => there.has(key))),
  };
}

/**
 * The action for each marked row, or for the selected one where none is marked. `confirm`: the answer to the question
 * that the action asks; for several rows it is asked once.
 */
export function forEach(action: Action, confirm?: Action): Action {
  return (state) => {
    if (state.details || state.marked.size === 0) return action(state);
    const requests: RequestEffect[] = [];
    let isQuestion = false;
    let first = state;
    for (const [at, cursor] of [...state.marked.values()].entries()) {
      const alone = unmark({ ...state, cursor, notice: null });
      const step = action(alone);
      if (at === 0) first = step.state;
      const isAsked = step.state.prompt !== null;
      const { effects } = isAsked && confirm ? confirm(step.state) : step;
      isQuestion ||= isAsked;
      requests.push(...effects.filter((one) => one.kind !== "load" && one.kind !== "quit"));
    }
    if (requests.length === 0) return only({ ...state, notice: first.notice });
    const text = requestText(requests);
    if (isQuestion)
      return only({ ...state, notice: null, prompt: { kind: "several", text, requests } });
    return only(saying(unmark(state), `${text}…`, "dim"), { kind: "several", requests });
  };
}

/** The answer to the question about several rows. */
export const severalNow: Action = (state) => {
  const { prompt } = state;
  if (prompt?.kind !== "several") return only(state);
  const { requests, text } = prompt;
  return only(saying(unmark({ ...state, prompt: null }), `${text}…`, "dim"), {
    kind: "several",
    requests,
  });
};

const incidents = (verb: string) => (n: number) => `${verb} ${plural(n, "incident")}`;
const monitors = (verb: string) => (n: number) => `${verb} ${plural(n, "monitor")}`;

const phrases: Record<RequestEffect["kind"], (n: number) => string> = {
  acknowledge: incidents("acknowledge"),
  unacknowledge: incidents("give back"),
  resolve: incidents("resolve"),
  reopen: incidents("reopen"),
  note: incidents("write a note into"),
  pause: (n) => `${monitors("pause")(n)} until ${n === 1 ? "it is" : "they are"} resumed`,
  resume: monitors("resume"),
  check: monitors("check"),
  silence: (n) => `silence ${n} for an hour`,
  end_silence: (n) => `end ${plural(n, "silence")}`,
  browse: (n) => `open ${plural(n, "page")}`,
  several: (n) => `undo ${n}`,
};

/** `Pause 2 monitors until they are resumed, check 1 monitor`: the requests, counted by kind. */
export function requestText(requests: readonly RequestEffect[]): string {
  const kinds = Map.groupBy(requests, ({ kind }) => kind);
  const text = [...kinds].map(([kind, some]) => phrases[kind](some.length)).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
