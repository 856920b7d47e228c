/** Writes notifications to the outbox, in the transaction of the change that caused them. */
import { laneOf } from "../../channel/registry.ts";
import { toldAfter } from "../../core/gap/blind.ts";
import type { BlindPeriod, Incident, Instant, Notification } from "../../core/model/model.ts";
import type { Fanout, NewNotification } from "../../core/paging/notification.ts";
import type { Context } from "../kit/context.ts";
import type { Procedure } from "../kit/procedure.ts";

/**
 * What an incident has to tell, and no longer has to. `settling`: what is queued belongs to the message
 * about this blind period.
 */
export function* writeFanout(
  c: Context,
  incident: Incident,
  fanout: Fanout,
  { settling, now }: { settling: BlindPeriod | null; now: Instant },
): Procedure<void> {
  for (const { id, reason } of fanout.dropped)
    yield* c.of.notifications.update(
      { id },
      { state: "dropped", due_at: null, last_error: reason },
    );
  // One that was claimed meanwhile leaves as it was.
  for (const { id, state, title, message } of fanout.reworded)
    yield* c.of.notifications.update({ id, state }, { title, message });
  const queued = settling ? fanout.queued.map((push) => toldAfter(settling, push)) : fanout.queued;
  yield* writePushes(c, incident.org_id, queued, now);
  yield* c.of.timeline.insertAll(
    fanout.timeline.map(({ entry, text }) => ({
      id: c.newId(now),
      incident_id: incident.id,
      at: now,
      kind: entry,
      text,
      actor: null,
    })),
  );
}

/** The key is unique: a push that is decided twice is sent once. */
export function* writePushes(
  c: Context,
  org_id: string,
  pushes: readonly NewNotification[],
  now: Instant,
): Procedure<void> {
  yield* c.of.notifications.insertAllNew(pushes.map((push) => rowOf(push, c.newId(now), org_id)));
  if (pushes.length > 0) c.nudge("pushes");
}

/** The row of a push that is to be queued. */
export function rowOf(
  { device, ...push }: NewNotification,
  id: string,
  org_id: string,
): Notification {
  return { ...push, id, org_id, lane: laneOf(device) };
}
