import { claimAlone, claimGapMessage, claimSummary, type PassedGate } from "./claim-push.ts";
import type { DuePush } from "../../core/paging/push.ts";
import { giveUp, hold, takeOver } from "./unsent.ts";
import { gapOf, dueTogether } from "../../core/gap/gap.ts";
import {
  isAboutShifts,
  type Device,
  type Instant,
  type Notification,
} from "../../core/model/model.ts";
import { pushOf } from "../../core/paging/bundle.ts";
import { closedGate, followsPage, soonestWay, type Gate } from "../../core/paging/gate.ts";
import { updateState } from "../../core/paging/notification.ts";
import { givesWay, isAcknowledgedSince } from "../../core/paging/paged.ts";
import { foldStorm, isInSummary } from "../../core/paging/storm.ts";
import type { Context } from "../../store/queries/context.ts";
import { inPages, inParts } from "../../store/kit/pages.ts";
import { cut, together, type Procedure, rows, write } from "../../store/kit/procedure.ts";
import type { LoadedGateContext, LoadGateContext } from "../../store/records/gate-context.ts";
import { stormOf, stormPush } from "../../store/records/storms.ts";

/** Notifications that are read between two cuts, and those that pass their gates. */
const pageSize = 200;
const partSize = 50;

/** Claims one push; null: another node has claimed it. */
export type Claim = () => Procedure<DuePush | null>;

/** The pushes to claim. */
export interface Planned {
  claims: Claim[];
  /** Pushes about shifts stay due until slots are free. */
  waits: boolean;
}

/** The groups with a large delivery that is being decided, and since when their pages wait for its rest. */
export interface UnderDelivery {
  group_ids: readonly string[];
  since: Instant;
}

/**
 * Decides which pushes to one device are to be claimed, at most `slots`, of which those about shifts leave `kept`; the others stay due. Notifications that
 * are not to be sent are written: repeated after a cut, it goes on with the rest.
 */
export function* planFor(
  c: Context,
  loadGateContext: LoadGateContext,
  { group_ids, since }: UnderDelivery,
  {
    lane,
    device_id,
    slots,
    kept,
    now,
  }: { lane: string; device_id: string; slots: number; kept: number; now: Instant },
): Procedure<Planned> {
  const owed = yield* inPages(pageSize, { inserted_at: 0, id: "" }, ({ inserted_at, id }) =>
    rows(c.q.dueOfDevice, {
      lane,
      device_id,
      now,
      after_at: inserted_at,
      after_id: id,
      limit: pageSize,
      waiting: JSON.stringify(group_ids),
      since,
    }),
  );
  const device = (yield* c.of.devices.first({ id: device_id })) ?? null;
  const mayGo: PassedGate[] = [];
  const due = dueTogether(owed, now);
  for (let from = 0; from < due.length; from += partSize) {
    yield* cut();
    const part = due.slice(from, from + partSize);
    const gates = yield* together(
      part.map((row) => passGate(c, loadGateContext, row, device, now)),
    );
    for (const one of gates) if (one) mayGo.push(one);
  }
  const passed = yield* thoseThatStay(c, mayGo, now);
  if (passed.length === 0 || !device) return { claims: [], waits: false };

  const isAboutPeople = ({ notification }: PassedGate) => notification.incident_id === null;
  const shown = yield* stormOf(
    c,
    device_id,
    passed.filter((one) => !isAboutPeople(one)),
    now,
  );
  yield* cut();
  const inGapMessage = new Set(
    passed.filter(
      ({ notification }) =>
        gapOf(notification) !== null &&
        // An incident that a summary shows is updated in the summary.
        !isInSummary(shown, notification.incident_id),
    ),
  );
  // Tests and drills need their button, which a summary lacks: they are sent alone and count for no storm.
  const { incidents = [], people = [] } = Object.groupBy(
    passed.filter((one) => !inGapMessage.has(one)),
    (one) => (isAboutPeople(one) ? "people" : "incidents"),
  );
  const storm = foldStorm(shown, incidents.map(stormPush), now);
  yield* cut();
  const passedBy = new Map(passed.map((one) => [one.notification.id, one]));
  const claims: Claim[] = [];
  const { summary } = storm;
  if (summary) {
    const folded = storm.folded.map(({ id }) => passedBy.get(id)!.notification);
    if (summary.send_at <= now) claims.push(() => claimSummary(c, device, folded, summary, now));
    // Its notifications wait for it.
    else
      yield* inParts(folded, pageSize, (ids) =>
        write(c.q.deferAll, { ids, due_at: summary.send_at, now }),
      );
  }
  const periods = Map.groupBy([...inGapMessage], ({ notification }) => gapOf(notification)!);
  for (const [id, all] of periods) claims.push(() => claimGapMessage(c, device, id, all, now));
  const alone = [
    ...storm.single.map(({ push, quiet }) => ({
      ...passedBy.get(push.id)!,
      quiet,
    })),
    ...people.map((one) => ({ ...one, quiet: false })),
  ];
  const groups = Map.groupBy(alone, (one) => pushOf(one.notification));
  const news: Claim[] = [];
  for (const all of groups.values()) {
    const isNews = isAboutShifts(all[0]!.notification.transition);
    (isNews ? news : claims).push(() => claimAlone(c, device, all, now));
  }
  const first = claims.slice(0, Math.max(slots, summary ? 1 : 0));
  const then = news.slice(0, Math.max(slots - first.length - kept, 0));
  return { claims: [...first, ...then], waits: then.length < news.length };
}

