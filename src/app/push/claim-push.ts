/**
 * Claims one push: the notifications that it is for are leased, and its text is made. Rows that another node is
 * claiming are left out, so that no piece of a claim waits for another, or has to be repeated.
 */
import { aboutOne, aboutSeveral } from "./buttons.ts";
import type { DuePush } from "../../core/paging/push.ts";
import { leaseOf } from "./outbox.ts";
import { gapBatch, gapMessage } from "../../core/gap/gap.ts";
import type { Device, Incident, Instant, Notification } from "../../core/model/model.ts";
import { batchName, bundled, textOf } from "../../core/paging/bundle.ts";
import { type GateContext, hoursOf } from "../../core/paging/gate.ts";
import { pushLifetime } from "../../core/paging/notification.ts";
import { silent } from "../../core/paging/push-priority.ts";
import type { Summary } from "../../core/paging/storm.ts";
import type { Context } from "../../store/queries/context.ts";
import { inParts } from "../../store/kit/pages.ts";
import { type Procedure, rows } from "../../store/kit/procedure.ts";
import { incidentBy } from "../../store/records/gate-context.ts";

/** Notifications leased between two cuts. */
const partSize = 200;

/** A notification that passed its gates; its incident is null for a test or a drill. */
export interface PassedGate {
  notification: Notification;
  incident: Incident | null;
  context: GateContext;
}

const notificationOf = ({ notification }: PassedGate) => notification;

interface SentAlone extends PassedGate {
  quiet: boolean;
}

/** Claims a push of its own, or of a batch. */
export function* claimAlone(
  c: Context,
  device: Device,
  together: readonly SentAlone[],
  now: Instant,
): Procedure<DuePush | null> {
  const claimed = yield* lease(c.q.leaseAll, together.map(notificationOf), now);
  const [first] = claimed;
  if (!first) return null;
  const { id, lane, batch_kind, incident_id } = first;
  const { incident } = together[0]!;
  const text = claimed.length > 1 ? bundled(claimed) : textOf(first, incident, now);
  const quiet = together.every((one) => one.quiet);
  return {
    text: quiet ? { ...text, priority: Math.min(text.priority, silent) } : text,
    device,
    lane,
    // One id per incident, so that the recovery replaces the page where the push server can replace.
    sequence_id: claimed.length > 1 && batch_kind !== null ? batchName(first) : (incident_id ?? id),
    claims: claimsOf(claimed),
    ...(claimed.length > 1 ? aboutSeveral(now) : yield* aboutOne(c, device, first, incident, now)),
  };
}

/** Claims the message about a gap. It repeats its earlier text, because it is updated in place. */
export function* claimGapMessage(
  c: Context,
  device: Device,
  id: string,
  together: readonly PassedGate[],
  now: Instant,
): Procedure<DuePush | null> {
  const claimed = yield* lease(c.q.leaseAll, together.map(notificationOf), now);
  const [first] = claimed;
  if (!first) return null;
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
    lane: first.lane,
    sequence_id: id,
    claims: claimsOf(claimed),
    ...(sent.length + claimed.length > 1
      ? aboutSeveral(now)
      : yield* aboutOne(c, device, first, incident, now)),
  };
}

/**
 * Claims the summary of a storm, of which the notifications in `folded` are a part. That of a single incident is a push
 * about the incident, with its buttons.
 */
export function* claimSummary(
  c: Context,
  device: Device,
  folded: readonly Notification[],
  { lines, title, message, priority, tags }: Summary,
  now: Instant,
): Procedure<DuePush | null> {
  const claimed = yield* lease(c.q.leaseInStorm, folded, now);
  const [first] = claimed;
  const newest = claimed.at(-1);
  if (!first || !newest) return null;
  const incident = lines.size === 1 ? yield* incidentBy(c, newest.incident_id) : null;
  const shown = incident ? textOf(newest, incident, now).message : message;
  return {
    text: { title, message: shown, priority, tags },
    device,
    lane: first.lane,
    sequence_id: device.id,
    claims: claimsOf(claimed),
    ...(incident ? yield* aboutOne(c, device, newest, incident, now) : aboutSeveral(now)),
  };
}

const claimsOf = (claimed: readonly Notification[]) =>
  claimed.map(({ id, attempts }) => ({
    notification_id: id,
    attempt: attempts,
  }));

/** Claims the notifications that are still to be sent, and answers them with the priority of now: it may have been raised. */
function* lease(
  statement: Context["q"]["leaseAll"],
  notifications: readonly Notification[],
  now: Instant,
): Procedure<Notification[]> {
  const leased = new Map<string, Pick<Notification, "attempts" | "priority">>();
  const until = now + leaseOf(notifications.length);
  const expires_at = now + pushLifetime;
  yield* inParts(notifications, partSize, function* (ids) {
    for (const { id, attempts, priority } of yield* rows(statement, {
      ids,
      now,
      until,
      expires_at,
    }))
      leased.set(id, { attempts, priority });
  });
  return notifications.flatMap((notification) => {
    const fresh = leased.get(notification.id);
    return fresh === undefined ? [] : [{ ...notification, ...fresh }];
  });
}
