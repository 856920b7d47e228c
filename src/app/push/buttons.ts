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
import { incidentsOfShift } from "../../store/records/shift-pushes.ts";
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
  notification: Notification,
  incident: Incident | null,
  now: Instant,
): Procedure<About> {
  const wanted = yield* wantedButtons(c, device, notification, incident);
  const { transition, inserted_at } = notification;
  const runbook_url =
    incident && incident.status !== "resolved"
      ? (yield* loadGuidance(c, incident)).runbook_url
      : null;
  const about = { event: transition, at: inserted_at, incident, runbook_url };
  const allowed = channelOf(device.kind)?.actions.verbs ?? [];
  const buttons = wanted.filter(({ verb }) => allowed.includes(verb));
  if (buttons.length === 0) return { ...about, actions: [] };
  const organization = yield* c.of.organizations.first({ id: device.org_id });
  const secret = organization?.action_secret ?? "";
  return {
    ...about,
    actions: buttons.map(({ verb, incident: about, number }) => ({
      verb,
      token: sign(secret, {
        verb,
        incident_id: about?.id ?? addressId(device),
        device_id: device.id,
        expires_at: now + actionLifetime,
      }),
      ...(number === undefined ? {} : { number }),
    })),
  };
}

/** An action that a push offers; without an incident it is about the device. */
interface Button {
  verb: ActionVerb;
  incident?: Incident;
  /** Shown where the push is about several incidents. */
  number?: number;
}

/** A push has room for this many beside "I am here". */
const mostTakeOvers = 2;

function* wantedButtons(
  c: Context,
  { user_id }: Device,
  { transition, schedule_id }: Notification,
  incident: Incident | null,
): Procedure<Button[]> {
  if (transition === "test" || transition === "drill") return [{ verb: "confirm" }];
  if (transition === "shift_notice") return [{ verb: "here" }];
  if (transition === "shift_began" && schedule_id !== null) {
    const incidents = yield* incidentsOfShift(c, { schedule_id, user_id });
    const left = incidents.filter(({ isLeft }) => isLeft).slice(0, mostTakeOvers);
    return [
      { verb: "here" },
      ...left.map(({ incident: one }) => ({
        verb: "take_over" as const,
        incident: one,
        number: one.number,
      })),
    ];
  }
  if (transition !== "opened" || !incident) return [];
  if (incident.status === "open")
    return [
      { verb: "acknowledge", incident },
      { verb: "snooze", incident },
    ];
  return (yield* isAskedToTake(c, incident, user_id)) ? [{ verb: "acknowledge", incident }] : [];
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
