/** Creates and updates declared resources: one in a request of its own, or many in an apply. */
import { rules } from "../../core/declare/rules.ts";
import { completed } from "../../resource/part.ts";
import { sortedReferences, type Fields } from "../../resource/references.ts";
import { rowsOf } from "./lists.ts";
import { brokenReferences } from "./references.ts";
import { newAddress, newPingKey } from "./new-address.ts";
import { revive, runRevived } from "./kept.ts";
import { createSubject, link, linked } from "./running-state.ts";
import { endAccess } from "./end-access.ts";
import { keepsAnAdmin } from "./last-admin.ts";
import { allWritten } from "./written.ts";
import { storedAt } from "./assign.ts";
import { byActor, notifyOwner } from "../notify-owner.ts";
import type { Outcome } from "../outcome.ts";
import { followGroups, followMonitor } from "../push/follow-edits.ts";
import { followSchedules, rotate } from "./rotate.ts";
import { runCommand } from "../subject/run-command.ts";
import { keptForOther, restoreMasked } from "../../core/declare/secrets.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Declared, DeletedRows, Instant, ResourceKind, Spec } from "../../core/model/model.ts";
import type { Actor, Audited } from "../audit.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure } from "../../store/kit/procedure.ts";
import type { TableProcedures } from "../../store/kit/statements.ts";
import type { Role } from "../../resource/user.ts";
import { fieldChanges } from "../../core/declare/field-changes.ts";
import { allFieldsOf, descriptionOf, factsOf } from "../../resource/resources.ts";

export type SaveInput<K extends ResourceKind> = {
  actor: Actor;
  kind: K;
  /** The resource to update; null: find it by `external_id`, or create it. */
  id: string | null;
  /** The fields that were given; nulls already replaced by defaults. */
  given: Partial<Spec<K>>;
  /** All fields with defaults, for a create; null: only update. */
  complete: Spec<K> | null;
  /** The stored version must be one of these; null: any. */
  if_version: readonly number[] | null;
  /** Only create it: a stored one is not updated. */
  if_new?: boolean;
  /** Faults of fields of a wrong shape, which `given` lacks. Any fault refuses the save. */
  misshapen?: readonly Fault[];
  now: Instant;
};

/** Options of an apply for one resource: the project that adopts it, and its id if it is new. */
export interface Declaring {
  project: string;
  id: string;
  /** It was deleted some days ago, and comes back. */
  wasDeleted: boolean;
}

/** A resource whose row is stored. */
export interface Saved {
  kind: ResourceKind;
  /** null: it is new. */
  before: (Declared & Fields) | null;
  resource: Declared & Fields;
  /** The names of the fields that are stored anew; of a new one none. */
  changed: string[];
  /** It was deleted, and has come back. */
  kept?: DeletedRows;
}

/** Creates or updates one resource; it stays with its project. */
export function* saveResource(
  c: Context,
  input: SaveInput<ResourceKind>,
): Procedure<Outcome<Saved>> {
  const { actor, now } = input;
  const saved = yield* storeResource(c, input);
  if (!saved.ok) return saved;
  const change = changeOf(saved.value);
  if (!change) return saved;
  yield* allWritten(c, [change], actor, now);
  yield* followSaved(c, saved.value, actor.name, now);
  yield* followSchedules(c, actor, savedSchedules([saved.value]), now);
  yield* followGroups(c, actor.org_id, editedGroups([saved.value]), now);
  return saved;
}

/** The change to record; null: all was stored already. */
export function changeOf({ kind, before, resource, changed, kept }: Saved): Audited | null {
  if (kept) return { action: "restore", kind, object: resource };
  if (before && changed.length === 0) return null;
  if (!before) return { action: "create", kind, object: resource };
  const described = allFieldsOf(kind);
  const names = changed.filter((name) => name in described || name === "project");
  const pick = (of: Fields) => Object.fromEntries(names.map((name) => [name, of[name]]));
  const changes = fieldChanges(kind, pick(before), pick(resource));
  return { action: "update", kind, object: resource, changes };
}

/** Whether a stored resource is checked, counted or paged by other fields than before. */
const runsAnew = ({ kind, before, changed }: Saved): boolean =>
  before !== null && changed.some((name) => looksAgain(kind, name));

