/** Keys that move: through the list, into the details and back; and those that arrange the list. Pure. */
import { layoutOf } from "./layout.ts";
import { isAt, refOf, rowsOf } from "./rows.ts";
import { sorts } from "./arrange.ts";
import type { Sort, State } from "./state.ts";
import { nothingSelected, only, saying, type Action } from "./step.ts";

/** Moves the selection by `by` selectable rows. */
export function move(by: number): Action {
  return (state) => {
    const refs = state.rows.flatMap((row, at) => (refOf(row) ? [at] : []));
    if (refs.length === 0) return only(state);
    // Without a selection, the first step goes to the row next to the last position.
    const from = state.cursor
      ? refs.indexOf(state.at)
      : by > 0
        ? refs.filter((at) => at < state.at).length - 1
        : refs.filter((at) => at <= state.at).length;
    const to = Math.min(refs.length - 1, Math.max(0, from + by));
    return only(select(state, refs[to]!));
  };
}

export const toFirst: Action = (state) => move(-state.rows.length)(state);
export const toLast: Action = (state) => move(state.rows.length)(state);

/** Moves it by a screenful. */
export function page(direction: 1 | -1): Action {
  return (state) => move(direction * Math.max(1, layoutOf(state, false).list - 2))(state);
}

function select(state: State, at: number): State {
  return inSight({ ...state, at, cursor: refOf(state.rows[at]) });
}

/** Scrolls the list so that the selected row is in it. */
export function inSight(state: State): State {
  const { list } = layoutOf(state, state.details !== null);
  if (list === 0) return state;
  const last = Math.max(0, state.rows.length - list);
  // The heading above the first row belongs to it.
  const first = state.rows[state.at - 1]?.kind === "heading" ? state.at - 1 : state.at;
  const top = Math.min(last, Math.max(Math.min(state.top, first), state.at - list + 1, 0));
  return { ...state, top };
}

/** Keeps the selection after the rows were recreated. If the selected row is gone, no row is selected. */
export function relisted(state: State): State {
  const rows = rowsOf(state.data, state.filter, state.arrangement);
  const { cursor } = state;
  const at = cursor ? rows.findIndex((row) => isAt(row, cursor)) : -1;
  if (at >= 0) return inSight({ ...state, rows, at });
  return inSight({
    ...state,
    rows,
    cursor: null,
    at: Math.min(state.at, rows.length - 1),
  });
}

/** Selects the first row when no row is selected. */
export function selectFirst(state: State): State {
  const at = state.rows.findIndex((row) => refOf(row) !== null);
  return state.cursor || at < 0 ? state : select(state, at);
}

export const open: Action = (state) =>
  state.cursor && state.cursor.kind !== "group"
    ? only(inSight({ ...state, details: { ref: state.cursor, scroll: 0 } }), {
        kind: "load",
      })
    : only(saying(state, nothingSelected(state)));

export const close: Action = (state) => only(inSight({ ...state, details: null }));

/** The view limits how far they can be scrolled. */
export function scroll(by: number): Action {
  return (state) => {
    if (!state.details) return only(state);
    const to = Math.max(0, state.details.scroll + by);
    return only({ ...state, details: { ...state.details, scroll: to } });
  };
}

export function scrollPage(direction: 1 | -1): Action {
  return (state) => scroll(direction * Math.max(1, layoutOf(state, true).details - 1))(state);
}

/** The details of the next thing, or of the one before; groups have none. */
export function neighbour(by: 1 | -1): Action {
  return (state) => {
    let next = move(by)(state).state;
    while (next.cursor?.kind === "group" && next.at !== move(by)(next).state.at)
      next = move(by)(next).state;
    return next.cursor?.kind === "group" ? only(state) : open(next);
  };
}

/** The next order of the monitors. */
export const sort: Action = (state) => {
  const all = Object.keys(sorts) as Sort[];
  const { arrangement } = state;
  const next = all[(all.indexOf(arrangement.sort) + 1) % all.length]!;
  const sorted = relisted({ ...state, arrangement: { ...arrangement, sort: next } });
  return only(saying(sorted, `Monitors: ${sorts[next]}`, "dim"));
};

/** Puts the monitors below their alert groups; those in which all is well are folded. */
export const group: Action = (state) => {
  const { arrangement } = state;
  const grouped = !arrangement.grouped;
  return only(relisted({ ...state, arrangement: { ...arrangement, grouped, turned: new Set() } }));
};

/** Folds the selected group, or unfolds it. */
export const fold: Action = (state) => {
  const { cursor, arrangement } = state;
  if (cursor?.kind !== "group") return only(state);
  const turned = new Set(arrangement.turned);
  if (!turned.delete(cursor.id)) turned.add(cursor.id);
  return only(relisted({ ...state, arrangement: { ...arrangement, turned } }));
};
