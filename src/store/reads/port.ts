/** What the pages of the dashboard ask for beside what the API answers: summaries, the newest first. */
import type { Evidence } from "../../core/explain/explain.ts";
import type { Guidance } from "../../core/incident/guidance.ts";
import type { Receipt } from "../../core/explain/receipt.ts";
import type { Dependencies } from "../../core/incident/dependency.ts";
import type {
  AlertGroup,
  ApiKey,
  AuditEvent,
  BlindPeriod,
  CheckResult,
  Device,
  DeviceInvitation,
  Drill,
  DrillPerson,
  EventPosition,
  HistoryEntry,
  InboundEvent,
  Incident,
  IncidentStatus,
  Instant,
  LiveEvent,
  MemberRules,
  MonitorRun,
  Notification,
  NotificationAttempt,
  NotificationState,
  ResourceKind,
  Resources,
  Silence,
  SourceKind,
  Subject,
  TimelineEntry,
  Transition,
  WebhookAuth,
} from "../../core/model/model.ts";
import type { Status } from "../../core/model/status.ts";
import type { Node } from "../../core/model/node.ts";

/** A resource as it is shown: declared and running state together. */
export type Shown<K extends ResourceKind> = K extends "users"
  ? Resources[K]
  : Resources[K] & { subject: Subject };

export interface ShownMember extends MemberRules {
  user_id: string;
  email: string;
  name: string | null;
  devices: number;
  /** How many of them have answered a test or a drill. */
  verified_devices: number;
  inserted_at: Instant;
}

export interface DrillFound {
  drill: Drill;
  people: DrillPerson[];
}

/** An invitation to add a phone, and what became of it. */
export interface Invited {
  invitation: DeviceInvitation;
  /** Name or email of the person. */
  person: string;
  /** The test that was sent last; null: none was. */
  test: Notification | null;
}

/** A page of a list: rows after `after`, oldest first. */
export interface PageQuery {
  org_id: string;
  limit: number;
  after: { inserted_at: Instant; id: string } | null;
}

/** The secret that is agreed with a sender. */
export interface InboundAuth {
  kind: WebhookAuth;
  secret: string;
  timestamp_header: string | null;
}

export interface Vitals {
  nodes: (Node & {
    started_at: Instant;
    /** When it was used last, to a quarter of an hour. */
    seen_at: Instant;
    /** Health checks that it is making. */
    claims: number;
    /** When the first of these claims runs out; null: there is none. */
    oldest_claim_until: Instant | null;
  })[];
  monitors: { kind: SourceKind; status: string; count: number }[];
  flapping_monitors: number;
  /** Alert groups whose URL refused the last deliveries. */
  failing_urls: {
    org_id: string;
    id: string;
    title: string;
    since: Instant;
    reason: string;
  }[];
  unresolved_incidents: number;
  /** Monitors that open no incident because of what they depend on. */
  withheld_incidents: number;
  /** When nobody watched, of the last day; the latest first, and ten at most. */
  blind_periods: BlindPeriod[];
  /** How overdue the longest waiting check and push are, ms; 0: none waits. */
  oldest_due_check_ms: number;
  oldest_due_push_ms: number;
  pushes: { state: string; count: number }[];
  /** Groups that monitors use and that nobody can be reached through. */
  unreachable_groups: { org_id: string; id: string; title: string }[];
  /** Members who let a drill pass and have answered nothing since; `since`: when they were asked. */
  unanswered_drills: {
    org_id: string;
    alert_group_id: string;
    title: string;
    user_email: string;
    since: Instant;
  }[];
  broken_devices: {
    org_id: string;
    id: string;
    user_email: string;
    name: string | null;
    reason: string;
  }[];
}

/** A browser that is signed in: under a key, whose scopes are its own and whose end is its end. */
export interface Session {
  /** SHA-256 of what the cookie carries, hex. */
  hash: string;
  org_id: string;
  key_id: string;
  /** Who does what is done in it: shown in timelines and the audit log. */
  name: string;
  inserted_at: Instant;
  /** When it was used last, to a quarter of an hour. */
  seen_at: Instant;
  expires_at: Instant;
}

export interface Signed {
  session: Session;
  key: ApiKey & { organization: { id: string; name: string } };
}

/** What has a page of its own and a title. */
export type PlaceKind = Exclude<ResourceKind, "users">;

/** A group with a public status page. */
export type StatusPage = Pick<
  AlertGroup,
  "id" | "org_id" | "title" | "status_page" | "status_page_slug"
>;

/** How many monitors there are of each kind and status. */
export interface StatusCount {
  kind: SourceKind;
  status: Status;
  paused: boolean;
  count: number;
}

