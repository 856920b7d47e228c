import { audit } from "../audit.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { moveQueued } from "./move-queued.ts";
import { markDevice } from "../push/mark-device.ts";
import { wakeGroupsOf } from "../push/follow-edits.ts";
import { browserKind, deviceFaults } from "../../channel/registry.ts";
import { endedSubscription } from "../../channel/webpush/outcome.ts";
import { sameSubscription, type Subscription } from "../../channel/webpush/subscription.ts";
import type { Device, Instant } from "../../core/model/model.ts";
import { personName } from "../../core/text/person.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Replaces the subscription of a browser by the one that the browser has now; null: the browser has none any more, and the
 * device is shown as rejected before a page is lost. The keys of the old one prove that it is the same browser, so it stays
 * verified. not_found: no such device, or another subscription. conflict: the new one cannot be used.
 */
export function* renew_subscription(
  c: Context,
  {
    id,
    old,
    subscription,
    allowed,
    request_id,
    now,
  }: {
    id: string;
    old: Subscription;
    subscription: Subscription | null;
    /** Addresses that the operator named (--allow-addresses). */
    allowed: readonly string[];
    request_id: string | null;
    now: Instant;
  },
): Procedure<Outcome<null>> {
  const device = yield* c.of.devices.hold({ id });
  if (device?.kind !== browserKind) return { ok: false, why: "not_found" };
  // The answer to the first request was lost.
  if (subscription && sameSubscription(device, subscription)) return { ok: true, value: null };
  if (!sameSubscription(device, old)) return { ok: false, why: "not_found" };
  if (!subscription) {
    yield* markDevice(c, id, endedSubscription, now);
    return { ok: true, value: null };
  }
  const { target, secret } = subscription;
  const renewed: Device = {
    ...device,
    target,
    secret,
    broken_at: null,
    broken_reason: null,
    version: device.version + 1,
    updated_at: now,
  };
  const [fault] = deviceFaults(renewed, allowed);
  if (fault) return conflict(`The subscription cannot be used: ${fault.field} ${fault.message}.`);
  const { broken_at, broken_reason, version, updated_at } = renewed;
  yield* c.of.devices.update(
    { id },
    { target, secret, broken_at, broken_reason, version, updated_at },
  );
  c.nudge("coverage");
  if (device.broken_at !== null) yield* wakeGroupsOf(c, device, now);
  yield* moveQueued(c, id, now);
  const user = yield* c.of.users.first({ id: device.user_id });
  const actor = { org_id: device.org_id, name: user ? personName(user) : "", request_id };
  yield* audit(c, { actor, now }, "update", "devices", renewed);
  return { ok: true, value: null };
}
