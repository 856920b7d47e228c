/**
 * The daemons on this database: who is there, what becomes of the work of those who are gone, and when all
 * of them were.
 */
import type { Verbs } from "../../app/ports.ts";
import { blindBatch, settlingTime, wasBlind } from "../../core/gap/blind.ts";
import type { BlindPeriod, Instant } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { first, rows, write, type Procedure } from "../kit/procedure.ts";

/**
 * A node that was silent for so long is gone, ms. It says that it is there every two seconds; one that
 * only stood still finds its claims taken and its answers without effect.
 */
const silence = 15_000;

export function* begin(
  c: Context,
  { node, alone, now }: Parameters<Verbs["begin"]>[0],
): Procedure<{ blind: BlindPeriod | null }> {
  const left = yield* first(c.q.lastLeft);
  const seen = yield* first(c.q.lastSeen);
  const alive = Math.max(left?.at ?? 0, seen?.at ?? 0) || null;
  const blind = yield* lookBack(c, alive, "stopped", now);
  // From here on the nodes say it themselves.
  yield* write(c.q.left, { now });
  if (alone) {
    // Whatever was under way was under way here, in a process that has ended.
    yield* write(c.db.delete(c.t.nodes));
    yield* write(c.q.beginAgain, { now });
  }
  yield* write(c.q.beat, { ...node, started_at: now, seen_at: now });
  return { blind };
}

export function* beat(
  c: Context,
  { node, reason, now }: Parameters<Verbs["beat"]>[0],
): Procedure<ReturnType<Verbs["beat"]>> {
  const seen = yield* first(c.q.lastSeen);
  const blind = yield* lookBack(c, seen?.at ?? null, reason, now);
  yield* write(c.q.beat, { ...node, started_at: now, seen_at: now });
  const gone = [];
  for (const { id, name } of yield* rows(c.q.silentNodes, {
    before: now - silence,
  })) {
    yield* write(c.q.releaseNode, { node: id, now });
    yield* c.of.nodes.remove({ id });
    gone.push({ id, name });
  }
  if (gone.length > 0) c.nudge("checks");
  return { gone, blind, settling: yield* settling(c, now) };
}

export function* leave(c: Context, { node, now }: Parameters<Verbs["leave"]>[0]): Procedure<null> {
  yield* write(c.q.releaseNode, { node, now });
  yield* c.of.nodes.remove({ id: node });
  yield* write(c.q.left, { now });
  return null;
}

/** Records that nobody was there since `alive`, when that is long ago; once, whoever else finds it. */
function* lookBack(
  c: Context,
  alive: Instant | null,
  reason: BlindPeriod["reason"],
  now: Instant,
): Procedure<BlindPeriod | null> {
  return alive !== null && wasBlind(alive, now) ? yield* recordBlind(c, alive, reason, now) : null;
}

/** null: somebody else has recorded it. */
export function* recordBlind(
  c: Context,
  from: Instant,
  reason: BlindPeriod["reason"],
  now: Instant,
): Procedure<BlindPeriod | null> {
  const period = {
    id: c.newId(now),
    from,
    to: now,
    reason,
    settling_until: now + settlingTime,
  };
  const recorded = yield* c.of.blind_periods.insertNew(period);
  return recorded ? period : null;
}

/** True while not everything has been looked at after a blind period; the message about it goes with the last. */
function* settling(c: Context, now: Instant): Procedure<boolean> {
  const period = yield* first(c.q.settling, { now });
  if (!period) return false;
  if (yield* first(c.q.unlookedAt, { since: period.to })) return true;
  yield* c.of.blind_periods.update({ id: period.id }, { settling_until: now });
  yield* write(c.q.hurryBatch, { ...blindBatch(period), now });
  c.nudge("pushes");
  return false;
}
