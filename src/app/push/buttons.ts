/** Makes the buttons of a push: tokens, signed for one device each. */
import type { DuePush } from "../../core/paging/push.ts";
import {
  type ActionVerb,
  actionLifetime,
  addressId,
  sign,
} from "../../core/access/signed-action.ts";
import type { Device, Incident, Instant, Notification } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { loadGuidance } from "../../store/records/guidance.ts";
import { channelOf } from "../../channel/registry.ts";

type About = Pick<DuePush, "event" | "at" | "incident" | "runbook_url" | "actions">;

/** The subject of a push about several things; it has no buttons. */
export const aboutSeveral = (now: Instant): About => ({
  event: "summary",
  at: now,
  incident: null,
  runbook_url: null,
  actions: [],
});

/** The subject of a push for one notification, and its buttons; `incident` is null for a test or a drill. */
export function* aboutOne(
  c: Context,
  device: Device,
  { transition, incident_id, inserted_at }: Notification,
  incident: Incident | null,
  now: Instant,
): Procedure<About> {
  const wanted: ActionVerb[] =
    transition === "test" || transition === "drill"
      ? ["confirm"]
      : transition !== "opened" || !incident
        ? []
        : incident.status === "open"
          ? ["acknowledge", "snooze"]
          : (yield* isAskedToTake(c, incident, device.user_id))
            ? ["acknowledge"]
            : [];
  const runbook_url =
    incident && incident.status !== "resolved"
      ? (yield* loadGuidance(c, incident)).runbook_url
      : null;
  const about = { event: transition, at: inserted_at, incident, runbook_url };
  const allowed = channelOf(device.kind)?.actions.verbs ?? [];
  const verbs = wanted.filter((verb) => allowed.includes(verb));
  if (verbs.length === 0) return { ...about, actions: [] };
  const organization = yield* c.of.organizations.first({ id: device.org_id });
  const secret = organization?.action_secret ?? "";
  return {
    ...about,
    actions: verbs.map((verb) => ({
      verb,
      token: sign(secret, {
        verb,
        incident_id: verb === "confirm" || incident_id === null ? addressId(device) : incident_id,
        device_id: device.id,
        expires_at: now + actionLifetime,
      }),
    })),
  };
}

/** True when the person was asked to take an acknowledged incident over. */
function* isAskedToTake(
  c: Context,
  { id: incident_id, status }: Pick<Incident, "id" | "status">,
  user_id: string,
): Procedure<boolean> {
  if (status !== "acknowledged") return false;
  return (yield* c.of.responders.first({ incident_id, user_id }))?.takes_over ?? false;
}
