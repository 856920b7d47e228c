/** What a key does: from one state to the next, and what has to be asked of the server for it. Pure. */
import { clean } from "./text.ts";
import { layoutOf } from "./layout.ts";
import type { Tone } from "./line.ts";
import { focusOf, isAt, refOf, rowsOf } from "./rows.ts";
import type { Effect, Prompt, State, Step } from "./state.ts";

export type Action = (state: State) => Step;

/** How long what was said stays on the screen, ms. */
const noticeFor = 6000;

export function only(state: State, ...effects: Effect[]): Step {
  return { state, effects };
}

/** The state with something to say about the last key. */
export function saying(state: State, text: string, tone: Tone = "warn"): State {
  return { ...state, notice: { text, tone, until: state.now + noticeFor } };
}

export const quit: Action = (state) => only(state, { kind: "quit" });

// ---- the list -------------------------------------------------------------------------------------

/** Moves the selection by so many rows that can be selected. */
export function move(by: number): Action {
  return (state) => {
    const refs = state.rows.flatMap((row, at) => (refOf(row) ? [at] : []));
    if (refs.length === 0) return only(state);
    // Where nothing is selected, the first step goes to what is next to the place.
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
  return (state) =>
    move(direction * Math.max(1, layoutOf(state.size, false).list - 2))(state);
}

function select(state: State, at: number): State {
  return inSight({ ...state, at, cursor: refOf(state.rows[at]) });
}

/** Scrolls the list so that the selected row is in it. */
export function inSight(state: State): State {
  const { list } = layoutOf(state.size, state.details !== null);
  if (list === 0) return state;
  const last = Math.max(0, state.rows.length - list);
  // The heading above the first row belongs to it.
  const first =
    state.rows[state.at - 1]?.kind === "heading" ? state.at - 1 : state.at;
  const top = Math.min(
    last,
    Math.max(Math.min(state.top, first), state.at - list + 1, 0),
  );
  return { ...state, top };
}

/** The same things selected after the rows were made anew. What is gone leaves nothing selected. */
export function relisted(state: State): State {
  const rows = rowsOf(state.data, state.filter);
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

/** The first row selected, when nothing is. */
export function selectFirst(state: State): State {
  const at = state.rows.findIndex((row) => refOf(row) !== null);
  return state.cursor || at < 0 ? state : select(state, at);
}

// ---- the details ----------------------------------------------------------------------------------

export const open: Action = (state) =>
  state.cursor
    ? only(inSight({ ...state, details: { ref: state.cursor, scroll: 0 } }), {
        kind: "load",
      })
    : only(saying(state, nothingSelected(state)));

export const close: Action = (state) =>
  only(inSight({ ...state, details: null }));

/** How far they may be scrolled is known to the view, which shows no more than there is. */
export function scroll(by: number): Action {
  return (state) => {
    if (!state.details) return only(state);
    const to = Math.max(0, state.details.scroll + by);
    return only({ ...state, details: { ...state.details, scroll: to } });
  };
}

export function scrollPage(direction: 1 | -1): Action {
  return (state) =>
    scroll(direction * Math.max(1, layoutOf(state.size, true).details - 1))(
      state,
    );
}

/** The details of the next thing, or of the one before. */
export function neighbour(by: 1 | -1): Action {
  return (state) => open(move(by)(state).state);
}

// ---- what is asked of the server --------------------------------------------------------------------

function nothingSelected({ rows }: State): string {
  return rows.some((row) => refOf(row) !== null)
    ? "Nothing is selected: move with the arrow keys first"
    : "There is nothing here that this key could be for";
}

export const acknowledge: Action = (state) => {
  const { incident, monitor } = focusOf(state);
  if (!incident) return only(saying(state, noIncident(state, monitor?.title)));
  if (incident.status !== "open") {
    const by = clean(incident.acknowledged_by ?? "somebody");
    const became =
      incident.status === "resolved"
        ? "is resolved already"
        : `was acknowledged by ${by} already`;
    return only(saying(state, `#${incident.number} ${became}`));
  }
  return only(saying(state, `Acknowledging #${incident.number}…`, "dim"), {
    kind: "acknowledge",
    incident,
  });
};

export const note: Action = (state) => {
  const { incident, monitor } = focusOf(state);
  return incident
    ? asking(state, { kind: "note", text: "", incident })
    : only(saying(state, noIncident(state, monitor?.title)));
};

export const resolve: Action = (state) => {
  const { incident, monitor } = focusOf(state);
  if (!incident) return only(saying(state, noIncident(state, monitor?.title)));
  return incident.status === "resolved"
    ? only(saying(state, `#${incident.number} is resolved already`))
    : asking(state, { kind: "confirm", incident });
};

export const resolveNow: Action = (state) => {
  const { prompt } = state;
  if (prompt?.kind !== "confirm") return only(state);
  const { incident } = prompt;
  return only(
    saying({ ...state, prompt: null }, `Resolving #${incident.number}…`, "dim"),
    { kind: "resolve", incident },
  );
};

export const pauseOrResume: Action = (state) => {
  const { incident, monitor } = focusOf(state);
  if (!monitor)
    return only(
      saying(
        state,
        incident
          ? `#${incident.number} is about no monitor that could be paused`
          : nothingSelected(state),
      ),
    );
  const kind = monitor.paused_at ? "resume" : "pause";
  const doing = kind === "pause" ? "Pausing" : "Resuming";
  return only(saying(state, `${doing} ${clean(monitor.title)}…`, "dim"), {
    kind,
    monitor,
  });
};

export const check: Action = (state) => {
  const { incident, monitor } = focusOf(state);
  if (!monitor)
    return only(
      saying(
        state,
        incident
          ? `#${incident.number} is about no monitor that could be checked`
          : nothingSelected(state),
      ),
    );
  if ("webhook_id" in monitor)
    return only(
      saying(
        state,
        `${clean(monitor.title)} waits for reports: there is nothing to check`,
      ),
    );
  return only(saying(state, `Checking ${clean(monitor.title)}…`, "dim"), {
    kind: "check",
    monitor,
  });
};

function noIncident(state: State, title: string | undefined): string {
  if (title === undefined) return nothingSelected(state);
  return `${clean(title)} has no unresolved incident`;
}

// ---- what is asked of the person --------------------------------------------------------------------

function asking(state: State, prompt: Prompt): Step {
  return only({ ...state, prompt, notice: null });
}

export const help: Action = (state) =>
  asking(state, { kind: "help", scroll: 0 });

export function scrollHelp(by: number): Action {
  return (state) =>
    state.prompt?.kind === "help"
      ? asking(state, {
          kind: "help",
          scroll: Math.max(0, state.prompt.scroll + by),
        })
      : only(state);
}

export const filter: Action = (state) =>
  asking(
    { ...state, details: null },
    { kind: "filter", text: state.filter, before: state.filter },
  );

/** Leaves what is being asked; a filter becomes what it was. */
export const cancel: Action = (state) => {
  const { prompt } = state;
  const closed = { ...state, prompt: null };
  return only(
    prompt?.kind === "filter"
      ? relisted({ ...closed, filter: prompt.before })
      : closed,
  );
};

export const clearFilter: Action = (state) =>
  only(selectFirst(relisted({ ...state, filter: "" })));

/** Sends the note, or keeps the filter. */
export const submit: Action = (state) => {
  const { prompt } = state;
  const closed = { ...state, prompt: null };
  if (prompt?.kind !== "note") return only(closed);
  const text = prompt.text.trim();
  return text === ""
    ? only(saying(closed, "An empty note was not written"))
    : only(saying(closed, `Writing into #${prompt.incident.number}…`, "dim"), {
        kind: "note",
        incident: prompt.incident,
        text,
      });
};

const segmenter = new Intl.Segmenter();

/** What was typed so far, changed. A filter is obeyed with every letter. */
export function edit(change: (text: string) => string): Action {
  return (state) => {
    const { prompt } = state;
    if (prompt?.kind !== "filter" && prompt?.kind !== "note")
      return only(state);
    const text = change(prompt.text).slice(0, 4000);
    const edited = { ...state, prompt: { ...prompt, text } };
    return only(
      prompt.kind === "filter"
        ? selectFirst(relisted({ ...edited, filter: text }))
        : edited,
    );
  };
}

export function type(typed: string): Action {
  return edit((text) => text + clean(typed));
}

export const erase: Action = edit((text) =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)
    .slice(0, -1)
    .join(""),
);
export const eraseAll: Action = edit(() => "");
