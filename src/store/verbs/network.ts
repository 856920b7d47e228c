/** A node whose own network is away: who is told, and what follows when it is back. */
import type { Verbs } from "../../app/ports.ts";
import { toldAfter } from "../../core/gap/blind.ts";
import { offlineReason, offlineText, postponedFor } from "../../core/gap/connectivity.ts";
import type { BlindPeriod } from "../../core/model/model.ts";
import { offlineNotification } from "../../core/paging/notification.ts";
import type { Context } from "../kit/context.ts";
import { rows, write, type Procedure } from "../kit/procedure.ts";
import { rowOf } from "../records/outbox.ts";
import { recordBlind } from "./nodes.ts";

export function* offline(
  c: Context,
  { since, subject_ids, now }: Parameters<Verbs["offline"]>[0],
): Procedure<null> {
  const told = new Set((yield* rows(c.q.offlinePages)).map(({ device_id }) => device_id));
  const text = { since, ...offlineText(since) };
  for (const { org_id, group_id } of yield* rows(c.q.groupsOfMonitors, {
    ids: JSON.stringify(subject_ids),
  })) {
    const untold = (yield* rows(c.q.recipients, { group_id }))
      .map(({ device }) => device)
      .filter(({ id, enabled }) => enabled && !told.has(id));
    for (const { id } of untold) told.add(id);
    yield* c.of.notifications.insertAllNew(
      untold.map((device) =>
        rowOf(offlineNotification(device, group_id, text, now), c.newId(now), org_id),
      ),
    );
  }
  yield* write(c.q.postpone, { from: since, until: now + postponedFor });
  return null;
}

export function* online(
  c: Context,
  { from, page, mistaken, now }: Parameters<Verbs["online"]>[0],
): Procedure<{ blind: BlindPeriod | null }> {
  const blind = mistaken ? null : yield* recordBlind(c, from, "offline", now);
  if (mistaken || !page) yield* write(c.q.dropOfflinePages);
  yield* write(c.q.lookAtMissed, { reason: offlineReason, from, now });
  for (const push of yield* rows(c.q.unsentSince, { from })) {
    const { batch, due_at } = blind
      ? toldAfter(blind, { ...push, due_at: now })
      : { batch: push.batch, due_at: now };
    yield* c.of.notifications.update({ id: push.id }, { batch, due_at });
  }
  c.nudge("checks");
  c.nudge("pushes");
  return { blind };
}
