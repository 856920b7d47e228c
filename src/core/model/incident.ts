/** Incidents, and the timeline of each. */
import type { SourceKind } from "../../resource/kinds.ts";
import { instant, integer, json, text, type Row } from "./column.ts";

export const incidentStatuses = ["open", "acknowledged", "resolved"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export interface Incident extends Row<typeof incidents> {}
export const incidents = {
  id: text().key(),
  org_id: text(),
  /** 1, 2, 3 … within the organization. */
  number: integer(),
  source: text<SourceKind>(),
  source_id: text(),
  /** Identifies an alert of a group; `""` for monitors, which have one problem at a time. */
  key: text(),
  alert_group_id: text(),
  title: text(),
  summary: text(),
  status: text<IncidentStatus>().startsAs("open"),
  priority_level: integer(),
  opened_at: instant("moves"),
  acknowledged_at: instant("moves").orNull(),
  acknowledged_by: text().orNull(),
  /** The acknowledging user; null: not acknowledged, or not by an account or a device. */
  acknowledged_user_id: text().orNull(),
  /** When the acknowledgement ends; null: when its group says so, or with the incident. */
  snoozed_until: instant("moves").orNull(),
  resolved_at: instant("stays").orNull(),
  resolved_reason: text().orNull(),
  /** Error reports counted into it, or how often its alert was sent. */
  occurrences: integer(),
  /** Which firing of its alert this is: when that began, as the sender says; null: it does not, or no alert. */
  episode: instant("chosen").orNull(),
  /** When it auto-resolves unless its alert is received again; null: its tool sends a resolve. */
  resolve_at: instant("moves").orNull(),
  /** Since when it is unacknowledged. */
  paging_since: instant("moves").defaultsTo(0),
  /**
   * When its group was to be paged, not before its contact hours began, or when a page that was on hold left; then the last
   * round: the next one counts from here. null: pages are on hold (`core/paging/rounds`).
   */
  paged_at: instant("moves").orNull(),
  /** Reminders that left since its group was paged, and steps of the escalation taken since `paging_since`. */
  page_round: integer().defaultsTo(0),
  page_steps: integer().defaultsTo(0),
  /** How many people and groups were asked to help since it opened (`core/incident/responders`). */
  responders: integer().defaultsTo(0),
  /** When the next group is paged; null: none is, or the clock stands (`core/paging/escalation`). */
  escalate_at: instant("moves").orNull(),
  /** When paging goes on; null: it does not. */
  act_at: instant("moves").orNull(),
  /** Since when it pages at any hour, because a person asked for that; null: by the contact hours. */
  any_hour_since: instant("moves").orNull(),
  /** Since when it is on public status pages; null: it is not. */
  published_at: instant("moves").orNull(),
  /** Its public title; null: the names of the systems that it affects. */
  public_title: text().orNull(),
  /** The status pages that it is on. */
  published_on: json<PublishedOn[]>().defaultsTo([]),
  /** Resolved by a user while its source still fails: when the source pages again; for people. */
  pages_again: text().orNull(),
  /** The inbound events that opened and resolved it; null: none did. */
  opened_by: text().orNull(),
  resolved_by: text().orNull(),
  details: json<Record<string, unknown>>(),
};

/** The columns of an incident whose acknowledgement was taken back or ended. */
export const unacknowledged = {
  status: "open",
  acknowledged_at: null,
  acknowledged_by: null,
  acknowledged_user_id: null,
  snoozed_until: null,
} as const satisfies Partial<Incident>;

/** The kinds of entry in an incident's timeline. */
export type TimelineKind =
  | "opened"
  | "status_changed"
  | "acknowledged"
  | "unacknowledged"
  | "reopened"
  | "note"
  /** A public update: `text` appears on the status page. */
  | "published"
  | "unpublished"
  /** A public update was corrected or deleted, or the public title was. */
  | "corrected"
  | "retitled"
  | "repeated"
  | "escalated"
  /** A page to devices that could not be paged before. */
  | "paged"
  | "moved"
  | "priority_changed"
  | "held"
  | "resolved"
  | "paused"
  | "resumed"
  | "nobody_to_notify"
  | "delivered"
  | "perhaps_delivered"
  | "not_reached"
  | "refused"
  | "expired"
  | "dropped";

/** The state of an incident as the public reads of it. */
export const publicUpdateStates = [
  "investigating",
  "identified",
  "monitoring",
  "resolved",
] as const;
export type PublicUpdateState = (typeof publicUpdateStates)[number];

/** A status page that an incident is published on, with the names of the systems that it affects there. */
export interface PublishedOn {
  page_id: string;
  systems: string[];
}

export interface TimelineEntry extends Row<typeof timeline> {}
export const timeline = {
  id: text().key(),
  incident_id: text(),
  at: instant("stays"),
  kind: text<TimelineKind>(),
  text: text(),
  /** The name of the person or key; null for the service itself. */
  actor: text().orNull(),
  /** The user behind that name; null: a key, or the service itself. */
  user_id: text().orNull(),
  /** The state that a public update says; null: none. */
  public_state: text<PublicUpdateState>().orNull(),
  /** When a public update was corrected last; null: it is as it was written. */
  edited_at: instant("stays").orNull(),
};

/** The first press of a button of a push about an incident. */
export interface ButtonPress extends Row<typeof answers> {}
export const answers = {
  incident_id: text().key(),
  device_id: text().key(),
  verb: text<"acknowledge" | "snooze">().key(),
  org_id: text(),
  user_id: text(),
  at: instant("stays"),
};
