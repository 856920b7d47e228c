/**
 * What a decision wants written. The store has one writer per kind, so that a new kind does not compile
 * until it can be written.
 */
import type { Beat, ErrorReport } from "./command.ts";
import type { Asked } from "../drill/drill.ts";
import type { Gap } from "../reports/heartbeat.ts";
import type { NewNotification } from "../paging/notification.ts";
import type { Dependency } from "../incident/dependency.ts";
import type { PagingPlan } from "../paging/paging.ts";
import type {
  AlertGroup,
  Drill,
  DrillPerson,
  HealthCheckMonitor,
  InboundEvent,
  Incident,
  IncidentTransition,
  Instant,
  Subject,
  TimelineKind,
  WebhookMonitor,
} from "./model.ts";
import type { Status } from "./status.ts";

/** What is known of the drills of a group. */
export interface Drilling {
  /** Its members; nobody when no drill begins or ends. */
  people: readonly Asked[];
  /** Drills whose time is over, with who was asked. */
  over: readonly { drill: Drill; answers: readonly DrillPerson[] }[];
  /** When the next one after these is over; null: no other is under way. */
  next_end_at: Instant | null;
}

/** All that `decide` may look at. */
export type Snapshot = {
  subject: Subject;
  /** The unresolved incident that it is about, if there is one. */
  incident: Incident | null;
  /** What a monitor depends on; absent: nothing, or it does not matter. */
  parents?: readonly Dependency[];
  /** Of `paging_due` alone. */
  paging?: PagingPlan | null;
} & (
  | {
      kind: "alert_group";
      group: AlertGroup;
      /** Unresolved incidents by key: those the command may touch. */
      open: ReadonlyMap<string, Incident>;
      /** The earliest `resolve_at` after now. */
      next_resolve_at: Instant | null;
      /** Of `woken` and `drill_started` alone. */
      drilling: Drilling | null;
    }
  | { kind: "health_check_monitor"; monitor: HealthCheckMonitor }
  | {
      kind: "webhook_monitor";
      monitor: WebhookMonitor;
      /** Stored reports in `(now − window, now]`; those of the command itself are not among them. */
      in_window: number;
      /**
       * When the stored report arrived whose leaving takes the count below the threshold (the reports of
       * the command counted as staying); null: the stored ones do not decide it.
       */
      tipping_at: Instant | null;
      /** The last monitoring gap; null: there was none, or no report is expected. */
      gap: Gap;
    }
);

export type Change =
  /** Columns of the subject's one row. */
  | { kind: "subject"; set: Partial<Subject> }
  /** Reports to count, and which of their bodies to keep. */
  | {
      kind: "reports";
      counts: { at: Instant; count: number }[];
      kept: ErrorReport[];
    }
  /** Keep it as the beginning or the end of a run. */
  | { kind: "run"; beat: Beat }
  | {
      kind: "history";
      status: Status;
      reason: string | null;
    }
  /** What follows is about this incident; null: about one with this key that is still to be opened. */
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
    }
  /** Checks these monitors now: a dependent waits for their results. */
  | { kind: "ask"; ids: string[] }
  /** Re-evaluates the dependents, in a later transaction. */
  | { kind: "recheck-dependents" }
  /** Keep what was posted, with what became of it. */
  | { kind: "delivery"; event: Omit<InboundEvent, "id" | "replayed_at"> }
  /** Tell the people of the group; who and how is for `notification.ts`. */
  | {
      kind: "notify";
      transition: IncidentTransition;
      title: string;
      message: string;
      /** Tells pages of one incident apart; absent: it is the first. */
      round?: string;
      /** What it says takes the place of pages that have not left yet. */
      replaces?: boolean;
      /** A group that is told in place of the incident's; null or absent: the incident's. */
      group_id?: string | null;
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
