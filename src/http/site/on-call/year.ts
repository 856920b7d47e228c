/** The gaps of all groups and the warnings of their schedules over the coming 53 weeks. */
import type { Interval } from "../../../core/hours/interval.ts";
import type { Device, Instant } from "../../../core/model/model.ts";
import type { Roster } from "../../../core/on-call/audience.ts";
import {
  coverageOf,
  gapsAfter,
  knownAround,
  type Coverage,
} from "../../../core/on-call/coverage.ts";
import { gapLines } from "../../../core/on-call/coverage-text.ts";
import type { Schedules } from "../../../core/on-call/on-call.ts";
import { coverageOfSchedule, scheduleWarnings } from "../../../core/on-call/schedule-coverage.ts";
import { firstShiftsOf, shiftsOf } from "../../../core/on-call/shifts.ts";
import { day, hour } from "../../../core/text/units.ts";
import type { Duty, DutySchedule } from "../../../dashboard/duty/model.ts";
import {
  weeksAhead,
  type Finding,
  type Found,
  type UnverifiedFinding,
  type YearModel,
} from "../../../dashboard/duty/year-panel.ts";
import { isWorking } from "../../../dashboard/on-call/model.ts";
import type { Rotas } from "../../../store/reads/on-call/schedules.ts";
import { nextTurn } from "../../turns.ts";

const week = 7 * day;
/** A longer gap is not taken with one press. */
const longestTaken = week;

interface YearContext {
  now: Instant;
  zone: string;
  nameOf: (id: string) => string;
  devices: ReadonlyMap<string, readonly Device[]>;
}

/** The schedules whose people on call a group has, all together: those of several groups that are the same are one. */
interface Rota {
  of: Found;
  schedules: readonly DutySchedule[];
}

/** Groups without members, by their schedules: a member covers every time. */
function rotasOf(duties: readonly Duty[], rosters: readonly Roster[]): Rota[] {
  const distinct = new Map<string, Rota>();
  duties.forEach(({ group, schedules }, i) => {
    const present = schedules.filter(({ turn }) => turn === "now");
    const [first] = present;
    if (!first || rosters[i]!.people.length > 0) return;
    const key = present.map(({ id }) => id).toSorted();
    const of =
      present.length === 1
        ? { path: `/schedules/${first.id}`, title: first.title }
        : { path: `/alert_groups/${group.id}`, title: group.title };
    if (!distinct.has(key.join())) distinct.set(key.join(), { of, schedules: present });
  });
  return [...distinct.values()];
}

/** The gaps of groups and the warnings of their schedules, one by one with a turn for others after each. */
export async function yearOf(
  { all }: Rotas,
  duties: readonly Duty[],
  rosters: readonly Roster[],
  context: YearContext,
): Promise<YearModel> {
  const { now } = context;
  const used = new Map(
    duties.flatMap(({ schedules }) => schedules.map((one) => [one.id, one] as const)),
  );
  const asNext = new Set(
    duties.flatMap(({ schedules }) =>
      schedules.flatMap(({ id, turn }) => (turn === "next" ? id : [])),
    ),
  );
  const gapHours: number[] = used.size === 0 ? [] : Array.from({ length: weeksAhead }, () => 0);
  const gaps: Finding[] = [];
  for (const rota of rotasOf(duties, rosters)) {
    const coverage = coverageOf(
      rota.schedules.flatMap(({ id }) => coveredIn(all, id, now)),
      now,
    );
    for (const [i, hours] of hoursByWeek(coverage).entries())
      gapHours[i] = Math.max(gapHours[i]!, hours);
    gaps.push(...gapFindings(rota, coverage, context));
    await nextTurn();
  }
  const warnings: Finding[] = [];
  const unverified = new Map<string, UnverifiedFinding>();
  for (const schedule of used.values()) {
    warnings.push(...warningsOf(all, schedule, asNext.has(schedule.id), context));
    for (const one of unverifiedIn(all, schedule, context)) {
      const earlier = unverified.get(one.person.id);
      if (!earlier || one.from < earlier.from) unverified.set(one.person.id, one);
    }
    await nextTurn();
  }
  const byTime = (list: readonly Finding[]) => list.toSorted((a, b) => a.from - b.from);
  return {
    gapHours,
    findings: [...byTime(gaps), ...byTime([...unverified.values(), ...warnings])],
  };
}

/** The times of a schedule with a person on call. */
const coveredIn = (all: Schedules, id: string, now: Instant): Interval[] => {
  const { from, until } = knownAround(now);
  return shiftsOf(all, id, from, until).filter(({ on_call }) => on_call !== null);
};

/** The hours without a person on call, week by week. */
function hoursByWeek(coverage: Coverage): number[] {
  const gaps = gapsAfter(coverage);
  return Array.from({ length: weeksAhead }, (_, i) => {
    const from = coverage.at + i * week;
    return gaps.reduce((sum, gap) => sum + overlapOf(gap, from, from + week), 0) / hour;
  });
}

const overlapOf = (gap: Interval, from: Instant, until: Instant): number =>
  Math.max(0, Math.min(gap.until, until) - Math.max(gap.from, from));

function gapFindings(
  { of, schedules }: Rota,
  gaps: Coverage,
  { now, zone }: YearContext,
): Finding[] {
  const all = gapsAfter(gaps);
  const lines = gapLines(gaps, zone).map((line) => line.replace(` (${zone})`, ""));
  // A line for each gap: then one can be taken.
  const each = lines.length === all.length ? all : [];
  return lines.map((line, i): Finding => {
    const gap = each[i] ?? null;
    const short = gap && gap.until - Math.max(now, gap.from) <= longestTaken ? gap : null;
    return {
      kind: "gap",
      of,
      schedule_id: schedules[0]!.id,
      text: `has nobody on call ${line.replace(/^once: /, "")}`,
      from: Math.max(now, gap?.from ?? all[0]!.from),
      gap: short,
    };
  });
}

/** The faults of a schedule besides its gaps. */
function warningsOf(
  all: Schedules,
  schedule: DutySchedule,
  next: boolean,
  { now, zone, nameOf }: YearContext,
): Finding[] {
  const coverage = coverageOfSchedule(all, schedule.id, now);
  const from = Math.max(now, coverage.long[0]?.from ?? now);
  return scheduleWarnings(coverage, { timezone: zone, alone: false, next, nameOf }).map((text) => ({
    kind: "warning",
    of: foundIn(schedule),
    text,
    from,
  }));
}

const foundIn = ({ id, title }: DutySchedule): Found => ({ path: `/schedules/${id}`, title });

/** The next shift of each person without a verified device. */
function unverifiedIn(
  all: Schedules,
  schedule: DutySchedule,
  { now, nameOf, devices }: YearContext,
) {
  const firsts = firstShiftsOf(all, schedule.id, now, now + weeksAhead * week);
  return [...firsts].flatMap(([user, { from, until }]) => {
    const own = devices.get(user) ?? [];
    if (own.some(({ verified_at }) => verified_at !== null)) return [];
    const device = own.find(isWorking);
    return {
      kind: "unverified" as const,
      person: { id: user, name: nameOf(user) },
      of: foundIn(schedule),
      from,
      until,
      device: device ? { id: device.id, name: device.name ?? device.kind } : null,
    };
  });
}
