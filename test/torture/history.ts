/**
 * What happened in a run, as plain facts: what senders sent and when it was acknowledged, what phones received, and
 * what the service said that it has. All instants in ms by the one clock of the machine.
 */

/** What reports or alerts are sent to. `key` is its name in every other list. */
export interface Target {
  key: string;
  /** counts: reports, never a page. fires: pages at its `threshold`. alerts: each alert pages. */
  kind: "counts" | "fires" | "alerts";
  threshold: number;
  /** Topics of the people who must be paged; empty: pages of it are held back until after the run. */
  topics: string[];
}

export interface Report {
  target: string;
  sent_at: number;
  /** When its 202 was read; null: it has none, and may be stored or not. */
  acknowledged_at: number | null;
}

/** A sender's alert, with a name that no other has. */
export interface Alert {
  name: string;
  target: string;
  sent_at: number;
  acknowledged_at: number | null;
  /** When its end was first sent, and when that was acknowledged. */
  resolving_at: number | null;
  resolved_at: number | null;
}

/** The service was there and answered `counted` reports of each target, between two instants. */
export interface Reading {
  from: number;
  to: number;
  counted: Record<string, number>;
}

export interface Message {
  topic: string;
  /** The target that fired, or the name of the alert; null: it names neither. */
  about: string | null;
  kind: "page" | "recovery" | "other";
  at: number;
  title: string;
  /** The same for every copy of one message. */
  sequence_id: string | null;
}

/** A push that the service had not sent by the end of the wait. */
export interface Owed {
  about: string;
  topic: string;
  state: string;
  attempts: number;
  due_at: number | null;
  error: string | null;
}

export interface History {
  /** From the fault until the service answered again. */
  faults: { kind: string; at: number; until: number }[];
  targets: Target[];
  reports: Report[];
  alerts: Alert[];
  readings: Reading[];
  messages: Message[];
  /** How many incidents there are of each target that fired and each alert. */
  incidents: Record<string, number>;
  owed: Owed[];
}
