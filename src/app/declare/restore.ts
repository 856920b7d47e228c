import type { Acting } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import { followSchedules } from "./rotate.ts";
import { rowsOf } from "./lists.ts";
import { brokenReferences } from "./references.ts";
import { revive, runRevived } from "./kept.ts";
import { takenBy } from "./save-resource.ts";
import { shown } from "../subject/shown.ts";
import { written } from "./written.ts";
import type { Declared, ResourceKind } from "../../core/model/model.ts";
import { factsOf } from "../../resource/resources.ts";
import {
  idsIn,
  sortedReferences,
  storedReferencesOf,
  type Fields,
} from "../../resource/references.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure } from "../../store/kit/procedure.ts";
import type { ShownResource } from "../../store/reads/resources.ts";

/**
 * Restores a deleted resource under its id: with its history, incidents, inbound URL, and, where they still exist, its
 * members and groups, and the devices of a user. No project declares it. invalid: a resource that it refers to is gone; conflict:
 * its external_id, email or status page address is taken.
 */
export function* restore(
  c: Context,
  {
    actor,
    kind,
    id,
    external_id,
    now,
  }: Acting & {
    kind: ResourceKind;
    id: string;
    /** Its new external_id; null: the one that it had. */
    external_id: string | null;
  },
): Procedure<Outcome<ShownResource<ResourceKind>>> {
  const { org_id } = actor;
  const kept = yield* c.of.deleted_resources.first({ id, org_id, kind });
  if (!kept) return { ok: false, why: "not_found" };
  const { resource } = kept.rows;
  const restored: Declared & Record<string, unknown> = {
    ...(yield* withoutGone(c, kind, resource)),
    external_id: external_id ?? resource.external_id,
    project: null,
    version: resource.version + 1,
    updated_at: now,
  };
  const broken = yield* brokenReferences(c, kind, restored, org_id);
  if (broken.length > 0) return { ok: false, why: "invalid", faults: broken };
  const taken = yield* takenBy(c, kind, restored, undefined, org_id);
  if (taken) return taken;

  yield* rowsOf(c, kind).insert(restored);
  yield* revive(c, kind, kept.rows, restored, actor, now);
  if (factsOf(kind).subject) yield* runRevived(c, kept.rows, actor.name, now);
  if (kind === "schedules") yield* followSchedules(c, actor, [id], now);
  yield* written(c, "restore", kind, restored, actor, now);
  return { ok: true, value: yield* shown(c, kind, restored) };
}

/**
 * The resource without entries of lists whose target is gone: a monitor deleted since then is no longer a dependency. A list
 * that cannot be empty keeps them then, and they are refused.
 */
function* withoutGone<T extends Declared & Fields>(
  c: Context,
  kind: ResourceKind,
  resource: T,
): Procedure<T> {
  const { org_id } = resource;
  const gone = new Set<string>();
  for (const { to, targets } of idsIn(kind, resource))
    for (const id of targets) if (!(yield* c.of[to].first({ id, org_id }))) gone.add(`${to} ${id}`);
  const left = sortedReferences(kind, resource, (to, id) => gone.has(`${to} ${id}`)) as T;
  const emptied = storedReferencesOf(kind).filter(
    // Lists of an item can be empty.
    ({ field, list, whenDeleted }) =>
      whenDeleted === "leaves" && list === null && (left[field] as []).length === 0,
  );
  return Object.assign(
    left,
    Object.fromEntries(emptied.map(({ field }) => [field, resource[field]])),
  );
}
