/** Inbound URLs: new ones, and what was posted to them. */
import { randomUUID } from "node:crypto";
import type { Outcome, Shown, Verbs } from "../../app/ports.ts";
import type { Addressed, Declared } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { shown, written } from "./save.ts";

/** How long a URL that was rotated away goes on working: time to tell every sender. */
export const rotationOverlap = 24 * 3600_000;

export function* rotate_webhook(
  c: Context,
  { actor, kind, id, now }: Parameters<Verbs["rotate_webhook"]>[0],
): Procedure<Outcome<Shown<"alert_groups" | "webhook_monitors">>> {
  const stored = (yield* c.of[kind].first({ id, org_id: actor.org_id })) as
    (Declared & Addressed & { title: string }) | undefined;
  if (!stored) return { ok: false, why: "not_found" };
  const set: Addressed = {
    webhook_id: randomUUID(),
    previous_webhook_id: stored.webhook_id,
    previous_webhook_until: now + rotationOverlap,
  };
  yield* c.of[kind].update({ id }, set);
  const updated = { ...stored, ...set };
  yield* written(c, "rotate_webhook", kind, updated, actor, now);
  return { ok: true, value: yield* shown(c, kind, updated) };
}

export function* replayed(
  c: Context,
  { id, now }: Parameters<Verbs["replayed"]>[0],
): Procedure<null> {
  yield* c.of.inbound_events.update({ id }, { replayed_at: now });
  return null;
}
