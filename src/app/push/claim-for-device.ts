import { aboutOne, aboutSeveral } from "./buttons.ts";
import type { DuePush } from "../../core/paging/push.ts";
import { pushLease } from "./outbox.ts";
import { giveUp, hold, takeOver } from "./unsent.ts";
import { gapBatch, gapOf, gapMessage, dueTogether } from "../../core/gap/gap.ts";
import type { Device, Incident, Instant, Notification } from "../../core/model/model.ts";
import { batchName, bundled, pushOf } from "../../core/paging/bundle.ts";
import { type GateContext, closedGate, hoursOf } from "../../core/paging/gate.ts";
import { pushLifetime } from "../../core/paging/notification.ts";
import { silent } from "../../core/paging/push-priority.ts";
import { type Summary, foldStorm, isInSummary, stormBatch } from "../../core/paging/storm.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, rows } from "../../store/kit/procedure.ts";
import type { LoadGateContext } from "../../store/records/gate-context.ts";
import { stormOf, stormPush } from "../../store/records/storms.ts";

/** Claims the pushes to one device, at most `slots`; the others stay due. */
export function* claimFor(
  c: Context,
  loadGateContext: LoadGateContext,
  lane: string,
  device_id: string,
  slots: number,
  now: Instant,
): Procedure<DuePush[]> {
  const due = dueTogether(
    yield* rows(c.q.dueOfDevice, {
      lane,
      device_id,
      now,
    }),
    now,
  );
  const device = (yield* c.of.devices.first({ id: device_id })) ?? null;
  const passed: PassedGate[] = [];
  for (const row of due) {
    const notification = row.state === "leased" ? yield* takeOver(c, row, now) : row;
    const context = yield* loadGateContext(notification, device);
    // The lifetime of a push on hold begins when the hold ends.
    if (notification.state !== "held" && now >= notification.expires_at) {
      const why = "not delivered within 24 h";
      yield* giveUp(c, notification, "expired", why, now);
      continue;
    }
    const gate = closedGate(context, now);
    if (!gate) passed.push({ notification, context, incident: context.incident });
    else if (gate.closed === "drop") yield* giveUp(c, notification, "dropped", gate.reason, now);
    else yield* hold(c, notification, gate, now);
  }
  if (passed.length === 0 || !device) return [];

  const isAboutPeople = ({ notification }: PassedGate) => notification.incident_id === null;
  const shown = yield* stormOf(
    c,
    device_id,
    passed.filter((one) => !isAboutPeople(one)),
    now,
  );
  const inGapMessage = passed.filter(
    ({ notification }) =>
      gapOf(notification) !== null &&
      // An incident that a summary shows is updated in the summary.
      !isInSummary(shown, notification.incident_id),
  );
  // Tests and drills need their button, which a summary lacks: they are sent alone and count for no storm.
  const { incidents = [], people = [] } = Object.groupBy(
    passed.filter((one) => !inGapMessage.includes(one)),
    (one) => (isAboutPeople(one) ? "people" : "incidents"),
  );
  const storm = foldStorm(shown, incidents.map(stormPush), now);
  const passedBy = new Map(passed.map((one) => [one.notification.id, one]));
  const folded = storm.folded.map(({ id }) => passedBy.get(id)!.notification);
  const alone = [
    ...storm.single.map(({ push, quiet }) => ({
      ...passedBy.get(push.id)!,
      quiet,
    })),
    ...people.map((one) => ({ ...one, quiet: false })),
  ];
  const pushes: DuePush[] = [];
  if (storm.summary) {
    const summed = yield* claimSummary(c, device, folded, storm.summary, now);
    if (summed) pushes.push({ ...summed, lane });
  }
  const periods = Map.groupBy(inGapMessage, ({ notification }) => gapOf(notification)!);
  for (const [id, together] of periods) {
    if (pushes.length >= slots) break;
    const push = yield* claimGapMessage(c, device, id, together, now);
    pushes.push({ ...push, lane });
  }
  const groups = Map.groupBy(alone, (one) => pushOf(one.notification));
  for (const together of groups.values()) {
    if (pushes.length >= slots) break;
    const push = yield* claimAlone(c, device, together, now);
    pushes.push({ ...push, lane });
  }
  return pushes;
}

