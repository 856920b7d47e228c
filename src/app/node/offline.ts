/**
 * Which pushes are postponed is decided in SQL (`store/queries/offline`): one update of the outbox, which must
 * not read thousands of rows while the service has no network.
 */
import { offlineRecipients, offlineText, postponedFor } from "../../core/gap/connectivity.ts";
import type { Instant } from "../../core/model/model.ts";
import { offlineNotification } from "../../core/paging/notification.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, rows, write } from "../../store/kit/procedure.ts";
import { recipientsOf } from "../../store/records/audience.ts";
import { rowOf } from "../../store/records/outbox.ts";

/**
 * Notifies the groups of monitors that a node cannot check because its own network is unavailable, and
 * postpones notifications that cannot leave until `online`, or for half a minute.
 */
export function* offline(
  c: Context,
  { since, subject_ids, now }: { since: Instant; subject_ids: string[]; now: Instant },
): Procedure<null> {
  const waiting = (yield* rows(c.q.offlinePages)).map(({ device_id }) => device_id);
  const groups = [];
  for (const group of yield* rows(c.q.groupsOfMonitors, { ids: JSON.stringify(subject_ids) })) {
    const recipients = yield* recipientsOf(c, group.group_id, now);
    groups.push({ group, devices: recipients.map(({ device }) => device) });
  }
  const text = { since, ...offlineText(since) };
  yield* c.of.notifications.insertAllNew(
    offlineRecipients(groups, waiting).map(({ group: { org_id, group_id }, device }) =>
      rowOf(offlineNotification(device, group_id, text, now), c.newId(now), org_id),
    ),
  );
  yield* write(c.q.postpone, { from: since, until: now + postponedFor });
  return null;
}
