/** Loads the input of the gates, once for all notifications of a transaction. */
import type { AudiencePlace } from "../../core/on-call/audience.ts";
import type { GateContext } from "../../core/paging/gate.ts";
import type {
  AlertGroup,
  Device,
  Incident,
  Instant,
  Notification,
  Silence,
} from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { placeOf } from "./audience.ts";

/** The input of the gates, with the whole incident. */
export interface LoadedGateContext extends GateContext {
  incident: Incident | null;
}

/** Loads the input of the gates for a notification to `device`. */
export type LoadGateContext = (
  notification: Pick<
    Notification,
    | "org_id"
    | "incident_id"
    | "alert_group_id"
    | "schedule_id"
    | "user_id"
    | "transition"
    | "handed_over"
  >,
  device: Device | null,
) => Procedure<LoadedGateContext>;

export function gateContextLoader(c: Context, now: Instant): LoadGateContext {
  const groups = new Map<string, AlertGroup | null>();
  const places = new Map<string, AudiencePlace | null>();
  const silences = new Map<string, Silence[]>();
  return function* (notification, device) {
    const { org_id, incident_id, alert_group_id: group_id, schedule_id, user_id } = notification;
    return {
      transition: notification.transition,
      handed_over: notification.handed_over,
      incident: yield* incidentBy(c, incident_id),
      group:
        group_id === null
          ? null
          : yield* once(groups, group_id, function* () {
              return (yield* c.of.alert_groups.first({ id: group_id })) ?? null;
            }),
      member:
        group_id === null
          ? null
          : yield* once(places, `${group_id} ${user_id}`, () => placeOf(c, group_id, user_id, now)),
      device,
      shift: schedule_id === null ? null : yield* shiftOf(c, schedule_id, user_id),
      silences: yield* once(silences, org_id, () => rows(c.q.silencesOf, { org_id, now })),
    };
  };
}

/** The shift of a person in a schedule: under way, or one that the person was notified of; null: none. */
function* shiftOf(
  c: Context,
  schedule_id: string,
  user_id: string,
): Procedure<"under way" | "ahead" | null> {
  if (yield* c.of.on_call.first({ schedule_id, user_id, turn: "now" })) return "under way";
  const known = yield* c.of.known_shifts.find({ schedule_id, user_id });
  return known.some(({ began }) => !began) ? "ahead" : null;
}

/** The incident with this id; null: none. */
export function* incidentBy(c: Context, id: string | null): Procedure<Incident | null> {
  return id === null ? null : ((yield* c.of.incidents.first({ id })) ?? null);
}

/** The cached value of `key`, loaded on first use. */
function* once<T>(known: Map<string, T>, key: string, load: () => Procedure<T>): Procedure<T> {
  if (!known.has(key)) known.set(key, yield* load());
  return known.get(key) as T;
}
