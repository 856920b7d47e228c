/** Creating and updating what is declared: by a request for one resource, or by an apply for many. */
import { randomUUID } from "node:crypto";
import type { Actor, Outcome, SaveInput, Shown } from "../../app/ports.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Declared, Instant, ResourceKind, SourceKind } from "../../core/model/model.ts";
import { rules, sorted } from "../../core/declare/rules.ts";
import { restoreMasked } from "../../core/declare/secrets.ts";
import { descriptionOf } from "../../resource/resources.ts";
import type { Context } from "../kit/context.ts";
import { write, type Procedure } from "../kit/procedure.ts";
import type { TableProcedures } from "../kit/statements.ts";
import { resultsOf } from "../records/snapshot.ts";
import { audit } from "./audit.ts";
import { createSubject, link } from "./beginning.ts";
import { dangling } from "./references.ts";
import { command } from "./subject.ts";

type Fields = Record<string, unknown>;

/** The kind of subject that a kind of resource has; nothing for the other kinds. */
export const sourceKinds: Partial<Record<ResourceKind, SourceKind>> = {
  alert_groups: "alert_group",
  health_check_monitors: "health_check_monitor",
  webhook_monitors: "webhook_monitor",
};

export function* save(
  c: Context,
  input: SaveInput<ResourceKind>,
): Procedure<Outcome<{ created: boolean; resource: Shown<ResourceKind> }>> {
  const saved = yield* saveResource(c, input, undefined);
  if (!saved.ok) return saved;
  const { created, resource } = saved.value;
  return {
    ok: true,
    value: { created, resource: yield* shown(c, input.kind, resource) },
  };
}

/** `project` undefined: whoever declares it stays; a string: that project takes it. */
export function* saveResource(
  c: Context,
  input: SaveInput<ResourceKind>,
  project: string | null | undefined,
): Procedure<Outcome<{ created: boolean; changed: boolean; resource: Declared & Fields }>> {
  const { kind, actor, now } = input;
  const given = input.given as Fields;
  const of: TableProcedures<Declared & Fields> = c.of[kind];
  const stored = yield* findStored(c, input);
  if (stored && input.if_version !== null && stored.version !== input.if_version)
    return { ok: false, why: "stale", version: stored.version };
  if (!stored && (input.id !== null || !input.complete)) return { ok: false, why: "not_found" };

  const wanted: Fields = stored
    ? { ...stored, ...(restoreMasked(kind, given, stored) as Fields) }
    : { ...(input.complete as Fields) };
  const faults: Fault[] = [...rules(kind, wanted), ...(yield* dangling(c, wanted, actor.org_id))];
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  const parents = wanted["depends_on"] as string[] | undefined;
  if (parents) wanted["depends_on"] = sorted(parents);
  const taken = yield* takenBy(c, kind, wanted, stored, actor.org_id);
  if (taken) return taken;

  if (!stored) {
    const created: Declared & Fields = {
      ...wanted,
      ...(kind === "users" ? { email_key: emailKey(wanted) } : {}),
      ...(kind === "alert_groups" || kind === "webhook_monitors"
        ? {
            webhook_id: randomUUID(),
            previous_webhook_id: null,
            previous_webhook_until: null,
          }
        : {}),
      id: c.newId(now),
      org_id: actor.org_id,
      external_id: (wanted["external_id"] as string | null | undefined) ?? null,
      project: project ?? null,
      protect: wanted["protect"] === true,
      version: 1,
      inserted_at: now,
      updated_at: now,
    };
    yield* of.insert(created);
    const source = sourceKinds[kind];
    if (source) yield* createSubject(c, source, created, now);
    if (scheduledBy.some((name) => created[name] != null))
      yield* command(c, {
        subject_id: created.id,
        command: { kind: "configured" },
        now,
      });
    yield* link(c, created);
    yield* written(c, "create", kind, created, actor, now);
    return {
      ok: true,
      value: { created: true, changed: true, resource: created },
    };
  }

  if (project !== undefined) wanted["project"] = project;
  if (kind === "users") wanted["email_key"] = emailKey(wanted);
  const changed = Object.keys(wanted).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify((stored as Fields)[name]),
  );
  if (changed.length === 0)
    return {
      ok: true,
      value: { created: false, changed: false, resource: stored },
    };
  const set: Fields = {
    ...Object.fromEntries(changed.map((name) => [name, wanted[name]])),
    version: stored.version + 1,
    updated_at: now,
  };
  yield* c.of[kind].update({ id: stored.id }, set);
  const updated = { ...stored, ...set };
  if (changed.includes("depends_on")) yield* link(c, updated);
  yield* written(c, "update", kind, updated, actor, now);
  const running = changed.some((name) => looksAgain(kind, name));
  if (kind === "alert_groups" && running) {
    // What was held for the old hours may go by the new ones.
    yield* write(c.q.lookAgain, { org_id: actor.org_id, now });
    c.nudge("pushes");
  }
  if (sourceKinds[kind] && running)
    yield* command(c, {
      subject_id: stored.id,
      command: { kind: "configured" },
      now,
    });
  return {
    ok: true,
    value: { created: false, changed: true, resource: updated },
  };
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
): Procedure<(Declared & Fields) | undefined> {
  if (id !== null)
    return (yield* c.of[kind].first({ id, org_id })) as (Declared & Fields) | undefined;
  const external_id = (given as Fields)["external_id"];
  if (typeof external_id !== "string") return undefined;
  return (yield* c.of[kind].first({ org_id, external_id })) as (Declared & Fields) | undefined;
}

/** A conflict when another resource has the email or external_id already. */
function* takenBy(
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
  const slug = wanted["status_page_slug"];
  if (kind === "alert_groups" && typeof slug === "string") {
    const other = yield* c.of.alert_groups.first({ status_page_slug: slug });
    // It may be of another organization: not a word on whose it is.
    if (other && other.id !== stored?.id)
      return conflict("status_page_slug", `the address "${slug}" belongs to another status page`);
  }
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

function conflict(field: string, message: string): Extract<Outcome<never>, { why: "conflict" }> {
  return {
    ok: false,
    why: "conflict",
    message,
    faults: [{ field, code: "taken", message }],
  };
}

/** What every change of something declared leaves behind. */
export function* written(
  c: Context,
  action: string,
  kind: string,
  object: { id: string } & Fields,
  actor: Actor,
  now: Instant,
): Procedure<void> {
  yield* write(c.q.bumpRevision, { id: actor.org_id });
  yield* audit(c, { action, kind, object, actor, now });
}

/** The resource as it is shown: with its running state, if it has one. */
export function* shown<K extends ResourceKind>(
  c: Context,
  kind: K,
  resource: Declared,
): Procedure<Shown<K>> {
  if (!sourceKinds[kind]) return resource as unknown as Shown<K>;
  const subject = {
    ...(yield* c.of.subjects.first({ id: resource.id })),
    results: yield* resultsOf(c, resource.id),
  };
  return { ...resource, subject } as unknown as Shown<K>;
}
