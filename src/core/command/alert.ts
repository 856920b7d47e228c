/**
 * An alert of another monitoring tool in one common shape. `inbound` reads it from the request body,
 * `decide-alerts` decides its effect on an incident.
 */
import type { Instant } from "../model/model.ts";

/** A link for people. The URL is absolute http(s) and carries no credentials. */
export interface Link {
  /** The target: `runbook`, `panel`, `dashboard`, `source`, `silence`, `image`, or a name as sent. */
  name: string;
  url: string;
}

/** One alert: firing, resolved, or acknowledged at its sender. */
export interface Alert {
  /**
   * Equal in every delivery about one problem, and different for two problems of one URL; at most
   * 255 bytes. Has no meaning beyond the URL that it was sent to.
   */
  identity: string;
  status: "firing" | "resolved" | "acknowledged";
  /** The status as sent, when it is an unknown word: such an alert counts as firing. */
  reported_status: string | null;
  /** Identifies the firing by its start. null: the sender does not say. */
  episode: Instant | null;
  /** The end of a resolved alert, if its sender says so. */
  ended_at: Instant | null;
  /** When a firing alert ends unless it is sent again; null: its end will be sent. */
  expires_at: Instant | null;
  /** Equal in every retry of one delivery; null: the sender does not identify deliveries. */
  event_id: string | null;
  /** The problem and its place; one line. */
  title: string;
  /** Further facts for a person, one per line; never empty. */
  summary: string;
  /** How bad the sender finds it, in its own word: `severity_priorities` of the group can give it a priority. */
  severity: string | null;
  /** The measured value, as text. */
  value: string | null;
  /** The start as the sender gives it; never in the future. */
  since: Instant | null;
  /** The sender's labels by name, without private names (`__x__`). */
  labels: Record<string, string>;
  /** The most useful first. */
  links: Link[];
  /** The push of a test button. It is never resolved, and two tests may share an identity. */
  test: boolean;
  /** Its sender never sends a resolve: the incident auto-resolves after a time without alerts, and says so. */
  assumed: boolean;
}

/** The fields of an alert that most senders do not give. */
export const unsaid = {
  reported_status: null,
  episode: null,
  ended_at: null,
  expires_at: null,
  event_id: null,
  severity: null,
  value: null,
  since: null,
} as const satisfies Partial<Alert>;

/** The result of one alert. */
export type Verdict =
  | "opened"
  | "repeated"
  | "duplicate"
  | "resolved"
  | "late resolve ignored (firing again)"
  | "resolve without an open incident"
  | "acknowledged"
  | "acknowledge without an open incident";

/**
 * True for a resolved alert of an earlier firing than the one that began at `open`: it must not close the
 * incident. The end decides, because the start of a firing can move back when two sources of it are merged.
 */
export function isLate(alert: Pick<Alert, "episode" | "ended_at">, open: Instant | null): boolean {
  const last = alert.ended_at ?? alert.episode;
  return last !== null && open !== null && last < open;
}
