import { newPingKey } from "../declare/new-address.ts";
import { written } from "../declare/written.ts";
import type { Acting } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import { shown } from "../subject/shown.ts";
import { rotationOverlap } from "./rotate-webhook.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { ShownResource } from "../../store/reads/resources.ts";

/** Gives a group a new ping key. The previous one works for another day. */
export function* rotate_ping_key(
  c: Context,
  { actor, id, now }: Acting & { id: string },
): Procedure<Outcome<ShownResource<"alert_groups">>> {
  const stored = yield* c.of.alert_groups.first({ id, org_id: actor.org_id });
  if (!stored) return { ok: false, why: "not_found" };
  const set = newPingKey(stored, now + rotationOverlap);
  yield* c.of.alert_groups.update({ id }, set);
  const updated = { ...stored, ...set };
  yield* written(c, "rotate_ping_key", "alert_groups", updated, actor, now);
  return { ok: true, value: yield* shown(c, "alert_groups", updated) };
}
