/** Whose a resource is: taking it over for a project, and letting go of it. */
import type { Actor, Outcome, Verbs } from "../../app/ports.ts";
import type { Declared, Instant, ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { written } from "./save.ts";

type Fields = Record<string, unknown>;

/** All of the resources, or none when one of them is not there or its external id is taken. */
export function* own(
  c: Context,
  { actor, project, resources, now }: Parameters<Verbs["own"]>[0],
): Procedure<ReturnType<Verbs["own"]>> {
  const { org_id } = actor;
  const owned: { kind: ResourceKind; stored: Declared & Fields }[] = [];
  const taken = new Set<string>();
  for (const [index, { kind, id, external_id }] of resources.entries()) {
    const stored = yield* storedAt(c, kind, id, org_id);
    const field = `resources[${index}]`;
    if (!stored) return invalid(field, "not_found", `there is no ${kind} ${id}`);
    const name = external_id ?? stored.external_id;
    if (project !== null && name === null)
      return invalid(
        `${field}.external_id`,
        "required",
        `"${titleOf(stored)}" has no external_id, and a manifest needs one: give it one`,
      );
    const other =
      name === null ? undefined : yield* c.of[kind].first({ org_id, external_id: name });
    const key = `${kind}/${name}`;
    if ((other && other.id !== id) || (name !== null && taken.has(key)))
      return invalid(
        `${field}.external_id`,
        "taken",
        `"${name}" belongs to another resource of this kind`,
      );
    taken.add(key);
    owned.push({ kind, stored: { ...stored, external_id: name } });
  }
  const changes = [];
  for (const { kind, stored } of owned) {
    const { id, external_id } = stored;
    const was = yield* assign(c, actor, kind, id, project, now, external_id);
    changes.push({
      kind,
      id,
      external_id,
      title: titleOf(stored),
      from: was,
      to: project,
    });
  }
  return { ok: true, value: changes };
}

/** Makes a project the owner of a resource, or nobody; answers whose it was. */
export function* assign(
  c: Context,
  actor: Actor,
  kind: ResourceKind,
  id: string,
  project: string | null,
  now: Instant,
  external_id?: string | null,
): Procedure<string | null> {
  const stored = yield* storedAt(c, kind, id, actor.org_id);
  if (!stored) return null;
  const named = external_id ?? stored.external_id;
  if (stored.project !== project || stored.external_id !== named) {
    const set = {
      project,
      external_id: named,
      version: stored.version + 1,
      updated_at: now,
    };
    yield* c.of[kind].update({ id }, set);
    const action = project === null ? "detach" : "adopt";
    yield* written(c, action, kind, { ...stored, ...set }, actor, now);
  }
  return stored.project;
}

function* storedAt(
  c: Context,
  kind: ResourceKind,
  id: string,
  org_id: string,
): Procedure<(Declared & Fields) | undefined> {
  return (yield* c.of[kind].first({ id, org_id })) as (Declared & Fields) | undefined;
}

const titleOf = (fields: Fields) => String(fields["title"] ?? fields["name"] ?? fields["email"]);

function invalid(
  field: string,
  code: string,
  message: string,
): Extract<Outcome<never>, { why: "invalid" }> {
  return { ok: false, why: "invalid", faults: [{ field, code, message }] };
}
