/**
 * What a decision wants written. The store has one writer per kind, so that a new kind does not compile
 * until it can be written.
 */
import type { ErrorReport } from "./command.ts";
import type {
  HealthCheckMonitor,
  HealthStatus,
  Incident,
  Instant,
  Subject,
  TimelineKind,
  Transition,
  WebhookMonitor,
  WebhookStatus,
} from "./model.ts";

/** All that `decide` may look at. */
export type Snapshot = {
  subject: Subject;
  /** The unresolved incident, if there is one. */
  incident: Incident | null;
} & (
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
      status: HealthStatus | WebhookStatus;
      reason: string | null;
    }
  | {
      kind: "incident-opened";
      title: string;
      summary: string;
      occurrences: number;
      details: Record<string, unknown>;
    }
  | { kind: "incident"; set: Partial<Incident> }
  | {
      kind: "timeline";
      entry: TimelineKind;
      text: string;
      actor: string | null;
    }
  /** Tell the people of the group; who and how is for `notification.ts`. */
  | { kind: "notify"; transition: Transition; title: string; message: string };
