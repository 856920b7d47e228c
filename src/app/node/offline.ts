import { offlineText, postponedFor } from "../../core/gap/connectivity.ts";
import type { Instant } from "../../core/model/model.ts";
import { offlineNotification } from "../../core/paging/notification.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, rows, write } from "../../store/kit/procedure.ts";
import { rowOf } from "../../store/records/outbox.ts";

/**
 * Notifies the groups of monitors that a node cannot check because its own network is unavailable, and
 * postpones notifications that cannot leave until `online`, or for half a minute.
 */
export function* offline(
  c: Context,
  { since, subject_ids, now }: { since: Instant; subject_ids: string[]; now: Instant },
): Procedure<null> {
  const paged = new Set((yield* rows(c.q.offlinePages)).map(({ device_id }) => device_id));
  const text = { since, ...offlineText(since) };
  for (const { org_id, group_id } of yield* rows(c.q.groupsOfMonitors, {
    ids: JSON.stringify(subject_ids),
  })) {
    const untold = (yield* rows(c.q.recipients, { group_id }))
      .map(({ device }) => device)
      .filter(({ id, enabled }) => enabled && !paged.has(id));
    for (const { id } of untold) paged.add(id);
    yield* c.of.notifications.insertAllNew(
      untold.map((device) =>
        rowOf(offlineNotification(device, group_id, text, now), c.newId(now), org_id),
      ),
    );
  }
  yield* write(c.q.postpone, { from: since, until: now + postponedFor });
  return null;
}