/** Those that are sent: pages give way to an acknowledgement, and those that were on hold to later ones, too. */
function* thoseThatStay(
  c: Context,
  mayGo: readonly PassedGate[],
  now: Instant,
): Procedure<PassedGate[]> {
  const staying: PassedGate[] = [];
  for (const one of mayGo) {
    const { notification, incident } = one;
    const { id, state, attempts, device_id, held_reason } = notification;
    const isPage = incident !== null && notification.transition === "opened";
    if (!isPage || (held_reason === null && !isAcknowledgedSince(notification, incident))) {
      staying.push(one);
      continue;
    }
    const others = yield* c.of.notifications.find({
      incident_id: incident.id,
      device_id,
      transition: "opened",
    });
    const leaving = mayGo.flatMap((other) =>
      other.incident?.id === incident.id && other.notification.transition === "opened"
        ? [other.notification]
        : [],
    );
    const reason = givesWay(notification, incident, others, leaving);
    if (reason === null) staying.push(one);
    else if (yield* c.of.notifications.hold({ id, state, attempts })) {
      yield* giveUp(c, notification, "dropped", reason, now);
      // The hold has ended, and no page that leaves says so: reminders go on.
      yield* write(c.q.pageBy, { ids: JSON.stringify([incident.id]), now });
      c.nudge("wakes", now);
    }
  }
  return staying;
}

/** The gate that is closed to the notification. A follow-up of a page goes through any group through which its device was paged. */
function* wayOf(
  c: Context,
  loadGateContext: LoadGateContext,
  row: Notification,
  device: Device | null,
  now: Instant,
): Procedure<{ context: LoadedGateContext; gate: Gate | null }> {
  const context = yield* loadGateContext(row, device);
  const gate = closedGate(context, now);
  const { transition, incident_id, device_id } = row;
  if (gate === null || !followsPage.has(transition)) return { context, gate };
  const pages = yield* c.of.notifications.find({ incident_id, device_id, transition: "opened" });
  const through = new Set(
    pages.flatMap((page) => (updateState(page) === null ? [] : [page.alert_group_id])),
  );
  const others: LoadedGateContext[] = [];
  for (const alert_group_id of through)
    others.push(yield* loadGateContext({ ...row, alert_group_id }, device));
  return soonestWay([context, ...others], now);
}

/** The notification if it may be sent now. Else it is put on hold, expires or is dropped: null. */
function* passGate(
  c: Context,
  loadGateContext: LoadGateContext,
  row: Notification,
  device: Device | null,
  now: Instant,
): Procedure<PassedGate | null> {
  const { context, gate: closed } = yield* wayOf(c, loadGateContext, row, device, now);
  const { incident } = context;
  // The lifetime of a push on hold begins when the hold ends.
  const expired = row.state !== "held" && now >= row.expires_at;
  const gate = expired ? null : closed;
  if (!expired && !gate && row.state !== "leased") return { notification: row, context, incident };
  const { id, state, attempts } = row;
  if (!(yield* c.of.notifications.hold({ id, state, attempts }))) return null;
  const notification = state === "leased" ? yield* takeOver(c, row, now) : row;
  if (!expired && !gate) return { notification, context, incident };
  if (!gate) yield* giveUp(c, notification, "expired", "not delivered within 24 h", now);
  else if (gate.closed === "drop") yield* giveUp(c, notification, "dropped", gate.reason, now);
  else yield* hold(c, notification, gate, now);
  return null;
}
