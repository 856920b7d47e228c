/** Reads the service time of the database at the beginning of a transaction, and holds back steps of its clock. */
import {
  followDatabase,
  isDatabaseStepped,
  type DatabaseReading,
  type Follower,
} from "../../core/clock/database-time.ts";
import { clockTolerance } from "../../core/clock/timeline.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, type Procedure } from "../kit/procedure.ts";
import { recordDisturbance } from "../records/clock.ts";

/** One row with a `DatabaseReading`, its numbers as text. */
export const readTime =
  "select (extract(epoch from clock_timestamp()) * 1000)::bigint as wall, coalesce(step_by, 0) as step_by, coalesce(adopted, 0) as adopted from (select 1) as one left join clock on id = 1";

/** The service time of a database, as this node follows it. */
export class DatabaseTime {
  #follower: Follower | null = null;

  /** Service time of a transaction whose reading was asked for and answered at these times of the steady clock. */
  *now(
    c: Context,
    row: Record<keyof DatabaseReading, string>,
    between: { asked: number; answered: number },
  ): Procedure<Instant> {
    const reading = {
      wall: Number(row.wall),
      step_by: Number(row.step_by),
      adopted: Number(row.adopted),
    };
    const { follower, now, jump } = followDatabase(this.#follower, reading, between);
    if (jump !== 0) {
      const newest = yield* first(c.q.lastSeen);
      if (isDatabaseStepped(newest?.at ?? null, now, jump)) {
        yield* holdBack(c, reading.step_by, jump, now - jump);
        return now - jump;
      }
      this.#follower = null;
      return now;
    }
    this.#follower = follower;
    return now;
  }
}

/** The row `clock` holds back `jump` more, unless another node has seen it first. */
function* holdBack(c: Context, before: number, jump: number, now: Instant): Procedure<void> {
  const by = before + jump;
  const returned = Math.abs(by) <= clockTolerance;
  yield* c.of.clock.update(
    { id: 1, step_by: before },
    { step_by: returned ? 0 : by, step_since: returned ? null : now },
  );
  yield* recordDisturbance(c, now);
}
