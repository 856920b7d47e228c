/**
 * All that can happen to a subject (a monitor, with its unresolved incident). Commands are plain data:
 * they cross from the main thread into the thread that owns the database.
 */
import type { Alert, Verdict } from "./alert.ts";
import type { CheckResult, InboundEvent, Instant, Measured, Pace } from "../model/model.ts";

/** The result of one fetch of a health endpoint, after reading (see `health.ts`). */
export type Reading =
  | {
      ok: true;
      /** From `finishedAt`, already corrected when it lay in the future. */
      finished_at: Instant;
      results: CheckResult[];
      /** Oddities of a readable report, for people: clock in the future, duplicate names, unknown words. */
      remarks: string[];
      /** As reported, when more sub-checks were reported than are kept in `results`. */
      counts?: { total: number; passing: number };
      /** True: every sub-check is made of the facts of the probe, so that none is stale and a failed one is retried. */
      observed?: true;
      /** The parts of `results` that change with each check. */
      measured?: Measured;
      answer?: AnswerFacts;
    }
  | { ok: false; reason: string; answer?: AnswerFacts };

/** For the history: the answer that a reading is made of. Absent: not known. */
export interface AnswerFacts {
  /** Response time, ms; null: no answer. */
  ms: number | null;
  /** HTTP status; null: no answer over HTTP. */
  status_code: number | null;
}

export interface ErrorReport {
  /** Arrival at this service. */
  at: Instant;
  message: string | null;
  source: string | null;
  /** JSON text of the report's other members; null: none. */
  meta: string | null;
}

export type Signal = "start" | "success" | "fail" | "log";

/** The start or end of a run as reported, or a message about it (`log`). */
export interface Beat {
  at: Instant;
  signal: Signal;
  /** Joins start and end; null: none was given. */
  rid: string | null;
  exit_code: number | null;
  output: string | null;
  /** The HTTP method. */
  method: string;
  /** The sender, as seen through trusted proxies. */
  remote_address: string;
  /** The program that it names; null: none. */
  user_agent: string | null;
}

/** A delivery of another tool to an alert group, after reading. */
export interface Delivered {
  alerts: Alert[];
  format: string;
  receiver: string | null;
  /** Alerts that belong to it and were not sent, nor will their end be. */
  truncated: number;
  /** Alerts of the body that are not read, because it has too many; absent: none. */
  left_out?: number;
  /** Its alerts happened in their order; absent: false. */
  in_turn?: boolean;
  remarks: string[];
}

/** An inbound event before its result is known. */
export type Arrival = Omit<
  InboundEvent,
  "id" | "http_status" | "reason" | "format" | "accepted" | "replayed_at"
>;

/** The alerts that another tool delivered, and how they came. */
export interface Delivery {
  delivered: Delivered;
  arrival: Arrival;
}

/** A part of a large delivery, whose alerts are in order already. */
export interface DeliveryPart {
  /** Names the delivery among all that are under way. */
  key: string;
  /** The inbound event that the delivery becomes. */
  event_id: string;
  /** Alerts of the delivery up to the end of this part; null: this part is the last. */
  done: number | null;
  /** Alerts of the whole delivery. */
  total: number;
  /** The verdicts on earlier parts. */
  verdicts: readonly [Verdict, number][];
}

/** A device that an open incident has no page for, and the group by which it is paged. */
export interface PendingDevice {
  device_id: string;
  /** null: the device of a responder. */
  group_id: string | null;
}

/** A person or a group, and its name in sentences. */
export interface Named {
  id: string;
  name: string;
}

/** The author of an act on an incident: a name, and the user that it stands for; without one it is that of a key. */
export interface Author {
  by: string;
  user_id?: string | null;
}

export type Command =
  /** A due check was made; `lease` is the claim it was made under. `pace` absent: not known. */
  | { kind: "checked"; lease: string; reading: Reading; pace?: Pace }
  /** The check failed because this node has no network, so its result is ignored. */
  | { kind: "reading_skipped"; lease: string }
  /** Error reports arrived, oldest first. */
  | { kind: "reported"; reports: ErrorReport[] }
  /** A run began or ended, at `at`. */
  | { kind: "signaled"; beat: Beat }
  /** Alerts arrived at a group; `part`: the alerts are a part of the delivery. */
  | ({ kind: "alerted"; part?: DeliveryPart } & Delivery)
  /** A request to its URL was refused: a delivery, or the signal of a run. */
  | { kind: "refused"; http_status: number; reason: string; arrival: Arrival; of_run?: true }
  /** Its `wake_at` has passed. */
  | { kind: "woken" }
  /** Ask the members of the group whether they can be reached. */
  | { kind: "drill_started"; by: string }
  /** The `act_at` of its incident has passed. */
  | { kind: "paging_due" }
  /** Devices that its incident is pending for can be paged now, and people (ids) have left the groups that it pages. */
  | { kind: "page_pending"; pending: readonly PendingDevice[]; left: readonly string[] }
  /** Its declared fields changed. */
  | { kind: "configured" }
  /** The monitor is in another group than the one titled `from`. */
  | { kind: "moved"; by: string; from: string }
  | { kind: "paused"; by: string; until: Instant | null }
  | { kind: "resumed"; by: string }
  /**
   * `snooze_ms`: ends after that time; absent: until it is resolved, or its group says otherwise. `takes_over`: also in place of
   * another person's acknowledgement.
   */
  | ({ kind: "acknowledged"; snooze_ms?: number | null; takes_over?: boolean } & Author)
  | ({ kind: "unacknowledged" } & Author)
  /** Page these, too, until it is acknowledged. */
  | ({ kind: "asked_to_help"; people: readonly Named[]; groups: readonly Named[] } & Author)
  /** A person is asked to take it, or a group gets it and is paged; `from`: the title of its group now. */
  | ({ kind: "handed_over"; to: { person: Named } | { group_id: string; from: string } } & Author)
  /** Page the people of its incident now, within contact hours or not. */
  | ({ kind: "paged_now" } & Author)
  | ({ kind: "resolved"; reason: string | null } & Author)
  | ({ kind: "reopened"; incident_id: string } & Author)
  | ({ kind: "noted"; text: string } & Author)
  /** It is about to be deleted. */
  | { kind: "deleted"; by: string };

/** The commands that mean different things to different kinds of subject. */
export type MonitorCommand = Exclude<
  Command,
  {
    kind:
      | "acknowledged"
      | "unacknowledged"
      | "noted"
      | "resolved"
      | "reopened"
      | "paged_now"
      | "deleted"
      | "drill_started"
      | "reading_skipped"
      | "paging_due"
      | "page_pending"
      | "asked_to_help"
      | "handed_over"
      | "moved";
  }
>;
