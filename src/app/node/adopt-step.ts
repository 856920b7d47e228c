/** Adopts a step of the clock. Columns say that they move, `store/kit/shifts` in which rows; each kind is one update in SQL. */
import { isLasting } from "../../core/clock/timeline.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { write, type Procedure } from "../../store/kit/procedure.ts";
import { recordDisturbance } from "../../store/records/clock.ts";
import { shiftInstants } from "../../store/records/shift.ts";

/**
 * Adopts the stored step of the clock, if it has stood for long enough. `by`: how far service time moves on, ms;
 * 0: none to adopt, or another node has adopted it.
 */
export function* adopt_step(c: Context, { now }: { now: Instant }): Procedure<{ by: number }> {
  const clock = yield* c.of.clock.hold({ id: 1 });
  if (!clock || clock.step_since === null) return { by: 0 };
  const { step_by: by, step_since: since } = clock;
  if (!isLasting({ by, since }, now)) return { by: 0 };
  yield* recordDisturbance(c, now);
  yield* adopt(c, by, now);
  return { by };
}

/** Moves all that is unfinished by `by`; `now` is service time before that. */
export function* adopt(c: Context, by: number, now: Instant): Procedure<void> {
  const clock = yield* c.of.clock.hold({ id: 1 });
  yield* shiftInstants(c, by, now);
  yield* c.of.clock.update(
    { id: 1 },
    {
      at: (clock?.at ?? now) + by,
      step_by: 0,
      step_since: null,
      adopted: (clock?.adopted ?? 0) + by,
    },
  );
  // Handoffs are moments of the wall clock: those that were done may be ahead again.
  yield* write(c.q.wakeSchedules, { now: now + by });
  for (const loop of ["checks", "wakes", "pushes", "coverage"] as const) c.nudge(loop);
}
