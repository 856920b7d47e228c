import type { Actor } from "../audit.ts";
import { written } from "./written.ts";
import type { Declared, Instant, ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

export type Fields = Record<string, unknown>;

/** Makes `project` the owner of a resource (null: unmanaged); returns the previous owner. */
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

export function* storedAt(
  c: Context,
  kind: ResourceKind,
  id: string,
  org_id: string,
): Procedure<(Declared & Fields) | undefined> {
  return (yield* c.of[kind].first({ id, org_id })) as (Declared & Fields) | undefined;
}