/** A notification that passed its gates; its incident is null for a test or a drill. */
interface PassedGate {
  notification: Notification;
  incident: Incident | null;
  context: GateContext;
}

interface SentAlone extends PassedGate {
  quiet: boolean;
}

function* claimAlone(
  c: Context,
  device: Device,
  together: readonly SentAlone[],
  now: Instant,
): Procedure<Omit<DuePush, "lane">> {
  const claimed: Notification[] = [];
  for (const { notification } of together) claimed.push(yield* lease(c, notification, {}, now));
  const [{ id, batch_kind, incident_id }] = [claimed[0]!];
  const text = bundled(claimed);
  const quiet = together.every((one) => one.quiet);
  return {
    text: quiet ? { ...text, priority: Math.min(text.priority, silent) } : text,
    device,
    // One id per incident, so that the recovery replaces the page where the push server can replace.
    sequence_id:
      claimed.length > 1 && batch_kind !== null ? batchName(claimed[0]!) : (incident_id ?? id),
    claims: claimsOf(claimed),
    ...(claimed.length > 1
      ? aboutSeveral(now)
      : yield* aboutOne(c, device, claimed[0]!, together[0]!.incident, now)),
  };
}

/** Claims the message about a gap. It repeats what it said before, because it changes in place. */
function* claimGapMessage(
  c: Context,
  device: Device,
  id: string,
  together: readonly PassedGate[],
  now: Instant,
): Procedure<Omit<DuePush, "lane">> {
  const claimed: Notification[] = [];
  for (const { notification } of together) claimed.push(yield* lease(c, notification, {}, now));
  const period = yield* c.of.blind_periods.first({ id });
  const sent = yield* rows(c.q.sentOfBatch, {
    device_id: device.id,
    since: period?.from ?? now,
    ...gapBatch({ id }),
  });
  const { context, incident } = together[0]!;
  const { group, member } = context;
  const timezone = group ? hoursOf(group, member).timezone : "UTC";
  return {
    text: period ? gapMessage(period, timezone, sent, claimed) : bundled(claimed),
    device,
    sequence_id: id,
    claims: claimsOf(claimed),
    ...(sent.length + claimed.length > 1
      ? aboutSeveral(now)
      : yield* aboutOne(c, device, claimed[0]!, incident, now)),
  };
}

/** Claims the summary; null: it is not due yet, and its notifications wait for it. */
function* claimSummary(
  c: Context,
  device: Device,
  folded: readonly Notification[],
  summary: Summary,
  now: Instant,
): Procedure<Omit<DuePush, "lane"> | null> {
  const batch = stormBatch(device.id);
  const claimed: Notification[] = [];
  for (const notification of folded)
    if (summary.send_at <= now) claimed.push(yield* lease(c, notification, batch, now));
    else
      yield* c.of.notifications.update(
        { id: notification.id },
        { ...batch, due_at: summary.send_at, state: "queued" },
      );
  if (claimed.length === 0) return null;
  const { title, message, priority, tags } = summary;
  return {
    text: { title, message, priority, tags },
    device,
    sequence_id: device.id,
    claims: claimsOf(claimed),
    ...aboutSeveral(now),
  };
}

const claimsOf = (claimed: readonly Notification[]) =>
  claimed.map(({ id, attempts }) => ({
    notification_id: id,
    attempt: attempts,
  }));

function* lease(
  c: Context,
  notification: Notification,
  more: Partial<Notification>,
  now: Instant,
): Procedure<Notification> {
  const set = {
    state: "leased" as const,
    attempts: notification.attempts + 1,
    due_at: now + pushLease,
    perhaps_delivered: notification.perhaps_delivered,
    ...(notification.state === "held" ? { expires_at: now + pushLifetime } : {}),
    ...more,
  };
  yield* c.of.notifications.update({ id: notification.id }, set);
  return { ...notification, ...set };
}
