/** What can be done with the press of a button under a push: tokens, signed for one device each. */
import type { DuePush } from "../../app/ports.ts";
import { channelOf } from "../../channel/registry.ts";
import type { Device, Incident, Instant, Notification } from "../../core/model/model.ts";
import {
  actionLifetime,
  addressId,
  sign,
  type ActionVerb,
} from "../../core/access/signed-action.ts";
import type { Context } from "../kit/context.ts";
import type { Procedure } from "../kit/procedure.ts";

/** Of a push about several incidents. */
export const nothingToPress = { actions: [], incident_number: null };

/** The buttons under a push about one incident, or (null) under a test or a drill. */
export function* buttonsOf(
  c: Context,
  device: Device,
  { transition, incident_id }: Notification,
  incident: Incident | null,
  now: Instant,
): Procedure<Pick<DuePush, "actions" | "incident_number">> {
  const verbs: ActionVerb[] =
    transition === "test" || transition === "drill"
      ? ["confirm"]
      : transition === "opened" && incident?.status === "open"
        ? ["acknowledge", "silence"]
        : [];
  const incident_number = incident?.number ?? null;
  if (verbs.length === 0 || !channelOf(device.kind)?.buttons)
    return { incident_number, actions: [] };
  const organization = yield* c.of.organizations.first({ id: device.org_id });
  const secret = organization?.action_secret ?? "";
  return {
    incident_number,
    actions: verbs.map((verb) => ({
      verb,
      token: sign(secret, {
        verb,
        incident_id: verb === "confirm" ? addressId(device) : incident_id,
        device_id: device.id,
        expires_at: now + actionLifetime,
      }),
    })),
  };
}