/** The groups whose rules were edited: `followGroups` takes them. */
export const editedGroups = (all: readonly Saved[]): string[] =>
  all.flatMap((saved) =>
    saved.kind === "alert_groups" && runsAnew(saved) ? saved.resource.id : [],
  );

/** The schedules among them: `followSchedules` takes them. */
export const savedSchedules = (all: readonly Saved[]): string[] =>
  all.flatMap(({ kind, resource }) => (kind === "schedules" ? resource.id : []));

/** Updates the running state and the incident of a stored resource. */
export function* followSaved(c: Context, saved: Saved, by: string, now: Instant): Procedure<void> {
  const { kind, before, resource, kept } = saved;
  if (kept && factsOf(kind).subject) return yield* runRevived(c, kept, by, now);
  if (before) yield* followMonitor(c, before, resource, by, now);
  if (
    before
      ? factsOf(kind).subject && runsAnew(saved)
      : scheduledBy.some((name) => resource[name] != null)
  )
    yield* runCommand(c, resource.id, { kind: "configured" }, now);
}

/**
 * Stores the row of a resource, with its running state if it is new. `declaring`: for an apply, whose plan has checked that
 * all references have a target, and that its external_id and address are free.
 */
export function* storeResource(
  c: Context,
  input: SaveInput<ResourceKind>,
  declaring?: Declaring,
): Procedure<Outcome<Saved>> {
  const { kind, actor, now } = input;
  const fields = input.given as Fields;
  const of = rowsOf(c, kind) as TableProcedures<Declared & Fields>;
  const stored = yield* findStored(c, input, declaring !== undefined);
  if (stored && input.if_new) return { ok: false, why: "exists", version: stored.version };
  if (stored && input.if_version?.includes(stored.version) === false)
    return { ok: false, why: "stale", version: stored.version };
  if (!stored && (input.id !== null || !input.complete)) return { ok: false, why: "not_found" };

  const { fields: described } = descriptionOf(kind);
  const proposed = stored
    ? { ...stored, ...(restoreMasked(kind, fields, stored) as Fields) }
    : (input.complete as Fields);
  const whole = { ...proposed, ...completed(described, proposed, stored ?? {}) };
  const references = declaring ? [] : yield* brokenReferences(c, kind, whole, actor.org_id);
  const broken = allFaults(input.misshapen ?? [], [
    ...rules(kind, whole),
    ...references,
    ...(stored ? keptForOther(kind, fields, stored) : []),
  ]);
  if (broken.length > 0) return { ok: false, why: "invalid", faults: broken };
  const wanted = sortedReferences(kind, whole);
  const taken = declaring
    ? yield* slugTakenBy(c, wanted, stored)
    : yield* takenBy(c, kind, wanted, stored, actor.org_id);
  if (taken) return taken;

  if (!stored) {
    const kept = declaring?.wasDeleted
      ? (yield* c.of.deleted_resources.first({ id: declaring.id }))?.rows
      : undefined;
    const created: Declared & Fields = {
      ...(kind === "schedules" ? { wake_at: null } : {}),
      ...(factsOf(kind).hasAddress ? newAddress(null, null) : {}),
      ...(factsOf(kind).hasPingKey ? newPingKey(null, null) : {}),
      ...kept?.resource,
      ...wanted,
      ...(kind === "users" ? { email_key: emailKey(wanted) } : {}),
      id: declaring?.id ?? c.newId(now),
      org_id: actor.org_id,
      external_id: (wanted["external_id"] as string | null | undefined) ?? null,
      project: declaring?.project ?? null,
      protect: wanted["protect"] === true,
      version: (kept?.resource.version ?? 0) + 1,
      inserted_at: kept?.resource.inserted_at ?? now,
      updated_at: now,
    };
    yield* of.insert(created);
    if (kept) {
      yield* revive(c, kind, kept, created, actor, now);
      return { ok: true, value: { kind, before: null, resource: created, changed: [], kept } };
    }
    const source = factsOf(kind).subject;
    if (source) yield* createSubject(c, source, created, now);
    if (kind === "schedules") yield* rotate(c, null, created, now);
    yield* link(c, created);
    return { ok: true, value: { kind, before: null, resource: created, changed: [] } };
  }

  if (kind === "users") {
    const refused = yield* keepsAnAdmin(c, [stored], (wanted["role"] ?? null) as Role | null);
    if (refused) return refused;
  }
  if (declaring) wanted["project"] = declaring.project;
  if (kind === "users") wanted["email_key"] = emailKey(wanted);
  const changed = Object.keys(wanted).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify((stored as Fields)[name]),
  );
  if (changed.length === 0)
    return { ok: true, value: { kind, before: stored, resource: stored, changed } };
  const set: Fields = {
    ...Object.fromEntries(changed.map((name) => [name, wanted[name]])),
    version: stored.version + 1,
    updated_at: now,
  };
  yield* c.of[kind].update({ id: stored.id }, set);
  const updated = { ...stored, ...set };
  if (kind === "schedules") yield* rotate(c, stored, updated, now);
  if (kind === "users" && (updated as Fields)["role"] === null) yield* endAccess(c, stored.id, now);
  if (changed.includes(linked)) yield* link(c, updated);
  if (kind === "users" && changed.includes("role")) {
    const roleOf = (user: object) => (user as { role: string | null }).role ?? "none";
    yield* notifyOwner(c, stored.id, now, {
      title: `Your role: ${roleOf(updated)}`,
      message: `Changed from ${roleOf(stored)} ${byActor(actor)}.`,
    });
  }
  return { ok: true, value: { kind, before: stored, resource: updated, changed } };
}

