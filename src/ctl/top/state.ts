/**
 * The state of the dashboard: loaded data, selection, typed text. Plain data; only `model.ts` makes a new
 * one from it, and `view.ts` shows it.
 */
import type { Static } from "../../api/schema.ts";
import type { ScheduleNow } from "../../api/on-call/schedules.ts";
import type { HistoryEntry } from "../../api/health-check-monitors.ts";
import type { Incident, IncidentDetail } from "../../api/incidents.ts";
import type { Silenced } from "../../api/silences.ts";
import type { Monitor } from "../output/status.ts";
import type { Pasts } from "../output/past.ts";
import type { Signs, Tone } from "./line.ts";

export interface State {
  /** Which server this is, and with whose key. */
  who: { server: string; key: string };
  look: {
    signs: Signs;
    /** IANA name: times are shown as they are there. */
    zone: string;
    /** A frame that stays as it is, in a file or a log. */
    still: boolean;
    /** The keys that change something are off. */
    readonly: boolean;
  };
  size: Size;
  /** Epoch ms; moves with every tick. */
  now: number;
  data: Data;
  /** When the next data is expected at the latest, epoch ms. */
  dueAt: number;
  /** When the server last said that it is there, epoch ms; null: it has no way to. */
  heardAt: number | null;
  /** Why the last load failed; null: it succeeded. */
  trouble: string | null;
  filter: string;
  arrangement: Arrangement;
  /** The rows of the list, derived from `data`, `filter` and `arrangement`. */
  rows: readonly Row[];
  /** The selected row; null: none, also after the selected row disappeared. */
  cursor: Ref | null;
  /** The row of the cursor, or the one where it was. */
  at: number;
  /** The first row that is shown. */
  top: number;
  details: { ref: Ref; scroll: number } | null;
  /** The rows that the next key is for, by kind and id; none: the selected one. */
  marked: ReadonlyMap<string, Ref>;
  prompt: Prompt | null;
  /** The request that takes the last one back; null: none. */
  undo: RequestEffect | null;
  /** The outcome of the last key. */
  notice: Notice | null;
}

/** The order of the monitors. */
export type Sort = "worst" | "slowest" | "uptime" | "title";

export interface Arrangement {
  sort: Sort;
  /** Monitors stand below their alert groups. */
  grouped: boolean;
  /** Groups that are unfolded although all is well in them, or folded although it is not. */
  turned: ReadonlySet<string>;
}

export interface Size {
  columns: number;
  rows: number;
}

export interface Data {
  /** Time of the request, epoch ms: the data is at most this old. */
  at: number;
  /** Those that are not resolved: open ones first, then by importance and age. */
  incidents: readonly Incident[];
  /** Worst first. */
  monitors: readonly Monitor[];
  /** The last 24 hours of monitors by id, of those on the screen at least. */
  pasts: Pasts;
  /** Names of alert groups by id. */
  groups: ReadonlyMap<string, string>;
  /** Names of people by id. */
  people: ReadonlyMap<string, string>;
  /** The people on call in each schedule; empty for a server without schedules. */
  onCall: readonly ScheduleNow[];
  opened: Opened | null;
}

/** Data that only the details show. */
export interface Opened {
  ref: Ref;
  incident: IncidentDetail | null;
  monitor: Monitor | null;
  /** Changes of status, oldest first. */
  history: readonly Static<typeof HistoryEntry>[];
}

export interface Ref {
  kind: "incident" | "monitor" | "group";
  id: string;
}

export type Row =
  | { kind: "heading"; text: string }
  | { kind: "empty"; text: string }
  | { kind: "incident"; id: string; incident: Incident }
  | { kind: "monitor"; id: string; monitor: Monitor }
  | { kind: "group"; id: string; title: string; isFolded: boolean; monitors: readonly Monitor[] };

/** The mode of the keys while a question or the help is open. */
export type Prompt =
  | {
      kind: "filter";
      text: string;
      /** Comes back with escape. */ before: string;
    }
  | { kind: "note"; text: string; incident: Incident }
  | { kind: "confirm"; incident: Incident }
  /** Whether the silence of `name` is to end. */
  | { kind: "end"; name: string; silenced: NonNullable<Silenced> }
  | { kind: "pause"; monitor: Monitor }
  /** Whether the requests for the marked rows are to be sent. */
  | { kind: "several"; text: string; requests: readonly RequestEffect[] }
  | { kind: "help"; scroll: number };

export interface Notice {
  text: string;
  tone: Tone;
  /** Epoch ms. */
  until: number;
}

export type Event =
  /** A name such as `up`, `enter`, `ctrl-c`, or the typed character. */
  | { type: "key"; key: string }
  | { type: "paste"; text: string }
  | { type: "tick"; now: number }
  | { type: "resized"; size: Size }
  | { type: "loaded"; data: Data; dueAt: number; now: number }
  | { type: "failed"; reason: string; now: number }
  /** The server said that it is there; or (null) it can be heard no longer. */
  | { type: "heard"; at: number | null }
  /** The outcome of an effect. */
  | { type: "answered"; text: string; tone: Tone; undo: RequestEffect | null; now: number };

export type Effect = { kind: "load" } | { kind: "quit" } | RequestEffect;

/** A request to the server, or to the browser. */
export type RequestEffect =
  | { kind: "acknowledge" | "unacknowledge" | "resolve" | "reopen"; incident: Incident }
  | { kind: "note"; incident: Incident; text: string }
  | { kind: "resume" | "check"; monitor: Monitor }
  /** `until`: an instant, ISO 8601; null: until it is resumed. */
  | { kind: "pause"; monitor: Monitor; until: string | null }
  /** `until`: an instant, ISO 8601. */
  | { kind: "silence"; about: SilenceTarget; name: string; until: string }
  | { kind: "end_silence"; name: string; silence_id: string }
  | { kind: "browse"; url: string }
  | { kind: "several"; requests: readonly RequestEffect[] };

/** The outcome of a request, in one sentence. */
export interface Outcome {
  text: string;
  tone: Tone;
  /** The server refused it, or could not be reached. */
  failed?: true;
  /** The request that takes it back; absent: none. */
  undo?: RequestEffect;
}

/** The target of a silence: a monitor, or one alert of a group. */
export type SilenceTarget = { monitor_id: string } | { alert_group_id: string; key: string | null };

export interface StateChange {
  state: State;
  effects: readonly Effect[];
}
