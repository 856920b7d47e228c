/** The stored clock: where service time was last, the step that is held back, and the gap of a disturbance. */
import { retentionWaits } from "../../core/clock/retention-clock.ts";
import { standsFor, type Anchor } from "../../core/clock/timeline.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, type Procedure } from "../kit/procedure.ts";

/** The clock as `/health` and commands need it. */
export interface StoredClock extends Anchor {
  /** Retention deletes no row until then; null: it does not wait. */
  retention_waits_until: Instant | null;
}

/** The stored clock; null: no node has begun on this database. */
export function* loadClock(c: Context, now: Instant): Procedure<StoredClock | null> {
  const row = yield* c.of.clock.first({ id: 1 });
  if (!row) return null;
  const { boot, steady, at, step_by: by, step_since: since } = row;
  const retention = (yield* c.of.retention_clock.first({ id: 1 })) ?? null;
  return {
    boot,
    steady,
    at,
    step: since === null ? null : { by, since },
    retention_waits_until: retentionWaits(retention, now),
  };
}

/** The clock where no node ever ran. */
export const firstClock = (at: Instant) => ({
  id: 1,
  boot: null,
  steady: 0,
  at,
  step_by: 0,
  step_since: null,
  adopted: 0,
});

/** Stores the timeline of this process, if a node has begun. */
export function* storeAnchor(c: Context, { boot, steady, at, step }: Anchor): Procedure<void> {
  const step_by = step?.by ?? 0;
  const step_since = step?.since ?? null;
  yield* c.of.clock.update({ id: 1 }, { boot, steady, at, step_by, step_since });
}

/**
 * Records that the clock is disturbed as of `now`: a gap of its own, or a longer one if the last disturbance
 * has just ended. It delays no push and joins none.
 */
export function* recordDisturbance(c: Context, now: Instant): Procedure<void> {
  const last = yield* first(c.q.lastClockGap);
  if (last && now - last.to < standsFor) {
    yield* c.of.blind_periods.update({ id: last.id }, { to: Math.max(now, last.to) });
    return;
  }
  yield* c.of.blind_periods.insertNew({
    id: c.newId(now),
    from: now,
    to: now,
    reason: "clock",
    settling_until: now,
  });
}
