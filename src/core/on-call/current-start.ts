/** Finds the start that gives a recreated schedule its present turns: edits part them from the declared one. Pure. */
import type { Instant } from "../model/model.ts";
import { dayLength, zoneOf } from "../hours/zone.ts";
import { handoffBefore } from "./handoffs.ts";
import {
  beginOf,
  firstVersion,
  turnAt,
  versionAt,
  type Rotation,
  type ScheduleVersion,
} from "./turns.ts";

/** Rounds that are tried: with some handoffs a day, not each round begins with the first one of a day. */
const mostRounds = 14;

/**
 * `YYYY-MM-DD`. The declared start, where it gives these turns, where a change is planned ahead, and where no date gives
 * them.
 */
export function currentStart(
  rotation: Rotation,
  versions: readonly ScheduleVersion[],
  at: Instant,
): string | null {
  const { start, people, everyone, handoff_every, timezone } = rotation;
  const current = versionAt(versions, at);
  if (everyone || people.length === 1 || !current || current !== versions.at(-1)) return start;
  const { position, until } = turnAt(current, at);
  if (until === null) return start;
  if (start !== null) {
    const anew = turnAt(firstVersion(rotation, at), at);
    if (anew.position === position && anew.until === until) return start;
  }
  const zone = zoneOf(timezone);
  for (let round = 0; round < mostRounds; round++) {
    const passed = (position + 1 + round * people.length) * handoff_every;
    const begin = handoffBefore(rotation, until, passed);
    if (begin === null) break;
    const date = new Date(zone.day(begin) * dayLength).toISOString().slice(0, 10);
    if (beginOf(rotation, date) === begin) return date;
  }
  return start;
}
