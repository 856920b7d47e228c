/**
 * Calculates how on-call duty was shared, from shifts as they were and pages that left: a row for each person of a schedule.
 * Its flags follow the limits of Google's "Site Reliability Engineering": a quarter of one's time, two incidents in a shift
 * of twelve hours, six people. Pure.
 */
import { longestOf, medianOf } from "../history/median.ts";
import { openHours, windowsIn, type ContactRules } from "../hours/contact-hours.ts";
import { gapsIn, within, type Interval } from "../hours/interval.ts";
import type { Instant } from "../model/model.ts";
import { day, hour, minute } from "../text/units.ts";
import { dutiesIn } from "./duties.ts";
import type { Shift } from "./shifts.ts";

/** A schedule with its shifts over the period. */
export interface ReportedSchedule {
  id: string;
  title: string;
  /** All people with turns in the period. */
  people: readonly string[];
  shifts: readonly Shift[];
}

/** A page or reminder that a push server accepted. */
export interface SentPage {
  alert_group_id: string;
  user_id: string;
  incident_id: string;
  at: Instant;
  reminder: boolean;
}

/** The first acknowledgement and the first escalation of an incident; null: none. */
export interface ReportedIncident {
  acknowledged_at: Instant | null;
  acknowledged_by: string | null;
  escalated_at: Instant | null;
}

export interface ReportInput extends Interval {
  schedules: readonly ReportedSchedule[];
  /** By the id of the person, each in order of time. */
  pages: ReadonlyMap<string, readonly SentPage[]>;
  incidents: ReadonlyMap<string, ReportedIncident>;
  /** The schedules of alert groups, by the id of the group. */
  schedulesOf: ReadonlyMap<string, readonly string[]>;
  nameOf: (user_id: string) => string;
  /** The time zone whose nights and weekends are those of a person in a schedule. */
  timezoneOf: (user_id: string, schedule_id: string) => string;
}

/** `many_incidents`: more than 2 within 12 h. `much_time`: over 25 %. `two_weeks`: in a row. */
export type DutyFlag = "many_incidents" | "much_time" | "two_weeks";

/** The duty of a person in a schedule. Flags are about the person in all schedules. */
export interface DutyRow {
  schedule_id: string;
  schedule: string;
  user_id: string;
  name: string;
  hours: number;
  /** Between 22:00 and 07:00 in that zone. */
  night_hours: number;
  /** Saturdays and Sundays there. */
  weekend_hours: number;
  shifts: number;
  /** Incidents with a page during a shift. */
  incidents: number;
  /** Reminders included. */
  pages: number;
  night_pages: number;
  reminders: number;
  /** From the person's first page of an incident until they acknowledged it; null: they acknowledged none. */
  median_minutes: number | null;
  worst_minutes: number | null;
  /** Incidents that were escalated after their page. */
  escalated: number;
  /** Hours above an equal share of the people of the schedule; null: a guest. */
  above_share: number | null;
  flags: readonly DutyFlag[];
}

export interface ScheduleRow {
  schedule_id: string;
  schedule: string;
  people: number;
  /** All people together. */
  hours: number;
  gap_hours: number;
  /** `few_people`: fewer than six. */
  flags: readonly "few_people"[];
}

export interface OnCallReport extends Interval {
  schedules: readonly ScheduleRow[];
  people: readonly DutyRow[];
}

export function reportOf(input: ReportInput): OnCallReport {
  const { from, until, schedules } = input;
  const flags = new Map<string, readonly DutyFlag[]>();
  for (const user of new Set(schedules.flatMap(membersOf))) flags.set(user, flagsOf(user, input));
  return {
    from,
    until,
    schedules: schedules.map(scheduleRow),
    people: schedules.flatMap((schedule) => {
      const share = personTime(schedule) / new Set(schedule.people).size;
      return membersOf(schedule).map((user_id): DutyRow => {
        const shifts = shiftsOfPerson(schedule, user_id);
        const zone = input.timezoneOf(user_id, schedule.id);
        const time = lengthOf(shifts);
        return {
          schedule_id: schedule.id,
          schedule: schedule.title,
          user_id,
          name: input.nameOf(user_id),
          hours: time / hour,
          night_hours: overlap(shifts, nights(zone)) / hour,
          weekend_hours: overlap(shifts, weekends(zone)) / hour,
          shifts: shifts.length,
          ...loadOf(pagesDuring(shifts, schedule.id, user_id, input), zone, input),
          above_share: schedule.people.includes(user_id) ? (time - share) / hour : null,
          flags: flags.get(user_id)!,
        };
      });
    }),
  };
}

/** The people of a schedule, and guests with a shift. */
export const membersOf = ({ people, shifts }: ReportedSchedule): string[] => [
  ...new Set([...people, ...shifts.flatMap(({ on_call }) => on_call?.user_id ?? [])]),
];

