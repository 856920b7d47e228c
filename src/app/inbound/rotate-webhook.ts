import { newAddress } from "../declare/new-address.ts";
import type { Acting } from "../audit.ts";
import { shown } from "../subject/shown.ts";
import { written } from "../declare/written.ts";
import type { Outcome } from "../outcome.ts";
import type { Addressed, Declared, AddressKind } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { ShownResource } from "../../store/reads/resources.ts";

/** How long the old URL or ping key still works, so that every sender can be changed, ms. */
export const rotationOverlap = 24 * 3600_000;

/** Gives a group or webhook monitor a new inbound URL. The previous URL works for another day. */
export function* rotate_webhook(
  c: Context,
  { actor, kind, id, now }: Acting & { kind: AddressKind; id: string },
): Procedure<Outcome<ShownResource<AddressKind>>> {
  const stored = (yield* c.of[kind].first({ id, org_id: actor.org_id })) as
    (Declared & Addressed & { title: string }) | undefined;
  if (!stored) return { ok: false, why: "not_found" };
  const set = newAddress(stored, now + rotationOverlap);
  yield* c.of[kind].update({ id }, set);
  const updated = { ...stored, ...set };
  yield* written(c, "rotate_webhook", kind, updated, actor, now);
  return { ok: true, value: yield* shown(c, kind, updated) };
}
