/**
 * The model of the dashboard. `update` takes the state and an event, and returns the next state and the
 * effects to run. Pure: no code here waits, or asks a server or a clock.
 */
import { type } from "./answers.ts";
import { actionOf, modeOf } from "./keys.ts";
import { inSight, relisted, selectFirst } from "./moves.ts";
import { layoutOf } from "./layout.ts";
import { asLoaded } from "./arrange.ts";
import { refOf, rowsOf } from "./rows.ts";
import { withoutGone } from "./several.ts";
import { only, saying } from "./step.ts";
import { detailLines } from "./view/details.ts";
import { helpLines } from "./view/help.ts";
import type { Data, Event, Size, State, StateChange } from "./state.ts";

/** The state after the first load. */
export function initial(
  from: Pick<State, "who" | "look" | "size" | "now" | "dueAt" | "data">,
): State {
  return selectFirst({
    ...from,
    heardAt: null,
    trouble: null,
    filter: "",
    arrangement: asLoaded,
    rows: rowsOf(from.data, "", asLoaded),
    cursor: null,
    at: 0,
    top: 0,
    details: null,
    marked: new Map(),
    prompt: null,
    undo: null,
    notice: null,
  });
}

export function update(state: State, event: Event): StateChange {
  switch (event.type) {
    case "key":
      return bounded(
        actionOf(modeOf(state), event.key, state.look.readonly)?.(state) ?? only(state),
      );
    case "paste":
      // Pasted into the list it would be a row of commands.
      return state.prompt?.kind === "filter" || state.prompt?.kind === "note"
        ? type(event.text)(state)
        : only(state);
    case "tick":
      return only(withoutOldNotice({ ...state, now: event.now }));
    case "resized":
      return only(inSight({ ...state, size: event.size }));
    case "loaded":
      return only(loaded(state, event.data, event.dueAt, event.now));
    case "failed":
      return only({ ...state, trouble: event.reason, now: event.now });
    case "heard":
      return only({ ...state, heardAt: event.at, now: event.at ?? state.now });
    case "answered":
      return only(saying({ ...state, now: event.now, undo: event.undo }, event.text, event.tone), {
        kind: "load",
      });
  }
}

/** Limits scrolling to the end of the text, so that the first step back is visible. */
function bounded({ state, effects }: StateChange): StateChange {
  const { details, prompt } = state;
  const most = (lines: number, height: number) => Math.max(0, lines - height);
  if (prompt?.kind === "help" && prompt.scroll > 0) {
    const end = most(helpLines(false, state.look.readonly).length, layoutOf(state, false).list);
    const scroll = Math.min(prompt.scroll, end);
    return { state: { ...state, prompt: { ...prompt, scroll } }, effects };
  }
  if (details && details.scroll > 0) {
    const end = most(detailLines(state).length, layoutOf(state, true).details);
    const scroll = Math.min(details.scroll, end);
    return { state: { ...state, details: { ...details, scroll } }, effects };
  }
  return { state, effects };
}

function loaded(state: State, data: Data, dueAt: number, now: number): State {
  const next = withoutGone(relisted({ ...state, data, dueAt, now, trouble: null }));
  // The first row of a list that was empty is selected; a selection that disappears is not replaced
  // automatically.
  const wasEmpty = !state.rows.some((row) => refOf(row) !== null);
  return wasEmpty ? selectFirst(next) : next;
}

function withoutOldNotice(state: State): State {
  return state.notice && state.notice.until <= state.now ? { ...state, notice: null } : state;
}

/** Milliseconds of patience with data that did not come, and with a server that says every second that it is there. */
const grace = 1500;

/**
 * True when the data on the screen can be out of date: a load failed or is late, or the server is silent.
 */
export function isOld({ trouble, now, dueAt, heardAt }: State): boolean {
  return trouble !== null || now > dueAt + grace || (heardAt !== null && now > heardAt + grace);
}

export function sizeOf(columns: number | undefined, rows: number | undefined): Size {
  return { columns: columns || 80, rows: rows || 24 };
}