/** The times in which a person is on call, each without a break. */
function shiftsOfPerson({ shifts }: Pick<ReportedSchedule, "shifts">, user_id: string): Interval[] {
  const joined: Interval[] = [];
  for (const { on_call, from, until } of shifts) {
    if (on_call?.user_id !== user_id) continue;
    const last = joined.at(-1);
    if (last?.until === from) last.until = until;
    else joined.push({ from, until });
  }
  return joined;
}

const lengthOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { from, until }) => sum + until - from, 0);

const personTime = ({ shifts }: ReportedSchedule): number =>
  lengthOf(shifts.filter(({ on_call }) => on_call !== null));

/** From 22:00 to 07:00 by the clocks of a zone. */
export const nights = (timezone: string): ContactRules => ({
  timezone,
  contact_hours_all_day: false,
  contact_hours_from: "22:00:00",
  contact_hours_to: "07:00:00",
  contact_days: [0, 1, 2, 3, 4, 5, 6],
});
const weekends = (timezone: string): ContactRules => ({
  timezone,
  contact_hours_all_day: true,
  contact_hours_from: null,
  contact_hours_to: null,
  contact_days: [0, 6],
});

/** The time of shifts within the hours. */
const overlap = (shifts: readonly Interval[], hours: ContactRules): number =>
  shifts.reduce(
    (sum, shift) => sum + lengthOf([shift]) - lengthOf(gapsIn(windowsIn(hours, shift), shift)),
    0,
  );

function scheduleRow(schedule: ReportedSchedule): ScheduleRow {
  const { id, title, people, shifts } = schedule;
  const size = new Set(people).size;
  const covered = shifts.filter(({ on_call }) => on_call !== null);
  return {
    schedule_id: id,
    schedule: title,
    people: size,
    hours: lengthOf(covered) / hour,
    gap_hours: lengthOf(shifts.filter(({ on_call }) => on_call === null)) / hour,
    flags: size < 6 ? ["few_people"] : [],
  };
}

/** The pages of a person during their shifts. A page of a group counts in each of its schedules that had the person on call. */
function pagesDuring(
  shifts: readonly Interval[],
  schedule_id: string,
  user_id: string,
  { pages, schedulesOf }: ReportInput,
): SentPage[] {
  const isOnCall = within(shifts, ({ until }) => until);
  const own = pages.get(user_id) ?? [];
  return own.filter(({ alert_group_id, at }) => {
    const counts = schedulesOf.get(alert_group_id)?.includes(schedule_id);
    return counts && isOnCall(at);
  });
}

/** The load of a person in the shifts of a schedule. */
function loadOf(pages: readonly SentPage[], timezone: string, { incidents }: ReportInput) {
  const firsts = [...Map.groupBy(pages, ({ incident_id }) => incident_id).values()].map(
    ([first]) => first!,
  );
  const isNight = openHours(nights(timezone));
  const waits: number[] = [];
  let escalated = 0;
  for (const { incident_id, user_id, at } of firsts) {
    const incident = incidents.get(incident_id);
    if (!incident) continue;
    const { acknowledged_at, acknowledged_by, escalated_at } = incident;
    if (acknowledged_by === user_id && acknowledged_at !== null && acknowledged_at >= at)
      waits.push((acknowledged_at - at) / minute);
    if (escalated_at !== null && escalated_at >= at) escalated += 1;
  }
  return {
    incidents: firsts.length,
    pages: pages.length,
    night_pages: pages.filter(({ at }) => isNight(at).isOpen).length,
    reminders: pages.filter(({ reminder }) => reminder).length,
    median_minutes: medianOf(waits),
    worst_minutes: longestOf(waits),
    escalated,
  };
}

function flagsOf(user: string, { schedules, pages, from, until }: ReportInput): DutyFlag[] {
  const shifts = schedules
    .flatMap((schedule) => shiftsOfPerson(schedule, user))
    .toSorted((a, b) => a.from - b.from);
  const period = { from, until };
  const time = lengthOf([period]) - lengthOf(gapsIn(shifts, period));
  const incidents = new Map<string, Instant>();
  for (const { incident_id, at } of pages.get(user) ?? [])
    if (!incidents.has(incident_id)) incidents.set(incident_id, at);
  const times = [...incidents.values()];
  return [
    ...(times.some((at, i) => i >= 2 && at - times[i - 2]! < 12 * hour)
      ? ["many_incidents" as const]
      : []),
    ...(time > lengthOf([period]) / 4 ? ["much_time" as const] : []),
    // Two weeks have an hour less when the clocks go forward.
    ...(dutiesIn(shifts).some((duty) => lengthOf([duty]) >= 14 * day - hour)
      ? ["two_weeks" as const]
      : []),
  ];
}
