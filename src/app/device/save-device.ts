import { restoreMasked } from "../../core/declare/secrets.ts";
import { type Acting, audit } from "../audit.ts";
import { type DeviceSpec, addDevice, deviceAt } from "./add-device.ts";
import type { MaybeMisshapen, Outcome } from "../outcome.ts";
import { moveQueued } from "./move-queued.ts";
import { wakeGroupsOf } from "../push/follow-edits.ts";
import { keptSecrets, deviceFaults, faultsOfOwn } from "../../channel/registry.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Device } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

const alreadyAdded: Fault = {
  field: "target",
  code: "duplicate",
  message: "is another device of this user already",
};

/**
 * Adds a device to a user, or updates the device with `id` or with the same address. A device with a new address is
 * unverified again.
 */
export function* save_device(
  c: Context,
  input: Acting &
    MaybeMisshapen & {
      user_id: string;
      /** null: a new one. */
      id: string | null;
      given: Partial<DeviceSpec>;
      /** Every field, defaults filled in; used when it is new. */
      complete: DeviceSpec | null;
      /** The stored version must be one of these; null: any. */
      if_version: readonly number[] | null;
      /** Addresses that the operator named (--allow-addresses); absent: none. */
      allowed?: readonly string[];
      /** The person adds or changes it themselves, without the rights of an admin. */
      own?: boolean;
    },
): Procedure<Outcome<{ created: boolean; device: Device }>> {
  const { actor, user_id, id, given, complete, if_version, allowed, misshapen = [], now } = input;
  const { org_id } = actor;
  const user = yield* c.of.users.first({ id: user_id, org_id });
  if (!user) return { ok: false, why: "not_found" };
  const ownFaults = (device: Pick<Device, "kind" | "target" | "server">) =>
    input.own ? faultsOfOwn(device, user.email) : [];
  if (id === null) {
    if (!complete) return { ok: false, why: "not_found" };
    const known = yield* deviceAt(c, user, complete);
    if (known)
      return yield* save_device(c, { ...input, id: known.id, given: { enabled: true, ...given } });
    const faults = allFaults(misshapen, [
      ...deviceFaults(complete, allowed),
      ...ownFaults(complete),
    ]);
    if (faults.length > 0) return { ok: false, why: "invalid", faults };
    const device = yield* addDevice(c, user, complete, actor, now);
    return { ok: true, value: { created: true, device } };
  }
  const stored = yield* c.of.devices.first({ id, user_id });
  if (!stored) return { ok: false, why: "not_found" };
  if (if_version?.includes(stored.version) === false)
    return { ok: false, why: "stale", version: stored.version };
  const set: Partial<DeviceSpec> & Record<string, unknown> = {
    ...restoreMasked("devices", given, stored),
  };
  const readdressed = (["kind", "target", "server", "access_token"] as const).some(
    (name) => name in set && set[name] !== stored[name],
  );
  const other = yield* deviceAt(c, user, { ...stored, ...set });
  const faults = allFaults(misshapen, [
    ...(other && other.id !== id && readdressed ? [alreadyAdded] : []),
    ...deviceFaults({ ...stored, ...set }, allowed),
    ...keptSecrets(stored, given),
    ...(readdressed ? ownFaults({ ...stored, ...set }) : []),
  ]);
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  Object.assign(set, { version: stored.version + 1, updated_at: now });
  // Another address is another device: the verification of the old one does not hold for it.
  if (readdressed)
    Object.assign(set, {
      verified_at: null,
      broken_at: null,
      broken_reason: null,
    });
  yield* c.of.devices.update({ id }, set);
  c.nudge("coverage");
  if (readdressed || !stored.enabled) yield* wakeGroupsOf(c, stored, now);
  if (readdressed) yield* moveQueued(c, id, now);
  const device = { ...stored, ...set } as Device;
  yield* audit(c, { actor, now }, "update", "devices", device);
  return { ok: true, value: { created: false, device } };
}
