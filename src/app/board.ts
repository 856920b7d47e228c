/** What the pages of the dashboard ask for beside what the API answers: summaries, the newest first. */
import type { DrillFound } from "./ports.ts";
import type { Dependencies } from "../core/incident/dependency.ts";
import type {
  AlertGroup,
  ApiKey,
  CheckResult,
  HistoryEntry,
  Incident,
  InboundEvent,
  Instant,
  NotificationState,
  ResourceKind,
  Silence,
  SourceKind,
  TimelineEntry,
  Transition,
} from "../core/model/model.ts";
import type { Status } from "../core/model/status.ts";

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
