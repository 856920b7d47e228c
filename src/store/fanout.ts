/** Writes what a transition makes of the outbox: new pushes, those that are not needed, those that say something else. */
import type { Incident, Instant } from "../core/model.ts";
import type { Fanout } from "../core/notification.ts";
import type { Context } from "./context.ts";
import { write, writeAll, type Procedure } from "./procedure.ts";

/** In the transaction of the change that it follows from. */
export function* writeFanout(
  c: Context,
  incident: Incident,
  fanout: Fanout,
  now: Instant,
): Procedure<void> {
  for (const { id, reason } of fanout.dropped)
    yield* write(
      c.of.notifications.update(["id"], ["state", "due_at", "last_error"]),
      { by_id: id, state: "dropped", due_at: null, last_error: reason },
    );
  // One that was claimed meanwhile leaves as it was.
  for (const { id, state, title, message } of fanout.reworded)
    yield* write(
      c.of.notifications.update(["id", "state"], ["title", "message"]),
      { by_id: id, by_state: state, title, message },
    );
  // The key is unique: a transition that is decided twice is sent once.
  yield* writeAll(
    c.of.notifications.insertAllNew,
    fanout.queued.map((notification) => ({
      ...notification,
      id: c.newId(now),
      org_id: incident.org_id,
    })),
  );
  yield* writeAll(
    c.of.timeline.insertAll,
    fanout.timeline.map(({ entry, text }) => ({
      id: c.newId(now),
      incident_id: incident.id,
      at: now,
      kind: entry,
      text,
      actor: null,
    })),
  );
  if (fanout.queued.length > 0) c.nudge("pushes");
}
