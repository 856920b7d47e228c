/** Distributes the lines of a terminal among the parts of the frame. */
import type { Size } from "./state.ts";

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

/** True when the screen only fits the header. */
export function isTiny({ columns, rows }: Size): boolean {
  return columns < 40 || rows < 9;
}

export function layoutOf({ rows }: Size, detailsOpen: boolean): Layout {
  const room = Math.max(1, rows - around);
  if (!detailsOpen) return { list: room, details: 0 };
  if (rows < tall) return { list: 0, details: room - 1 };
  const list = Math.floor(room / 3);
  return { list, details: room - list - 1 };
}
