/**
 * The service time of a shared database. All nodes go by the database's clock less the step that its row `clock`
 * holds back. Each node compares that with its own steady clock: if they part, the database's clock was stepped,
 * or this node was held up (a virtual machine that was paused). The beats of the nodes tell which: where they are
 * on the side of the database, the node was held up. Pure.
 */
import type { Instant } from "../model/model.ts";
import { clockTolerance } from "./timeline.ts";

/** The database's clock, read with its row in one statement. */
export interface DatabaseReading {
  wall: Instant;
  /** How far `wall` is ahead of service time, ms. */
  step_by: number;
  /** The sum of all adopted steps, ms. */
  adopted: number;
}

/** The state that a node keeps of the last reading. */
export interface Follower {
  /** Service time less the node's steady clock, ms. */
  ahead: number;
  adopted: number;
}

/** Service time after a reading between `asked` and `answered` on the node's steady clock. */
export function followDatabase(
  before: Follower | null,
  { wall, step_by, adopted }: DatabaseReading,
  { asked, answered }: { asked: number; answered: number },
): {
  follower: Follower;
  /** Service time, as the row has it. */
  now: Instant;
  /** How far `now` is from the time that this node expects, ms; 0: they agree. */
  jump: number;
} {
  const now = wall - step_by;
  const [least, most] = [now - answered, now - asked];
  if (before === null) return { follower: { ahead: least, adopted }, now, jump: 0 };
  const expected = before.ahead + adopted - before.adopted;
  const ahead = Math.min(Math.max(expected, least), most);
  const jump = ahead - expected;
  return Math.abs(jump) <= clockTolerance
    ? { follower: { ahead, adopted }, now, jump: 0 }
    : { follower: { ahead: expected, adopted }, now, jump };
}

/** True when the database's clock was stepped by `jump`; false: this node was held up. `newest`: the last beat. */
export function isDatabaseStepped(newest: Instant | null, now: Instant, jump: number): boolean {
  if (newest === null) return false;
  return jump > 0 ? newest <= now - jump + clockTolerance : newest > now;
}
