import { type Actor, audit } from "../audit.ts";
import type { Values } from "../../resource/field.ts";
import type { described } from "../../resource/resources.ts";
import type { Device, Instant, User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** The fields of a device from a client. */
export type DeviceSpec = Values<typeof described.devices.fields>;

/** A new, unverified device. */
export function* addDevice(
  c: Context,
  { id: user_id, org_id }: Pick<User, "id" | "org_id">,
  spec: DeviceSpec,
  actor: Actor,
  now: Instant,
): Procedure<Device> {
  const device: Device = {
    ...spec,
    id: c.newId(now),
    org_id,
    user_id,
    verified_at: null,
    broken_at: null,
    broken_reason: null,
    version: 1,
    inserted_at: now,
    updated_at: now,
  };
  yield* c.of.devices.insert(device);
  c.nudge("coverage");
  yield* audit(c, { actor, now }, "create", "devices", device);
  return device;
}
