import { deliverLarge } from "./deliver-large.ts";
import { isLarge, unpackDelivery, type PackedDelivery } from "../../core/alerts/packed-delivery.ts";
import { addRepeats, changesOf, noRepeats, repeatsOf } from "../../core/alerts/repeats.ts";
import { decide } from "../../core/decision/decide.ts";
import type { Change } from "../../core/command/change.ts";
import type { Instant, Subject } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, type Procedure } from "../../store/kit/procedure.ts";
import type { DeliverInput } from "../../store/kit/request.ts";
import { writeChanges } from "../../store/records/changes.ts";
import { loadGroup, loadOpen } from "../../store/records/snapshot.ts";

/**
 * Decides deliveries to an alert group, in their order. The store joins calls that wait for the same commit. null: no
 * such group.
 */
export function* deliver(
  c: Context,
  { subject_id, deliveries }: DeliverInput,
): Procedure<Pick<Subject, "status"> | null> {
  for (let left = deliveries; ; yield* cut()) {
    const step = isLarge(left[0]!)
      ? yield* deliverOne(c, subject_id, left[0]!)
      : yield* deliverTogether(c, subject_id, left);
    if (!step) return null;
    left = left.slice(step.decided);
    if (left.length === 0) return { status: step.status };
  }
}

type Done = Pick<Subject, "status"> & { decided: number };

function* deliverOne(
  c: Context,
  subject_id: string,
  packed: PackedDelivery,
): Procedure<Done | null> {
  const command = { kind: "alerted" as const, ...unpackDelivery(packed) };
  const subject = yield* deliverLarge(c, { subject_id, command, now: packed.at });
  return subject && { status: subject.status, decided: 1 };
}

/**
 * Decides deliveries up to the first that does more than repeat known alerts. The group and its incidents are read and
 * written once for all of them.
 */
function* deliverTogether(
  c: Context,
  subject_id: string,
  deliveries: readonly PackedDelivery[],
): Procedure<Done | null> {
  const group = yield* loadGroup(c, subject_id);
  if (!group) return null;
  const repeats = noRepeats();
  let more: Change[] = [];
  let decided = 0;
  let now: Instant = 0;
  for (const packed of deliveries) {
    if (more.length > 0 || isLarge(packed)) break;
    const delivery = unpackDelivery(packed);
    yield* loadOpen(c, group, delivery.delivered.alerts);
    now = packed.at;
    const changes = decide(group, { kind: "alerted", ...delivery }, now);
    const repeated = repeatsOf(changes);
    if (repeated) {
      addRepeats(repeats, repeated);
      for (const { incident, set } of repeated.incidents.values()) Object.assign(incident, set);
    } else more = changes;
    decided++;
  }
  yield* writeChanges(c, group, [...changesOf(repeats), ...more], now);
  return { status: group.subject.status, decided };
}
