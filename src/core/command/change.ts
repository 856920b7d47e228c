/**
 * The writes that a decision asks for. The store has one writer per kind, so that a new kind does not compile
 * until it can be written.
 */
import type { Verdict } from "./alert.ts";
import type { Check } from "../history/entries.ts";
import type { SubCheckChange } from "../history/point.ts";
import type { Beat, ErrorReport } from "./command.ts";
import type {
  AlertGroup,
  Device,
  Incident,
  IncidentTransition,
  InboundEvent,
  Instant,
  Notification,
  Subject,
  TimelineKind,
} from "../model/model.ts";
import type { Status } from "../model/status.ts";

/** A new push. Its lane follows when it is written, because only the device's channel knows it. */
export type NewNotification = Omit<Notification, "id" | "org_id" | "lane"> & { device: Device };

/** An incident leaves the group titled `from`. */
export interface Move {
  by: string;
  from: string;
  /** Moved: with its monitor, and an acknowledgement stays. Handed over: the new group is paged in any case. */
  word: "Moved" | "Handed over";
}

export type Change =
  /** Columns of the subject's one row. */
  | { kind: "subject"; set: Partial<Subject> }
  /** Reports to count, and which of their bodies to keep. */
  | {
      kind: "reports";
      counts: { at: Instant; count: number }[];
      kept: ErrorReport[];
    }
  /** For the history: a counted check, and the sub-checks that changed with it. */
  | { kind: "check"; check: Check; changed: readonly Omit<SubCheckChange, "at">[] }
  /** The monitor was paused until now. */
  | { kind: "pause-ended"; from: Instant }
  /** Keep it as the beginning or the end of a run. `lost`: ids of runs that ended without saying so. */
  | { kind: "run"; beat: Beat; lost: readonly string[] }
  | {
      kind: "history";
      status: Status;
      reason: string | null;
    }
  /** The changes after it concern this incident; null: one with this key that is still to be opened. */
  | { kind: "about"; key: string; incident: Incident | null }
  | {
      kind: "incident-opened";
      title: string;
      summary: string;
      occurrences: number;
      episode?: Instant | null;
      resolve_at?: Instant | null;
      details: Record<string, unknown>;
    }
  | { kind: "incident"; set: Partial<Incident> }
  | {
      kind: "timeline";
      entry: TimelineKind;
      text: string;
      actor: string | null;
      /** The user behind that name; absent: unknown. */
      user_id?: string | null;
    }
  /** Checks these monitors now: a dependent waits for their results. */
  | { kind: "ask"; ids: string[] }
  /** Re-evaluates the dependents, in a later transaction. */
  | { kind: "recheck-dependents" }
  /** Stores an inbound event with its result; `id` absent: it gets one. */
  | { kind: "delivery"; event: Omit<InboundEvent, "id" | "replayed_at"> & { id?: string } }
  /** A part of a large delivery is done; `event_id` and `done` as in `DeliveryPart`. */
  | {
      kind: "delivery-part";
      key: string;
      event_id: string;
      done: number | null;
      verdicts: readonly [Verdict, number][];
    }
  /** Notifies the members of the group; `notification.ts` decides the recipients. */
  | {
      kind: "notify";
      transition: Exclude<IncidentTransition, "handed_over">;
      title: string;
      message: string;
      /** Distinguishes pages of one incident; absent: the first. */
      round?: string;
      /** A reminder: devices without a page are left to the coverage. */
      reminds?: true;
      /** Its text replaces that of pages that have not left yet. */
      replaces?: boolean;
      /** The group to notify in place of the incident's; null or absent: the incident's. */
      group_id?: string | null;
      /** These responders (ids of users) in place of a group; absent: a group. */
      responders?: readonly string[];
      /** Only these devices of the group, and only those without a page; absent: all. */
      devices?: readonly string[];
    }
  /** The incident went to `group`: `handover.ts` decides the pushes. */
  | ({ kind: "handed-over"; group: AlertGroup } & Move)
  /** These people have left the groups that the incident pages: `leaving.ts` decides the pushes. */
  | { kind: "left"; user_ids: readonly string[] }
  /** The incident has a higher priority: its unsent pages get it too. */
  | { kind: "priority-raised" }
  /** The incident was escalated to this group; `asked`: by a person. */
  | { kind: "escalated"; group_id: string; asked?: true }
  /** These people are asked to help with the incident, or to take it over. */
  | { kind: "responders"; user_ids: readonly string[]; takes_over: boolean }
  /** How far the reminders of a group are that it was escalated to. */
  | {
      kind: "escalated-group";
      group_id: string;
      set: Partial<Pick<Incident, "paged_at" | "page_round">>;
    }
  /** Ask these people, with these pushes. */
  | {
      kind: "drill-began";
      started_by: string | null;
      ends_at: Instant;
      /** Ids of users. */
      asked: readonly string[];
      pushes: readonly NewNotification[];
    }
  | {
      kind: "drill-ended";
      drill_id: string;
      pushes: readonly NewNotification[];
    };
