/**
 * The keys that act on incidents and monitors: their requests to the server, and the questions they ask
 * the user first. Pure.
 */
import { deletedUser } from "../../core/text/person.ts";
import { kindOf } from "./load.ts";
import { relisted, selectFirst } from "./moves.ts";
import { focusOf } from "./rows.ts";
import { unmark } from "./several.ts";
import type { Prompt, State, StateChange } from "./state.ts";
import { nothingSelected, only, saying, type Action } from "./step.ts";
import { clean } from "./text.ts";

export const quit: Action = (state) => only(state, { kind: "quit" });

export const acknowledge: Action = (state) => {
  const { incident, monitor } = focusOf(state);
  if (!incident) return only(saying(state, noIncident(state, monitor?.title)));
  if (incident.status !== "open") {
    const by = clean(incident.acknowledged_by ?? deletedUser);
    const became =
      incident.status === "resolved" ? "is resolved already" : `was acknowledged by ${by} already`;
    return only(saying(state, `#${incident.number} ${became}`));
  }
  return only(saying(state, `Acknowledging #${incident.number}…`, "dim"), {
    kind: "acknowledge",
    incident,
  });
};

/** Takes the last answer back; without one, unacknowledges the selected incident. */
export const undo: Action = (state) => {
  if (state.undo) return only(saying({ ...state, undo: null }, "Undoing…", "dim"), state.undo);
  const { incident } = focusOf(state);
  if (incident?.status !== "acknowledged") return only(saying(state, "Nothing to undo"));
  return only(saying(state, `Giving #${incident.number} back…`, "dim"), {
    kind: "unacknowledge",
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
  return only(saying({ ...state, prompt: null }, `Resolving #${incident.number}…`, "dim"), {
    kind: "resolve",
    incident,
  });
};

/** How long the key silences, ms: as long as the button on the phone. */
const silenceLasts = 3600_000;

/** Silences for an hour; for a silenced target, asks whether to end the silence. */
export const silence: Action = (state) => {
  const { incident, monitor } = focusOf(state);
  if (!incident && !monitor) return only(saying(state, nothingSelected(state)));
  const alert = incident?.source === "alert_group" ? incident : null;
  const name = alert ? `#${alert.number}` : (monitor ?? incident!).title;
  const silenced = (alert ?? monitor ?? incident!).silenced;
  if (silenced?.maintenance)
    return only(
      saying(state, `In maintenance. To end it for good: silence end ${silenced.silence_id}`),
    );
  if (silenced) return asking(state, { kind: "end", name, silenced });
  return only(saying(state, `Silencing ${clean(name)}…`, "dim"), {
    kind: "silence",
    name,
    about: alert
      ? { alert_group_id: alert.source_id, key: alert.key }
      : { monitor_id: monitor?.id ?? incident!.source_id },
    until: new Date(state.now + silenceLasts).toISOString(),
  });
};

export const endSilence: Action = (state) => {
  const { prompt } = state;
  if (prompt?.kind !== "end") return only(state);
  const { name, silenced } = prompt;
  return only(saying({ ...state, prompt: null }, `Ending the silence of ${clean(name)}…`, "dim"), {
    kind: "end_silence",
    name,
    silence_id: silenced.silence_id,
  });
};

export const pauseOrResume: Action = (state) => {
  const { monitor } = focusOf(state);
  if (!monitor) return only(saying(state, noMonitor(state, "paused")));
  if (!monitor.paused_at) return asking(state, { kind: "pause", monitor });
  return only(saying(state, `Resuming ${clean(monitor.title)}…`, "dim"), {
    kind: "resume",
    monitor,
  });
};

/** Pauses for a time, ms; null: until it is resumed. */
const pauseFor =
  (ms: number | null): Action =>
  (state) => {
    const { prompt } = state;
    if (prompt?.kind !== "pause") return only(state);
    const { monitor } = prompt;
    return only(saying({ ...state, prompt: null }, `Pausing ${clean(monitor.title)}…`, "dim"), {
      kind: "pause",
      monitor,
      until: ms === null ? null : new Date(state.now + ms).toISOString(),
    });
  };
export const pauseNow = pauseFor(null);
export const pauseForAnHour = pauseFor(3600_000);

export const check: Action = (state) => {
  const { monitor } = focusOf(state);
  if (!monitor) return only(saying(state, noMonitor(state, "checked")));
  if ("webhook_id" in monitor)
    return only(saying(state, `${clean(monitor.title)} waits for reports: nothing to check`));
  return only(saying(state, `Checking ${clean(monitor.title)}…`, "dim"), {
    kind: "check",
    monitor,
  });
};

function noIncident(state: State, title: string | undefined): string {
  if (title === undefined) return nothingSelected(state);
  return `${clean(title)} has no unresolved incident`;
}

function noMonitor(state: State, done: string): string {
  const { incident } = focusOf(state);
  return incident
    ? `#${incident.number} is about no monitor that could be ${done}`
    : nothingSelected(state);
}

function asking(state: State, prompt: Prompt): StateChange {
  return only({ ...state, prompt, notice: null });
}

export const help: Action = (state) => asking(state, { kind: "help", scroll: 0 });

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
  asking({ ...state, details: null }, { kind: "filter", text: state.filter, before: state.filter });

/** Closes the prompt; a filter returns to its earlier text. */
export const cancel: Action = (state) => {
  const { prompt } = state;
  const closed = { ...state, prompt: null };
  return only(prompt?.kind === "filter" ? relisted({ ...closed, filter: prompt.before }) : closed);
};

/** Clears the marks; without marks, the filter. */
export const clear: Action = (state) =>
  only(state.marked.size > 0 ? unmark(state) : selectFirst(relisted({ ...state, filter: "" })));

/** Opens the page of the selected row in the browser. */
export const browse: Action = (state) => {
  const ref = state.details?.ref ?? state.cursor;
  if (!ref) return only(saying(state, nothingSelected(state)));
  const { monitor } = focusOf(state);
  const path =
    ref.kind === "incident"
      ? `incidents/${ref.id}`
      : ref.kind === "group"
        ? `alert_groups/${ref.id}`
        : `${monitor ? kindOf(monitor) : "monitors"}/${ref.id}`;
  const url = `${state.who.server.replace(/\/$/, "")}/${path}`;
  return only(saying(state, `Opening ${url}`, "dim"), { kind: "browse", url });
};

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

/** Changes the text typed so far. A filter applies with every letter. */
function edit(change: (text: string) => string): Action {
  return (state) => {
    const { prompt } = state;
    if (prompt?.kind !== "filter" && prompt?.kind !== "note") return only(state);
    const text = change(prompt.text).slice(0, 4000);
    const edited = { ...state, prompt: { ...prompt, text } };
    return only(
      prompt.kind === "filter" ? selectFirst(relisted({ ...edited, filter: text })) : edited,
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
