/** What can be done with the press of a button under a push: tokens, signed for one device each. */
import type { DuePush } from "../app/ports.ts";
import type { Device, Instant, Notification } from "../core/model.ts";
import {
  actionLifetime,
  addressId,
  sign,
  type ActionVerb,
} from "../core/signed-action.ts";
import type { Context } from "./context.ts";
import { first, type Procedure } from "./procedure.ts";
import { by } from "./statements.ts";

/** Of a push about several incidents. */
export const nothingToPress = { actions: [], incident_number: null };

/** What signs the buttons of an organization's phones. */
export function* secretOf(c: Context, org_id: string): Procedure<string> {
  const found = yield* first(c.of.organizations.find("id"), by({ id: org_id }));
  return found?.action_secret ?? "";
}

/** The buttons under a push about one incident, or under a test or a drill. */
export function* buttonsOf(
  c: Context,
  secret: string,
  device: Device,
  { transition, incident_id }: Notification,
  now: Instant,
): Procedure<Pick<DuePush, "actions" | "incident_number">> {
  const incident = yield* first(
    c.of.incidents.find("id"),
    by({ id: incident_id }),
  );
  const verbs: ActionVerb[] =
    transition === "test" || transition === "drill"
      ? ["confirm"]
      : transition === "opened" && incident?.status === "open"
        ? ["acknowledge", "silence"]
        : [];
  return {
    incident_number: incident?.number ?? null,
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
