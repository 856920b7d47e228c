/** Distributes the lines of a terminal among the parts of the frame. */
import type { Size, State } from "./state.ts";

export interface Layout {
  /** Lines of the list; 0: the details have its place. */
  list: number;
  /** Lines of the details below their rule; 0: they are closed. */
  details: number;
}

/** Two lines at the top, two at the bottom, and the last one of the terminal stays empty. */
const around = 5;
/** From this number of rows on, list and details are both on the screen. */
const tall = 36;
/** Below this number the people on call are left out. */
const low = 14;
/** Schedules that a tall terminal names. */
const mostSchedules = 4;

/** True when the screen only fits the header. */
export function isTiny({ columns, rows }: Size): boolean {
  return columns < 40 || rows < 9;
}

/** Lines of the people on call, their heading in a tall terminal included; 0: without schedules, or without room. */
export function onCallHeight({ size: { rows }, data }: Pick<State, "size" | "data">): number {
  const { length } = data.onCall;
  if (length === 0 || rows < low) return 0;
  return rows < tall ? 1 : 1 + Math.min(length, mostSchedules);
}

export function layoutOf(state: Pick<State, "size" | "data">, detailsOpen: boolean): Layout {
  const { rows } = state.size;
  const room = Math.max(1, rows - around - onCallHeight(state));
  if (!detailsOpen) return { list: room, details: 0 };
  if (rows < tall) return { list: 0, details: room - 1 };
  const list = Math.floor(room / 3);
  return { list, details: room - list - 1 };
}
