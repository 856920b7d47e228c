/**
 * What a decision wants written. The store has one writer per kind, so that a new kind does not compile
 * until it can be written.
 */
import type { ErrorReport } from "./command.ts";
import type { PagingPlan } from "./paging.ts";
import type {
  AlertGroup,
  HealthCheckMonitor,
  InboundEvent,
  Incident,
  Instant,
  Status,
  Subject,
  TimelineKind,
  Transition,
  WebhookMonitor,
} from "./model.ts";

/** All that `decide` may look at. */
export type Snapshot = {
  subject: Subject;
  /** The unresolved incident that it is about, if there is one. */
  incident: Incident | null;
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
  /** Keep what was posted, with what became of it. */
  | { kind: "delivery"; event: Omit<InboundEvent, "id" | "replayed_at"> }
  /** Tell the people of the group; who and how is for `notification.ts`. */
  | {
      kind: "notify";
      transition: Transition;
      title: string;
      message: string;
      /** Tells pages of one incident apart; absent: it is the first. */
      round?: string;
      /** What it says takes the place of pages that have not left yet. */
      replaces?: boolean;
      /** A group that is told in place of the incident's; null or absent: the incident's. */
      group_id?: string | null;
    };
