/** Building blocks for the actions of keys. Pure. */
import type { Tone } from "./line.ts";
import { refOf } from "./rows.ts";
import type { Effect, State, StateChange } from "./state.ts";

/** The action of a key: returns the next state and the requests to the server. */
export type Action = (state: State) => StateChange;

/** How long a notice stays on the screen, ms. */
const noticeFor = 6000;

export function only(state: State, ...effects: Effect[]): StateChange {
  return { state, effects };
}

/** The state with something to say about the last key. */
export function saying(state: State, text: string, tone: Tone = "warn"): State {
  return { ...state, notice: { text, tone, until: state.now + noticeFor } };
}

export function nothingSelected({ rows, cursor }: State): string {
  if (cursor?.kind === "group") return "This is a group: enter unfolds it";
  return rows.some((row) => refOf(row) !== null)
    ? "Nothing is selected: move with the arrow keys first"
    : "This key does nothing here";
}
