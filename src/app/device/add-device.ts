import { type Actor, audit } from "../audit.ts";
import type { Values } from "../../resource/field.ts";
import type { described } from "../../resource/resources.ts";
import { isSame } from "../../channel/registry.ts";
import type { Device, Instant, User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** The fields of a device from a client. */
export type DeviceSpec = Values<typeof described.devices.fields>;

/** The device of this user at the same address; undefined: none. With two of them each page would ring twice. */
export function* deviceAt(
  c: Context,
  user: Pick<User, "id">,
  spec: Parameters<typeof isSame>[0],
): Procedure<Device | undefined> {
  return (yield* c.of.devices.find({ user_id: user.id })).find((one) => isSame(one, spec));
}

/** A new, unverified device. */
export function* addDevice(
  c: Context,
  { id: user_id, org_id }: Pick<User, "id" | "org_id">,
  spec: DeviceSpec,
  actor: Actor,
  now: Instant,
): Procedure<Device> {
  const device = yield* c.of.devices.insert({
    ...spec,
    id: c.newId(now),
    org_id,
    user_id,
    inserted_at: now,
    updated_at: now,
  });
  c.nudge("coverage");
  yield* audit(c, { actor, now }, "create", "devices", device);
  return device;
}
