/**
 * Calculates gaps of coverage over 53 weeks, which hold every date of a year and both changes of the clocks: the times that
 * no interval covers. Contact hours and shifts come as the same, intervals in which a person is reached. Pure.
 */
import { gapsIn, type Interval } from "../hours/interval.ts";
import type { Instant } from "../model/model.ts";
import { day } from "../text/units.ts";

const week = 7 * day;
const ahead = 53 * week;

/** The gaps around an instant. */
export interface Coverage {
  at: Instant;
  /** In order; those of the week before show whether a gap recurs. Cut off at both ends of the known span. */
  gaps: readonly Interval[];
}

/** The span over which intervals are needed, with a week on both sides of the time that counts. */
export const knownAround = (at: Instant): Interval => ({
  from: at - week,
  until: at + ahead + week,
});

/** The end of the time that counts. */
export const judgedUntil = (at: Instant): Instant => at + ahead;

/** The gaps that the intervals leave. */
export const coverageOf = (reached: readonly Interval[], at: Instant): Coverage => ({
  at,
  gaps: gapsIn(reached, knownAround(at)).filter(({ from }) => from < judgedUntil(at)),
});

/** The gaps that are under way, and those to come. */
export const gapsAfter = ({ gaps, at }: Coverage): readonly Interval[] =>
  gaps.filter(({ until }) => until > at);
