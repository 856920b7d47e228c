/** Writes notifications to the outbox, in the transaction of the change that caused them. */
import { laneOf } from "../../channel/registry.ts";
import { joinGapMessage } from "../../core/gap/gap.ts";
import type { MonitoringGap, Incident, Instant, Notification } from "../../core/model/model.ts";
import type { Fanout } from "../../core/paging/notification.ts";
import type { NewNotification } from "../../core/command/change.ts";
import type { Context } from "../queries/context.ts";
import type { Procedure } from "../kit/procedure.ts";

/**
 * Writes the pushes of an incident, and drops or rewords earlier ones. `settling`: the monitoring gap
 * whose message the queued pushes belong to.
 */
export function* writeFanout(
  c: Context,
  incident: Incident,
  fanout: Fanout,
  { settling, now }: { settling: MonitoringGap | null; now: Instant },
): Procedure<void> {
  for (const { id, reason } of fanout.dropped)
    yield* c.of.notifications.update(
      { id },
      { state: "dropped", due_at: null, last_error: reason },
    );
  // A push that was claimed since then is sent unchanged.
  for (const { id, state, title, message } of fanout.reworded)
    yield* c.of.notifications.update({ id, state }, { title, message });
  const queued = settling
    ? fanout.queued.map((push) => joinGapMessage(settling, push))
    : fanout.queued;
  yield* writePushes(c, incident.org_id, queued, now);
  yield* c.of.timeline.insertAll(
    fanout.timeline.map(({ entry, text }) => ({
      id: c.newId(now),
      incident_id: incident.id,
      at: now,
      kind: entry,
      text,
    })),
  );
}

/** Writes pushes. Their key is unique, so a push that is decided twice is sent once. */
export function* writePushes(
  c: Context,
  org_id: string,
  pushes: readonly NewNotification[],
  now: Instant,
): Procedure<void> {
  yield* c.of.notifications.insertAllNew(pushes.map((push) => rowOf(push, c.newId(now), org_id)));
  if (pushes.length > 0) c.nudge("pushes");
}

/** The row of a new push. */
export function rowOf(
  { device, ...push }: NewNotification,
  id: string,
  org_id: string,
): Notification {
  return { ...push, id, org_id, lane: laneOf(device) };
}
