/** Loads what a notification has to pass, once for all that a transaction looks at. */
import type { Passage } from "../core/gate.ts";
import type {
  AlertGroup,
  Device,
  Instant,
  Member,
  Notification,
  Silence,
} from "../core/model.ts";
import type { Context } from "./context.ts";
import { first, rows, type Procedure } from "./procedure.ts";
import { by } from "./statements.ts";

/** Answers the passage of a notification to `device`. */
export type PassageOf = (
  notification: Pick<
    Notification,
    "org_id" | "incident_id" | "alert_group_id" | "user_id" | "transition"
  >,
  device: Device | null,
) => Procedure<Passage>;

export function passagesAt(c: Context, now: Instant): PassageOf {
  const groups = new Map<string, AlertGroup | null>();
  const members = new Map<string, Member | null>();
  const silences = new Map<string, Silence[]>();
  return function* (notification, device) {
    const { org_id, incident_id, alert_group_id, user_id } = notification;
    const incident =
      (yield* first(c.of.incidents.find("id"), by({ id: incident_id }))) ??
      null;
    let group = groups.get(alert_group_id);
    if (group === undefined) {
      group =
        (yield* first(
          c.of.alert_groups.find("id"),
          by({ id: alert_group_id }),
        )) ?? null;
      groups.set(alert_group_id, group);
    }
    const key = `${alert_group_id} ${user_id}`;
    let member = members.get(key);
    if (member === undefined) {
      member =
        (yield* first(
          c.of.members.find("group_id", "user_id"),
          by({ group_id: alert_group_id, user_id }),
        )) ?? null;
      members.set(key, member);
    }
    let quiet = silences.get(org_id);
    if (!quiet) {
      quiet = yield* rows(c.q.silencesOf, { org_id, now });
      silences.set(org_id, quiet);
    }
    return {
      transition: notification.transition,
      incident,
      group,
      member,
      device,
      silences: quiet,
    };
  };
}
