/** The alert groups as rows of the page *On call*: the people that each reaches, the next ones, and a week. Pure. */
import type { Interval } from "../../core/hours/interval.ts";
import type { AlertGroup, Instant, StandBy } from "../../core/model/model.ts";
import type { NextShift } from "../../core/on-call/next-shift.ts";
import type { WhoWould } from "../../core/explain/who-would.ts";

/** A time of the week, and the people that the group reaches in it. */
export interface DutyTime extends Interval {
  /** Empty: a gap. */
  user_ids: readonly string[];
  /** By an override. */
  changed: boolean;
  /** Outside contact hours. */
  held: boolean;
}

/** A schedule of the group. */
export interface DutySchedule {
  id: string;
  title: string;
  turn: "now" | "next";
}

export interface Duty {
  group: Pick<AlertGroup, "id" | "title" | "priority_level">;
  schedules: readonly DutySchedule[];
  /** How an incident of its priority would reach each person. */
  people: readonly WhoWould[];
  /** No person is on call, or next, so that an incident pages all people of its schedules; null: one is. */
  standBy: StandBy | null;
  /** The people on call now in its schedules, with when they pressed "I am here"; null: not yet. */
  here: ReadonlyMap<string, Instant | null>;
  week: readonly DutyTime[];
  /** The next shift of its first schedule; null: no change, or no schedule. */
  after: NextShift | null;
  /** The schedule whose shift can be taken, and when that ends; null: it has none. */
  take: { id: string; title: string; until: Instant | null; shift: string | null } | null;
}

export type DutyState = "nobody" | "held" | "reached";

/** Whether the group reaches a person now, after its contact hours, or no one. */
export function stateOf({ people }: Pick<Duty, "people">): DutyState {
  if (people.some(({ told }) => told)) return "reached";
  return people.some(({ state }) => state === "held") ? "held" : "nobody";
}

/** Those that reach no one first, then yours, then by priority and name. */
export function inOrder(duties: readonly Duty[], you: string | null): Duty[] {
  const rank = (duty: Duty) => (stateOf(duty) === "nobody" ? 0 : isYours(duty, you) ? 1 : 2);
  return duties.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      a.group.priority_level - b.group.priority_level ||
      a.group.title.localeCompare(b.group.title),
  );
}

export const isYours = ({ people }: Pick<Duty, "people">, you: string | null): boolean =>
  you !== null && people.some(({ user_id }) => user_id === you);
