import { aboutOne, aboutSeveral } from "./buttons.ts";
import type { DuePush } from "../../core/paging/push.ts";
import { leaseOf } from "./outbox.ts";
import { giveUp, hold, takeOver } from "./unsent.ts";
import { gapBatch, gapOf, gapMessage, dueTogether } from "../../core/gap/gap.ts";
import type { Device, Incident, Instant, Notification } from "../../core/model/model.ts";
import { batchName, bundled, pushOf } from "../../core/paging/bundle.ts";
import { type GateContext, closedGate, hoursOf } from "../../core/paging/gate.ts";
import { pushLifetime } from "../../core/paging/notification.ts";
import { silent } from "../../core/paging/push-priority.ts";
import { type Summary, foldStorm, isInSummary } from "../../core/paging/storm.ts";
import type { Context } from "../../store/kit/context.ts";
import { inPages, inParts } from "../../store/kit/pages.ts";
import { cut, type Procedure, rows, write } from "../../store/kit/procedure.ts";
import type { LoadGateContext } from "../../store/records/gate-context.ts";
import { stormOf, stormPush } from "../../store/records/storms.ts";

/** Notifications that are read, or claimed, between two cuts. */
const pageSize = 200;

/**
 * Claims the pushes to one device, at most `slots`; the others stay due. After a cut, pushes that another node has
 * claimed or dropped since are left out.
 */
export function* claimFor(
  c: Context,
  {
    loadGateContext,
    waits,
  }: {
    loadGateContext: LoadGateContext;
    /** Whether a push that is due is not to be claimed yet. */
    waits: (notification: Notification) => boolean;
  },
  { lane, device_id, slots, now }: { lane: string; device_id: string; slots: number; now: Instant },
): Procedure<DuePush[]> {
  const owed = yield* inPages(pageSize, { inserted_at: 0, id: "" }, ({ inserted_at, id }) =>
    rows(c.q.dueOfDevice, {
      lane,
      device_id,
      now,
      after_at: inserted_at,
      after_id: id,
      limit: pageSize,
    }),
  );
  const due = dueTogether(
    owed.filter((one) => !waits(one)),
    now,
  );
  const device = (yield* c.of.devices.first({ id: device_id })) ?? null;
  const passed: PassedGate[] = [];
  for (const row of due) {
    yield* cut();
    const context = yield* loadGateContext(row, device);
    // The lifetime of a push on hold begins when the hold ends.
    const expired = row.state !== "held" && now >= row.expires_at;
    const gate = expired ? null : closedGate(context, now);
    if (!expired && !gate && row.state !== "leased") {
      passed.push({ notification: row, context, incident: context.incident });
      continue;
    }
    const { id, state, attempts } = row;
    if (!(yield* c.of.notifications.hold({ id, state, attempts }))) continue;
    const notification = state === "leased" ? yield* takeOver(c, row, now) : row;
    if (expired) yield* giveUp(c, notification, "expired", "not delivered within 24 h", now);
    else if (!gate) passed.push({ notification, context, incident: context.incident });
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
  const periods = Map.groupBy([...inGapMessage], ({ notification }) => gapOf(notification)!);
  for (const [id, together] of periods) {
    if (pushes.length >= slots) break;
    const push = yield* claimGapMessage(c, device, id, together, now);
    if (push) pushes.push({ ...push, lane });
  }
  const groups = Map.groupBy(alone, (one) => pushOf(one.notification));
  for (const together of groups.values()) {
    if (pushes.length >= slots) break;
    const push = yield* claimAlone(c, device, together, now);
    if (push) pushes.push({ ...push, lane });
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
): Procedure<Omit<DuePush, "lane"> | null> {
  const claimed = yield* lease(c, together, now);
  if (claimed.length === 0) return null;
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
): Procedure<Omit<DuePush, "lane"> | null> {
  const claimed = yield* lease(c, together, now);
  if (claimed.length === 0) return null;
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
  if (summary.send_at > now) {
    yield* inParts(folded, pageSize, (ids) =>
      write(c.q.deferAll, { ids, due_at: summary.send_at, now }),
    );
    return null;
  }
  const claimed = yield* lease(
    c,
    folded.map((notification) => ({ notification })),
    now,
    true,
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

/** Claims the notifications that are still to be sent, and answers them. */
function* lease(
  c: Context,
  together: readonly { notification: Notification }[],
  now: Instant,
  inSummary = false,
): Procedure<Notification[]> {
  const notifications = together.map(({ notification }) => notification);
  const attempts = new Map<string, number>();
  yield* inParts(notifications, pageSize, function* (ids) {
    for (const claimed of yield* rows(inSummary ? c.q.leaseInStorm : c.q.leaseAll, {
      ids,
      now,
      until: now + leaseOf(notifications.length),
      expires_at: now + pushLifetime,
    }))
      attempts.set(claimed.id, claimed.attempts);
  });
  return notifications.flatMap((notification) => {
    const attempt = attempts.get(notification.id);
    return attempt === undefined ? [] : [{ ...notification, attempts: attempt }];
  });
}
