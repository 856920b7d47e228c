/**
 * An alert of another monitoring tool, once it is read: the same words whoever sent it. `inbound` makes it
 * of what was sent, `decide-alerts` decides what it means for an incident.
 */
import type { Instant } from "../model/model.ts";

/** A place to look at, for people. The address is absolute http(s) and carries no credentials. */
export interface Link {
  /** What is there: `runbook`, `panel`, `dashboard`, `source`, `silence`, `image`, or a name as sent. */
  name: string;
  url: string;
}

/** One alert, firing or over. */
export interface Alert {
  /**
   * The same for every delivery about one problem, and different for two problems of one URL; at most
   * 255 bytes. It means nothing beyond the URL that it was sent to.
   */
  identity: string;
  status: "firing" | "resolved";
  /** The status as sent, when it was a word that nobody knows: such an alert counts as firing. */
  reported_status: string | null;
  /** Which firing of the problem this is: when it began. null: the sender does not say. */
  episode: Instant | null;
  /** When it ended, of a resolved alert whose sender says so. */
  ended_at: Instant | null;
  /** The same for every retry of one delivery; null: the sender does not tell deliveries apart. */
  event_id: string | null;
  /** What happens, and where; one line. */
  title: string;
  /** The rest of what a person needs, a line for each thing said; never empty. */
  summary: string;
  /** How bad the sender finds it, in its own word. The group's priority stays what it is. */
  severity: string | null;
  /** What was measured, as text. */
  value: string | null;
  /** When it began, or happened, as far as the sender says; never in the future. */
  since: Instant | null;
  /** What the sender files it under, by name, private names (`__x__`) left out. */
  labels: Record<string, string>;
  /** The most useful first. */
  links: Link[];
  /** Somebody pressed a test button. It is never resolved, and two tests may share an identity. */
  test: boolean;
  /** Its sender never says that it is over: that has to be assumed after a quiet time, and said so. */
  assumed: boolean;
}

/**
 * Whether a resolved alert speaks of an earlier firing than the one that began at `open`, and so must not
 * close it. Its end decides: the beginning of one firing can move back when two sources of it are merged.
 */
export function isLate(alert: Pick<Alert, "episode" | "ended_at">, open: Instant | null): boolean {
  const last = alert.ended_at ?? alert.episode;
  return last !== null && open !== null && last < open;
}