/** A monitor as a line of the list. */
export interface BoardMonitor {
  kind: "health_check_monitors" | "webhook_monitors";
  id: string;
  title: string;
  external_id: string | null;
  project: string | null;
  alert_group_id: string;
  group_title: string | null;
  status: Status;
  status_reason: string | null;
  status_since: Instant;
  inserted_at: Instant;
  paused_at: Instant | null;
  flapping_since: Instant | null;
  checked_at: Instant | null;
  last_received_at: Instant | null;
  checks_total: number | null;
  checks_passing: number | null;
}

/** One device that an incident was to be told to. */
export interface Told {
  incident_id: string;
  transition: Transition;
  state: NotificationState;
  person: string;
  device: string | null;
  delivered_at: Instant | null;
  last_error: string | null;
}

export interface MonitorFilter {
  /** Part of a title, in any case. */
  search: string | null;
  status: string | null;
  alert_group_id: string | null;
}

export interface BoardReads {
  /** Whoever holds what has this hash; null: nobody. Expiry is the caller's to see. */
  session(hash: string): Promise<Signed | null>;
  status_counts(org_id: string): Promise<StatusCount[]>;
  /** Worst first, then by title. */
  board_monitors(
    query: MonitorFilter & { org_id: string; limit: number; offset: number },
  ): Promise<BoardMonitor[]>;
  /** The sub-checks of health check monitors that have some. */
  results_of(ids: readonly string[]): Promise<{ subject_id: string; results: CheckResult[] }[]>;
  /** The history of each from the last entry at or before `since`, oldest first. */
  histories(org_id: string, ids: readonly string[], since: Instant): Promise<HistoryEntry[]>;
  /** Unresolved, those that nobody has taken first, then by priority and age; and how many there are. */
  open_incidents(
    org_id: string,
    limit: number,
  ): Promise<{ incidents: Incident[]; open: number; acknowledged: number }>;
  /** Newest first, opened before `before` (null: all). */
  recent_incidents(query: {
    org_id: string;
    source_id: string | null;
    before: { at: Instant; id: string } | null;
    limit: number;
  }): Promise<Incident[]>;
  /** Who was told of these incidents, and whether it arrived. */
  told(org_id: string, incident_ids: readonly string[]): Promise<Told[]>;
  /** The latest drill of a group; null: there was none. */
  last_drill(org_id: string, group_id: string): Promise<DrillFound | null>;
  /** Newest first, without bodies. */
  recent_deliveries(query: {
    org_id: string;
    target_id: string | null;
    before: { at: Instant; id: string } | null;
    limit: number;
  }): Promise<Omit<InboundEvent, "body" | "headers">[]>;
  /** Titles of groups and monitors. */
  titles(org_id: string, ids: readonly string[]): Promise<Map<string, string>>;
  /** The same with their kinds: what their addresses are made of. */
  places(
    org_id: string,
    ids: readonly string[],
  ): Promise<Map<string, { kind: PlaceKind; title: string }>>;
  /** Every group of every organization that has a public status page. */
  status_pages(): Promise<StatusPage[]>;
  /** Incidents on the public status page of a group that are not over, or since `since`; newest first. */
  published_incidents(query: { alert_group_id: string; since: Instant; limit: number }): Promise<
    {
      incident: Incident;
      /** What was published and taken off again, oldest first. */
      timeline: Pick<TimelineEntry, "at" | "kind" | "text">[];
    }[]
  >;
  /** Silences that are over, the last to end first. */
  ended_silences(query: { org_id: string; now: Instant; limit: number }): Promise<Silence[]>;
  /** What a monitor depends on, and what depends on it. */
  dependencies(id: string): Promise<Dependencies>;
  /** Where somebody who begins stands. */
  setupSteps(org_id: string): Promise<{
    groups: number;
    people: number;
    devices: number;
    monitors: number;
    members: number;
  }>;
}

