/**
 * Writes the pushes of one notification about an incident: of the first page, of a page sent again, of a page for devices
 * that came later, or of an update for those that were paged. The recipients of a group are read once in a transaction,
 * and earlier pages only when there can be some.
 */
import type { Change } from "../../core/command/change.ts";
import type { Batch, Incident, Instant, MonitoringGap } from "../../core/model/model.ts";
import type { Snapshot } from "../../core/command/snapshot.ts";
import { closedGate } from "../../core/paging/gate.ts";
import {
  fanOutPage,
  fanOutUpdate,
  type Earlier,
  type Recipient,
} from "../../core/paging/notification.ts";
import { givesWay, isHeldElsewhere } from "../../core/paging/paged.ts";
import { fanOutPending } from "../../core/paging/pending.ts";
import { restartRound } from "../../core/paging/reminders.ts";
import type { RecoveryPriority } from "../../resource/alert-group.ts";
import type { Context } from "../queries/context.ts";
import { recipientsOf } from "./audience.ts";
import { rows, write, type Procedure } from "../kit/procedure.ts";
import { gateContextLoader } from "./gate-context.ts";
import { writeFanout } from "./outbox.ts";

/** The part of the transaction's state that a notification needs. */
export interface NotificationContext {
  snapshot: Snapshot;
  incident: Incident | null;
  /** The batch of the pushes of this transaction, if it has several notifications. */
  batch: Batch;
  /** The monitoring gap whose first checks are under way. */
  settling: MonitoringGap | null;
  /** By group. */
  recipients: Map<string, Recipient[]>;
  now: Instant;
}

/** A push needs an incident. */
export function* writeNotification(
  c: Context,
  change: Extract<Change, { kind: "notify" }>,
  progress: NotificationContext,
): Procedure<void> {
  const { transition, title, message, round, group_id, responders, devices, replaces, reminds } =
    change;
  const { incident, now, batch } = progress;
  if (!incident) return;
  const text = { title, message, batch, round };
  const first = transition === "opened" && round === undefined;
  const earlier = first ? [] : yield* rows(c.q.pages, { incident_id: incident.id });
  if (transition !== "opened") {
    const recovery = earlier.length > 0 ? yield* recoveryOf(c, progress) : undefined;
    const by = incident.acknowledged_user_id;
    const own =
      transition === "recovered" && by !== null ? yield* c.of.devices.find({ user_id: by }) : [];
    const update = fanOutUpdate(incident, transition, { ...text, recovery }, earlier, now, own);
    return yield* writeFanout(c, incident, update, progress);
  }
  const of = responders ? null : (group_id ?? incident.alert_group_id);
  const recipients = yield* pagedBy(c, progress, incident, of, !first);
  if (devices) {
    // They may have come back: an older handover no longer matters to them.
    yield* write(c.q.dropHandovers, { incident_id: incident.id, ids: JSON.stringify(devices) });
    const pending = { group_id: of, devices, earlier };
    const fanout = fanOutPending(incident, text, recipients, pending, now);
    return yield* writeFanout(c, incident, fanout, progress);
  }
  const known = first ? [] : yield* asTheyWillBe(c, incident, earlier, of, now);
  const again = first
    ? null
    : {
        group_id: of,
        earlier: known,
        replaces: replaces ?? false,
        restarts: round === restartRound(now),
      };
  // Who has only a page on hold through another group is paged through this one first.
  const paged = new Set(
    known.flatMap(({ page }) =>
      page.handed_over || isHeldElsewhere(page, of) ? [] : [page.device_id],
    ),
  );
  const chosen = recipients.filter(
    ({ user, device }) =>
      (!responders || responders.includes(user.id)) && (!reminds || paged.has(device.id)),
  );
  const fanout = fanOutPage(incident, text, chosen, now, again);
  yield* writeFanout(c, incident, fanout, progress);
  // The next group need not wait.
  if (!recipients.some(({ device }) => device.enabled)) c.nudge("coverage");
}

/**
 * Earlier pages, those of other groups than `group_id` that are due and will not leave as on hold: several groups can page a
 * device at one instant, and one that may not keeps none of another back. A silence holds them all, and one page is enough.
 * One of the group itself that may leave and gives way counts as dropped.
 */
function* asTheyWillBe(
  c: Context,
  incident: Incident,
  earlier: readonly Earlier[],
  group_id: string | null,
  now: Instant,
): Procedure<Earlier[]> {
  const loadGateContext = gateContextLoader(c, now);
  const all: Earlier[] = [];
  for (const { page, device } of earlier) {
    const isNew = page.state === "queued" && page.attempts === 0;
    const gate =
      isNew && page.alert_group_id !== group_id
        ? closedGate(yield* loadGateContext(page, device), now)
        : null;
    const stays = gate !== null && gate.gate !== "silence";
    const others = earlier.flatMap((one) =>
      one.page.device_id === page.device_id ? one.page : [],
    );
    const goes =
      page.state === "held" &&
      page.alert_group_id === group_id &&
      givesWay(page, incident, others, []) !== null &&
      closedGate(yield* loadGateContext(page, device), now) === null;
    const state = goes ? "dropped" : stays ? "held" : page.state;
    all.push({ page: { ...page, state }, device });
  }
  return all;
}

/**
 * The devices of a group's audience; for null, those of the responders. Both (`again`), when the incident pages its own group again.
 */
function* pagedBy(
  c: Context,
  { recipients: known, now }: NotificationContext,
  { id: incident_id, alert_group_id, responders }: Incident,
  group_id: string | null,
  again: boolean,
): Procedure<readonly Recipient[]> {
  const withResponders =
    (again && group_id === alert_group_id && responders > 0) || group_id === null;
  const helpers = withResponders ? yield* rows(c.q.responders, { incident_id }) : [];
  const others = helpers.map((one): Recipient => ({ ...one, asked: true }));
  if (group_id === null) return others;
  const audience = known.get(group_id) ?? (yield* recipientsOf(c, group_id, now));
  known.set(group_id, audience);
  const members = new Set(audience.map(({ device }) => device.id));
  return [...audience, ...others.filter(({ device }) => !members.has(device.id))];
}

/** The group's `recovery_priority`; absent: the group is gone. */
function* recoveryOf(
  c: Context,
  { snapshot, incident }: NotificationContext,
): Procedure<RecoveryPriority | undefined> {
  const group =
    snapshot.kind === "alert_group"
      ? snapshot.group
      : yield* c.of.alert_groups.first({ id: incident!.alert_group_id });
  return group?.recovery_priority;
}
