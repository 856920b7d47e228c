/** The facts of a decision. The store loads them; `decide` reads no others. */
import type { AudiencePerson } from "../on-call/audience.ts";
import type {
  AlertGroup,
  Device,
  MonitoringGap,
  Drill,
  DrillPerson,
  HealthCheckMonitor,
  Incident,
  Instant,
  Notification,
  RunUnderWay,
  Silence,
  Subject,
  WebhookMonitor,
} from "../model/model.ts";

/** A group that is paged too, and how long after the one before it. */
export interface EscalationStep {
  to: string;
  after_minutes: number;
}

/** An enabled device of a member of the group, as far as a reminder to it is concerned. */
export interface ReminderRecipient {
  device: Pick<Device, "broken_at">;
  /** The first gate that is closed for a page now, and how it opens (`core/paging/gate`); null: a page may go. */
  closed: { closed: null | "drop" | { until: Instant | null } } | null;
  /** Its pages of the incident that were not handed over, oldest first. */
  pages: readonly Pick<
    Notification,
    | "state"
    | "attempts"
    | "held_reason"
    | "attempted_at"
    | "delivered_at"
    | "perhaps_delivered"
    | "channel_refused"
    | "handed_over"
    | "inserted_at"
    | "key"
    | "alert_group_id"
  >[];
  /** When a page of the incident may leave that is on hold through another group, and not among these; absent: none is. */
  elsewhere_at?: Instant | null;
}

/** A group that an incident pages, and how far its reminders are (`core/paging/rounds`). */
export interface GroupPaging extends Pick<Incident, "paged_at" | "page_round"> {
  group: AlertGroup;
  /** When it was to be paged: with the incident's opening or restart, or when it was escalated to. */
  since: Instant;
  /** The devices of its audience; of `paging_due` alone. */
  recipients?: readonly ReminderRecipient[] | undefined;
  /** When the first page for it was attempted since then, people who left included; absent: not known. */
  attempted_at?: Instant | null | undefined;
  /** A page for it since then has arrived or may arrive, also on a device that is disabled by now; absent: not known. */
  reached?: boolean | undefined;
}

/** The parts of a monitor that its dependents read. */
export type Dependency = Pick<HealthCheckMonitor, "id" | "title"> &
  Pick<Subject, "status" | "paused_at" | "checked_at" | "release_at">;

/** The input of a decision about paging. */
export interface PagingPlan {
  /** The incident's group. */
  group: AlertGroup;
  /** The escalation steps after it. */
  steps: readonly EscalationStep[];
  /** Titles of those groups, by id. */
  titles: ReadonlyMap<string, string>;
  /** Groups without a member that can be reached; absent where the next pages are not shown. */
  unreachable?: ReadonlySet<string>;
  /** The devices of the group's audience; of `paging_due` alone. */
  recipients?: readonly ReminderRecipient[];
  /** As in `GroupPaging`. */
  attempted_at?: Instant | null;
  reached?: boolean;
  /** The groups that the incident was escalated to; absent: none. */
  escalated?: readonly GroupPaging[];
  /** Silences since paging began; of `paging_due` alone. */
  silences?: readonly Silence[];
}

/** The last monitoring gap; null: none. */
export type Gap = Pick<MonitoringGap, "from" | "to"> | null;

/** The drills of a group. */
export interface Drilling {
  /** The members of the group; empty unless a drill begins or ends. */
  people: readonly AudiencePerson[];
  /** Drills whose time has passed, with their participants. */
  over: readonly { drill: Drill; answers: readonly DrillPerson[] }[];
  /** When the next drill after these ends; null: no other is under way. */
  next_end_at: Instant | null;
}

/** All facts that `decide` reads. */
export type Snapshot = {
  subject: Subject;
  /** The unresolved incident that it is about, if any. */
  incident: Incident | null;
  /** The dependencies of a monitor; absent: none, or the decision does not need them. */
  parents?: readonly Dependency[];
  /** The last incident of a monitor; null: it had none. For `reopened` alone. */
  latest?: Incident | null;
  /**
   * The last incident about deliveries to its URL that could not be read; absent: none, or the decision does not
   * need it.
   */
  refusal?: Incident | null;
  /** Whether the author of an acknowledgement was asked to take the incident over; absent: no. */
  takes_over?: boolean;
  /** For `paging_due` and, of the group that it goes to, for `moved` and `handed_over`. */
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
      /** Stored reports after `window_from`; those of the command itself are not among them. */
      in_window: number;
      /** `now − window`, or earlier where that makes no difference to the decision (`core/reports/counted`). */
      window_from: Instant;
      /**
       * When the stored report arrived whose leaving takes the count below the threshold (the reports of
       * the command counted as staying); null: the stored ones do not decide it.
       */
      tipping_at: Instant | null;
      /** The last monitoring gap; null: none, or no report is expected. */
      gap: Gap;
      /** Runs under way, oldest first; empty unless one ends. */
      running: readonly RunUnderWay[];
      /**
       * When runs failed in the window, or in the one in which the monitor began to fire, and since then; oldest first.
       * Empty when no report is expected.
       */
      failures: readonly Instant[];
    }
);
