import type { Audited } from "../audit.ts";
import type { Declared, Instant, ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Fields } from "../../resource/references.ts";

/**
 * Makes `project` the owner of a stored resource (null: unmanaged), under this external_id; answers the change, which is
 * the caller's to record. null: both are so already.
 */
export function* assign(
  c: Context,
  kind: ResourceKind,
  stored: Declared & Fields,
  {
    project,
    external_id = stored.external_id,
  }: { project: string | null; external_id?: string | null },
  now: Instant,
): Procedure<Audited | null> {
  if (stored.project === project && stored.external_id === external_id) return null;
  const set = { project, external_id, version: stored.version + 1, updated_at: now };
  yield* c.of[kind].update({ id: stored.id }, set);
  const action = project === null ? "detach" : "adopt";
  return { action, kind, object: { ...stored, ...set } };
}

/** A resource of the organization. */
export function* storedAt(
  c: Context,
  kind: ResourceKind,
  id: string,
  org_id: string,
): Procedure<(Declared & Fields) | undefined> {
  const row = (yield* c.of[kind].first({ id })) as (Declared & Fields) | undefined;
  return row?.org_id === org_id ? row : undefined;
}
