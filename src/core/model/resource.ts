/** Declared resources, the rows that belong to them, and those that were deleted. */
import type { WebhookAuth } from "../../resource/alert-group.ts";
import type { Values } from "../../resource/field.ts";
import { resourceKinds, type ResourceKind, type SourceKind } from "../../resource/kinds.ts";
import {
  declared,
  described,
  factsOf,
  type FieldsOf,
  type KindsWith,
} from "../../resource/resources.ts";
import { instant, integer, text, type Instant, type Row } from "./column.ts";

export { resourceKinds, type ResourceKind, type SourceKind, type WebhookAuth };

/** The declared kinds that incidents come from. */
export type SubjectKind = KindsWith<"subject">;
/** The declared kinds with an inbound URL. */
export type AddressKind = KindsWith<"hasAddress">;
/** The declared kinds with a ping key. */
export type PingedKind = KindsWith<"hasPingKey">;
/** The declared kinds that watch something for an alert group. */
export type MonitorKind = KindsWith<"isMonitor">;

const ofEach = {
  id: text().key(),
  org_id: text(),
  /** The project whose manifest declares it; null: none. */
  project: text().orNull(),
  /** Counts the changes of its declared fields, from 1; the ETag. */
  version: integer(),
  inserted_at: instant("stays"),
  updated_at: instant("stays"),
};

/** The fields of every declared resource, beside its own. */
export interface Declared extends Row<typeof ofEach> {
  external_id: string | null;
  /** Declared: neither prune nor destroy deletes it. */
  protect: boolean;
}

const ofAddressed = {
  /** The secret in the URL. */
  webhook_id: text().sealed(),
  /** Its `hashWebhookId`, by which the resource is found. */
  webhook_hash: text().defaultsTo(""),
  /** The one before it was rotated, which goes on working for a while; null: none. */
  previous_webhook_id: text().orNull().sealed(),
  previous_webhook_hash: text().orNull(),
  previous_webhook_until: instant("moves").orNull(),
};

/** The secret address of a resource that is posted to. */
export interface Addressed extends Row<typeof ofAddressed> {}

const ofPinged = {
  /** The secret in the URLs of pings that name a webhook monitor by its `external_id`. */
  ping_key: text().sealed(),
  /** Its `hashWebhookId`, by which the resource is found. */
  ping_key_hash: text(),
  /** That of the one before it was rotated, which goes on working for a while; null: none. */
  previous_ping_key_hash: text().orNull(),
  previous_ping_key_until: instant("moves").orNull(),
};

/** The ping key of a resource whose monitors are pinged by name. */
export interface Pinged extends Row<typeof ofPinged> {}

/** The columns of a kind of resource: its fields are described in `resource/`. */
export const columnsOfKind = <K extends ResourceKind>(kind: K) =>
  ({
    ...ofEach,
    ...declared[kind].fields,
    ...(factsOf(kind).hasAddress && ofAddressed),
    ...(factsOf(kind).hasPingKey && ofPinged),
  }) as unknown as typeof ofEach &
    FieldsOf<K> &
    (K extends AddressKind ? typeof ofAddressed : unknown) &
    (K extends PingedKind ? typeof ofPinged : unknown);

/** A resource by the kind it is declared under. */
export type Resources = {
  [K in ResourceKind]: Declared &
    Values<FieldsOf<K>> &
    (K extends AddressKind ? Addressed : unknown) &
    (K extends PingedKind ? Pinged : unknown);
};

export type User = Resources["users"];
export type AlertGroup = Resources["alert_groups"];
export type HealthCheckMonitor = Resources["health_check_monitors"];
export type WebhookMonitor = Resources["webhook_monitors"];
export type StatusPage = Resources["status_pages"];

/** The fields that a client may declare: a resource without its generated fields. */
export type Spec<K extends ResourceKind> = Omit<
  Resources[K],
  keyof Declared | keyof Addressed | keyof Pinged
> & {
  external_id: string | null;
  protect: boolean;
};

export interface Device extends Row<typeof devices> {}
export const devices = {
  id: text().key(),
  org_id: text(),
  user_id: text(),
  ...described.devices.fields,
  verified_at: instant("stays").orNull(),
  /** Since when its push server rejects it permanently, and why. A later success clears both. */
  broken_at: instant("stays").orNull(),
  broken_reason: text().orNull(),
  version: integer().startsAs(1),
  inserted_at: instant("stays"),
  updated_at: instant("stays"),
};

/**
 * An invitation link that adds one phone of a user, valid for half an hour. The first test creates the device,
 * so an unused link leaves no trace.
 */
export interface DeviceInvitation extends Row<typeof device_invitations> {}
export const device_invitations = {
  id: text().key(),
  org_id: text(),
  user_id: text(),
  /** SHA-256 of the link's token, hex. */
  hash: text(),
  /** The device to be: its name, topic and server (null: the configured default). */
  name: text().orNull(),
  target: text().sealed(),
  server: text().orNull().sealed(),
  /** null: no test was asked for. */
  device_id: text().orNull(),
  /** How many tests were asked for. */
  tests: integer().startsAs(0),
  /** When the device was verified; the link is used up then. */
  verified_at: instant("stays").orNull(),
  expires_at: instant("moves"),
  inserted_at: instant("stays"),
};

/** The overrides of a member; null: the group's value. */
export type MemberRules = Values<typeof described.members.fields>;

/** A user in a group. */
export interface Member extends Row<typeof members> {}
export const members = {
  group_id: text().key(),
  user_id: text().key(),
  org_id: text(),
  ...described.members.fields,
  inserted_at: instant("stays"),
};

/** A deleted resource, with the rows that were deleted with it. */
export interface DeletedRows {
  resource: Declared & Record<string, unknown>;
  /** The rows of lists that it had, or that led to it, by their tables: the members of a group, the memberships of a user. */
  lists: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  /** Other rows of its own, by their tables: the devices of a user, the versions of a schedule. */
  own: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  /** null: it was not paused. `until` null: until it is resumed. */
  pause: { until: Instant | null } | null;
}

/** A deleted resource that can still be restored. */
export interface DeletedResource extends Row<typeof deletedResource> {}
export const deletedResource = {
  /** That of the resource. */
  id: text().key(),
  org_id: text(),
  kind: text<ResourceKind>(),
  external_id: text().orNull(),
  title: text(),
  project: text().orNull(),
  deleted_at: instant("stays"),
  /** The name of the actor. */
  deleted_by: text(),
};
