/** Loads from the outbox what a device shows and received lately, as `core/storm` needs it. */
import { pushOf } from "../../core/paging/bundle.ts";
import type { Incident, Instant, Notification } from "../../core/model/model.ts";
import {
  stormWindow,
  type StormDevice,
  type StormPush,
  type SummaryLine,
} from "../../core/paging/storm.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { inPages, inParts, inTurns } from "../kit/pages.ts";

/** Rows read between two cuts. */
const pageSize = 500;

/** A summary is not added to after this, ms. */
const summaryLife = 24 * 3600_000;

/** A due notification as `core/storm` sees it. */
export function stormPush({
  notification,
  incident,
}: {
  notification: Notification;
  incident: Incident | null;
}): StormPush {
  const { id, priority, title, transition } = notification;
  return {
    id,
    incident_id: aboutOf(notification),
    over: incident?.status === "resolved",
    priority,
    title,
    rings: transition === "opened",
  };
}

/** The incident of a notification that is part of a storm: each is about one. */
const aboutOf = ({ incident_id }: Pick<Notification, "incident_id">) => incident_id!;

export function* stormOf(
  c: Context,
  device_id: string,
  due: readonly { notification: Notification }[],
  now: Instant,
): Procedure<StormDevice> {
  const sent = yield* sentLately(c, device_id, now);
  const single = new Set<string>();
  const updates = due
    .filter(({ notification }) => notification.transition !== "opened")
    .map(({ notification }) => ({ id: aboutOf(notification) }));
  yield* inParts(updates, pageSize, function* (incident_ids) {
    for (const shown of yield* rows(c.q.shownAlone, { device_id, incident_ids }))
      single.add(aboutOf(shown));
  });
  const sentAt = ({ delivered_at, due_at }: Pick<Notification, "delivered_at" | "due_at">) =>
    delivered_at ?? due_at ?? now;
  // Notifications with one instant were sent as one push.
  const recent = new Map<string, Instant>();
  const lines = new Map<string, SummaryLine>();
  let sent_at = 0;
  let rang_at = 0;
  yield* inTurns(sent, (notification) => {
    const at = Math.min(now, sentAt(notification));
    if (now - at < stormWindow) recent.set(`${pushOf(notification)} ${at}`, at);
    const { batch_kind, priority, title, transition } = notification;
    if (batch_kind !== "storm") return;
    const incident_id = aboutOf(notification);
    // As it was sent: later changes are still to be shown.
    const over = transition === "recovered";
    lines.set(incident_id, { incident_id, over, priority, title });
    sent_at = Math.max(sent_at, at);
    if (transition === "opened") rang_at = Math.max(rang_at, at);
  });
  return {
    recent: [...recent.values()],
    single,
    summary:
      lines.size === 0
        ? null
        : {
            lines,
            sent_at,
            rang_at,
          },
  };
}

/** The latest pushes of a device, and the contents of its summary, which can be tens of thousands. */
function* sentLately(c: Context, device_id: string, now: Instant) {
  return yield* inPages(
    pageSize,
    { inserted_at: now - summaryLife, id: "" },
    ({ inserted_at, id }) =>
      rows(c.q.sentToDevice, {
        device_id,
        lately: now - stormWindow,
        after_at: inserted_at,
        after_id: id,
        limit: pageSize,
      }),
  );
}