/** Whether a change of the field asks for a new check and a new count. */
function looksAgain(kind: ResourceKind, name: string): boolean {
  return name !== "project" && descriptionOf(kind).fields[name]?.looksAgain !== false;
}

/** Fields that plan something as soon as the resource is there. */
const scheduledBy = ["drill_cron", "expect_every_minutes", "expect_cron"];

const emailKey = (fields: Fields) => String(fields["email"]).toLowerCase();

function* findStored(
  c: Context,
  { kind, id, given, actor: { org_id } }: SaveInput<ResourceKind>,
  isPlanned: boolean,
): Procedure<(Declared & Fields) | undefined> {
  if (id !== null) return yield* storedAt(c, kind, id, org_id);
  if (isPlanned) return undefined;
  const external_id = (given as Fields)["external_id"];
  if (typeof external_id !== "string") return undefined;
  return (yield* c.of[kind].first({ org_id, external_id })) as (Declared & Fields) | undefined;
}

/** A conflict when another resource has the email or external_id already. */
export function* takenBy(
  c: Context,
  kind: ResourceKind,
  wanted: Fields,
  stored: Declared | undefined,
  org_id: string,
): Procedure<Extract<Outcome<never>, { why: "conflict" }> | null> {
  const external_id = wanted["external_id"];
  if (typeof external_id === "string" && external_id !== stored?.external_id) {
    const other = yield* c.of[kind].first({ org_id, external_id });
    if (other && other.id !== stored?.id)
      return conflict(
        "external_id",
        `external_id "${external_id}" belongs to another resource of this kind (${other.id})`,
      );
  }
  const taken = yield* slugTakenBy(c, wanted, stored);
  if (taken) return taken;
  if (kind === "users") {
    const other = yield* c.of.users.first({ org_id, email_key: emailKey(wanted) });
    if (other && other.id !== stored?.id)
      return conflict(
        "email",
        `another user (${other.id}) has the email ${String(wanted["email"])}`,
      );
  }
  return null;
}

/** A conflict when another status page has the address, perhaps one of another organization. */
function* slugTakenBy(
  c: Context,
  wanted: Fields,
  stored: Declared | undefined,
): Procedure<Extract<Outcome<never>, { why: "conflict" }> | null> {
  const { slug } = wanted;
  if (typeof slug !== "string") return null;
  const other = yield* c.of.status_pages.first({ slug });
  // Not a word on whose it is.
  return other && other.id !== stored?.id
    ? conflict("slug", `the address "${slug}" belongs to another status page`)
    : null;
}

function conflict(field: string, message: string): Extract<Outcome<never>, { why: "conflict" }> {
  return {
    ok: false,
    why: "conflict",
    message,
    faults: [{ field, code: "taken", message }],
  };
}
