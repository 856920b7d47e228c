/** Records: inbound events, the audit log, live events and monitoring gaps. */
import type { SourceKind } from "../../resource/kinds.ts";
import { instant, integer, json, text, type Row } from "./column.ts";

/** The answer to a form that did its work: where its browser is sent. */
export interface FormAnswer {
  location: string;
}

/** The answer to a delivery that was accepted. */
export interface DeliveryAnswer {
  /** Reports or alerts. */
  accepted: number;
  /** The format of an alert group's delivery. */
  format?: string;
  /** For clients of PagerDuty and of Alertmanager. */
  status?: "success";
  message?: string;
  /** The identity of an event of PagerDuty's, by which its sender ends it. */
  dedup_key?: string;
  /** The same, in version 1. */
  incident_key?: string;
  /** Alerts in the body, those that were read, and those that were not; absent: all were read. */
  alerts?: number;
  read?: number;
  left_out?: number;
  /** Items of an SDK below the severity of an error, by their kind. */
  dropped?: Readonly<Record<string, number>>;
  /** The id that a Sentry SDK gave to its event. */
  id?: string;
  /** The remedy for the sender. */
  detail?: string;
}

/**
 * The ring that keeps an inbound event: the oldest is deleted for a newer one of the same ring only.
 * `unauthenticated`: the sender did not present the secret of the URL; also a replay of such an event.
 */
export type DeliveryRing = "accepted" | "rejected" | "unauthenticated";

/** The format of a refused signal of a run: its path was all that it said, so it is not replayed. */
export const pingFormat = "ping";

/**
 * An inbound event: each request to an alert group's webhook URL, and refused requests to a webhook monitor's.
 * None is lost, and refused ones can be replayed.
 */
export interface InboundEvent extends Row<typeof inbound_events> {}
export const inbound_events = {
  id: text().key(),
  org_id: text(),
  target_kind: text<SourceKind>(),
  target_id: text(),
  received_at: instant("stays"),
  http_status: integer(),
  /** The result, or why it was refused; for people. */
  reason: text(),
  /** The format it was read as; `pingFormat`: the signal of a run that was refused; null: it was not read. */
  format: text().orNull(),
  /** Alerts or reports that were taken. */
  accepted: integer().defaultsTo(0),
  /** The headers that identify the sender, without credentials. */
  headers: json<Record<string, string>>().defaultsTo({}),
  content_type: text().orNull(),
  /** Size of the body, unpacked if it could be, bytes. */
  size: integer().defaultsTo(0),
  ring: text<DeliveryRing>().defaultsTo("accepted"),
  /** The event that was replayed as this one. */
  replay_of: text().orNull(),
  /** When it was replayed last. */
  replayed_at: instant("stays").orNull(),
  /**
   * Text; bytes that are not UTF-8 are replaced. Refused by a monitor: its first 16 KiB. Last, so that the columns before
   * it are read without it.
   */
  body: text(),
};

export interface AuditEvent extends Row<typeof audit_events> {}
export const audit_events = {
  id: text().key(),
  org_id: text(),
  at: instant("stays"),
  actor: text(),
  /** The key that authenticated the actor; null: a command on the server, or a button of a push. */
  key_id: text().orNull(),
  key_name: text().orNull(),
  /** The browser session in which the key was used; never its token. */
  session_id: text().orNull(),
  /** Id of the user that was signed in; null: none. */
  account: text().orNull(),
  /** The actor's address, as trusted proxies report it. */
  client_address: text().orNull(),
  /** The program of the actor in words: a browser and its system, or `monitorctl`. */
  agent: text().orNull(),
  action: text(),
  object_kind: text(),
  object_id: text(),
  object_title: text().orNull(),
  request_id: text().orNull(),
  /** Its fields before and after, without secrets; null: the action says all. */
  changes: json<AuditChange[]>().orNull(),
  /** The event of the apply that it is a part of; null: none. */
  part_of: text().orNull(),
  /** Changes of an apply by their action; null: another action. */
  counts: json<Record<string, number>>().orNull(),
};

/** A field before and after. The same change of several resources by an apply is one, with their number. */
export interface AuditChange {
  field: string;
  /** Without secrets; long texts are cut. */
  from: unknown;
  to: unknown;
  /** Kind of the resource in an apply, and its title if it is one alone. */
  kind?: string;
  title?: string | null;
  times?: number;
}

/** A live event names the object that changed, so that a client can reload it. */
export const liveEvent = {
  org_id: text(),
  at: instant("stays"),
  /**
   * status: of a monitor or of an alert group's URL. incident: the incident or its timeline. delivery: to
   * an inbound URL. resource: something declared, a device or a key.
   */
  kind: text<"status" | "incident" | "delivery" | "resource">(),
  /** The object that it concerns. */
  object_id: text(),
  /** Few, small and no secrets. */
  about: json<Record<string, string | number | boolean | null>>(),
};

/** In the order of `tx`, then `seq`. */
export interface EventPosition {
  tx: number;
  seq: number;
}

export interface LiveEvent extends Row<typeof liveEvent> {
  /** Where it stands in the order of all events; resuming begins after it. */
  position: EventPosition;
}

/**
 * Causes of a monitoring gap. stopped: no node ran. suspended: the node was suspended. database: the
 * database was unavailable. offline: the node had no network. clock: the clock was stepped; checks and pages went on.
 */
export const gapReasons = ["stopped", "suspended", "database", "offline", "clock"] as const;

/** A monitoring gap. */
export interface MonitoringGap extends Row<typeof blind_periods> {}
export const blind_periods = {
  id: text().key(),
  from: instant("apart"),
  to: instant("moves"),
  reason: text<(typeof gapReasons)[number]>(),
  /** Until then, findings of checks belong to the message about the gap. */
  settling_until: instant("moves"),
};