/** What can be read; never writes, never waits for a writer. */
export interface Reads extends BoardReads {
  key_by_hash(
    hash: string,
  ): Promise<(ApiKey & { organization: { id: string; name: string } }) | null>;
  organizations(): Promise<{ id: string; name: string }[]>;
  /** True as long as no API key was ever made. */
  no_keys(): Promise<boolean>;
  /** Whom an inbound URL is about. `limit_of` names the kind. */
  inbound_target(webhook_id: string): Promise<{
    kind: Exclude<SourceKind, "health_check_monitor">;
    id: string;
    org_id: string;
    /** The URL was rotated away and works until then; null: it is the present one. */
    until: Instant | null;
    /** What a sender has to present beside the URL; null: nothing. */
    auth: InboundAuth | null;
  } | null>;
  resource<K extends ResourceKind>(
    kind: K,
    org_id: string,
    id: string,
    now: Instant,
  ): Promise<Shown<K> | null>;
  resources<K extends ResourceKind>(
    kind: K,
    query: PageQuery & {
      external_id?: string | undefined;
      alert_group_id?: string | undefined;
      status?: string | undefined;
      flapping?: boolean | undefined;
    },
    now: Instant,
  ): Promise<Shown<K>[]>;
  members(org_id: string, group_id: string): Promise<ShownMember[] | null>;
  devices(org_id: string, user_id: string): Promise<Device[] | null>;
  /** Whose device it is, and what its buttons are signed with; null: there is none. */
  device_owner(device_id: string): Promise<{
    org_id: string;
    secret: string;
    /** Name or email of the person. */
    person: string;
  } | null>;
  /** The invitation whose link carries what has this hash, in whatever state; null: there is none. */
  invited(hash: string): Promise<Invited | null>;
  invitation(org_id: string, user_id: string, id: string): Promise<Invited | null>;
  history(org_id: string, subject_id: string, query: PageQuery): Promise<HistoryEntry[]>;
  /** Runs of a webhook monitor, oldest first. The latest 100 are kept. */
  runs(monitor_id: string, query: Omit<PageQuery, "org_id">): Promise<MonitorRun[]>;
  incidents(
    query: PageQuery & {
      /** Those in one of these; undefined: all. */
      statuses?: readonly IncidentStatus[] | undefined;
      alert_group_id?: string | undefined;
      source_id?: string | undefined;
      /** Ended at or after. */
      since?: Instant | undefined;
      /** By number, for people. */
      number?: number | undefined;
    },
  ): Promise<Incident[]>;
  /** `current`: only those that are not over. */
  silences(query: PageQuery & { current?: boolean | undefined }, now: Instant): Promise<Silence[]>;
  silence(org_id: string, id: string): Promise<Silence | null>;
  incident(
    org_id: string,
    id: string,
  ): Promise<{
    incident: Incident;
    guidance: Guidance;
    timeline: TimelineEntry[];
    notifications: Notification[];
    receipts: Receipt[];
  } | null>;
  /** What explains who was told of an incident; null: there is none. */
  evidence(org_id: string, incident_id: string, now: Instant): Promise<Evidence | null>;
  /** Who is in a group, with what decides when they are told; null: there is no such group. */
  roster(
    org_id: string,
    group_id: string,
    at: Instant,
  ): Promise<(Pick<Evidence, "silences" | "people"> & { group: AlertGroup }) | null>;
  /** Drills of a group. */
  drills(query: PageQuery & { alert_group_id: string }): Promise<DrillFound[]>;
  notifications(
    query: PageQuery & {
      state?: string | undefined;
      incident_id?: string | undefined;
      user_id?: string | undefined;
    },
  ): Promise<Notification[]>;
  notification(
    org_id: string,
    id: string,
  ): Promise<{
    notification: Notification;
    attempts: NotificationAttempt[];
  } | null>;
  keys(query: PageQuery): Promise<ApiKey[]>;
  /** Bodies are cut to their beginning. */
  inbound_events(
    query: PageQuery & {
      target_id?: string | undefined;
      refused?: boolean | undefined;
    },
  ): Promise<InboundEvent[]>;
  inbound_event(org_id: string, id: string): Promise<InboundEvent | null>;
  audit_events(query: PageQuery): Promise<AuditEvent[]>;
  /** When nobody watched, of the last day; the latest first, and ten at most. */
  blind_periods(
    query: Omit<PageQuery, "org_id"> & {
      /** Ended at or after. */
      since?: Instant | undefined;
    },
  ): Promise<BlindPeriod[]>;
  /**
   * Events after a position, oldest first, of one organization or (null) of all; only those that nothing
   * can come before any more. `unsettled`: there are more that are to be waited for, for some milliseconds.
   */
  events(query: {
    org_id: string | null;
    after: EventPosition;
    limit: number;
  }): Promise<{ events: LiveEvent[]; unsettled: boolean }>;
  /** The last position of all; zeros when there are no events. */
  last_event(): Promise<EventPosition>;
  /** False when the event at a position is gone, and perhaps others after it. */
  event_kept(position: EventPosition): Promise<boolean>;
  /** Which configured push servers enabled devices use. */
  channels_used(): Promise<string[]>;
  /** Figures for `/health` and `/metrics`. */
  vitals(now: Instant): Promise<Vitals>;
}
