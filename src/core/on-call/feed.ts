/**
 * Decides the events of a calendar feed: one for each shift, so that a calendar shows the people that pages reach. The same
 * shift has the same event in every fetch, and an unchanged schedule the same feed for a month. Pure.
 */
import type { Interval } from "../hours/interval.ts";
import type { Instant } from "../model/model.ts";
import type { Shift } from "./shifts.ts";

/** A schedule of a feed, with its shifts over `feedSpan`. */
export interface FedSchedule {
  id: string;
  title: string;
  /** Counts its changes: edits, overrides and absences. */
  version: number;
  /** The last of them. */
  changed_at: Instant;
  shifts: readonly Shift[];
}

export interface FeedEvent extends Interval {
  uid: string;
  summary: string;
  sequence: number;
  /** When the schedule was changed last: the time of the fetch would make each answer another one. */
  stamp: Instant;
}

export interface Feed {
  name: string;
  events: readonly FeedEvent[];
}

/** Whole months (UTC), with the last 30 and the next 180 days: an end that moves with each fetch would change the events. */
export function feedSpan(now: Instant): Interval {
  const date = new Date(now);
  const month = (later: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
  return { from: month(-2), until: month(7) };
}

/** Names people; ids of events end with the host, which makes them unique in the world. */
export interface FeedNames {
  host: string;
  nameOf: (user_id: string) => string;
}

/** The shifts of a person in all schedules. */
export const personFeed = (
  user_id: string,
  schedules: readonly FedSchedule[],
  names: FeedNames,
): Feed => ({
  name: `On call: ${names.nameOf(user_id)}`,
  events: schedules.flatMap((schedule) =>
    eventsOf(schedule, names.host)
      .filter(({ user }) => user === user_id)
      .map(({ event }) => ({ ...event, summary: `On call: ${schedule.title}` })),
  ),
});

/** All shifts of a schedule, each with the name of its person. */
export const scheduleFeed = (schedule: FedSchedule, { host, nameOf }: FeedNames): Feed => ({
  name: `On call: ${schedule.title}`,
  events: eventsOf(schedule, host).map(({ user, event }) => ({
    ...event,
    summary: `${nameOf(user)}: ${schedule.title}`,
  })),
});

const eventsOf = ({ id, version, changed_at, shifts }: FedSchedule, host: string) =>
  shifts.flatMap(({ on_call, from, until }) => {
    if (!on_call) return [];
    const user = on_call.user_id;
    const uid = `${id}.${from / 1000}.${user}@${host}`;
    return [{ user, event: { uid, from, until, sequence: version, stamp: changed_at } }];
  });
