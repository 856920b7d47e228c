/** Makes the model of a schedule's page: its turns from the store, all else calculated from them. */
import type { FastifyRequest } from "fastify";
import { waitAfter } from "../../../core/explain/who-would.ts";
import { zoneOf } from "../../../core/hours/zone.ts";
import type { Interval } from "../../../core/hours/interval.ts";
import type { AlertGroup, Instant } from "../../../core/model/model.ts";
import { audienceOf } from "../../../core/on-call/audience.ts";
import { nextShiftOf } from "../../../core/on-call/next-shift.ts";
import { gapsAfter } from "../../../core/on-call/coverage.ts";
import { gapLines } from "../../../core/on-call/coverage-text.ts";
import { onCallAt, type Schedules } from "../../../core/on-call/on-call.ts";
import { coverageOfSchedule } from "../../../core/on-call/schedule-coverage.ts";
import { standingAt } from "../../../core/on-call/stays.ts";
import { weekdayOf } from "../../../core/text/days.ts";
import { deletedUser, personName } from "../../../core/text/person.ts";
import { day } from "../../../core/text/units.ts";
import { spanOfDays } from "../../../dashboard/chart/lane.ts";
import { loadDays } from "../../../dashboard/load/panel.ts";
import { bandsOf, turnsIn } from "../../../dashboard/schedule/bands.ts";
import type {
  Rejected,
  ScheduleModel,
  SwapChoice,
  UsingGroup,
} from "../../../dashboard/schedule/model.ts";
import { dutyReport } from "../../answer/duty/load.ts";
import { notFound } from "../../answer/problem.ts";
import { callerOf } from "../../request/auth.ts";
import { allGroups, allUsers } from "../lists.ts";
import { frameOf, type Site } from "../site.ts";
import { dayOf } from "./report-period.ts";

const weeksShown = 4;
/** How far back shifts are known: a duty that is too long began before. */
export const lookBack = 8 * 7 * day;
/** How far ahead turns to swap with are looked for. */
const ahead = 90 * day;
const mostSwaps = 40;

/** The state of the page, from its address. */
export interface ScheduleQuery {
  from?: unknown;
  shift?: unknown;
  view?: unknown;
  add?: unknown;
}

/** `query`: of the page; after a rejected form that of the page that the form was on. */
export async function scheduleModel(
  site: Site,
  request: FastifyRequest,
  id: string,
  query: ScheduleQuery,
  rejected: Rejected | null,
): Promise<ScheduleModel> {
  const { store } = site;
  const { org_id } = callerOf(request);
  const frame = frameOf(site, request);
  const { now, zone } = frame;
  const there = zoneOf(zone);
  const today = there.day(now);
  const chosen = dayOf(query.from);
  const first = chosen ?? today - ((weekdayOf(today) + 6) % 7);
  const span = spanOfDays(first, weeksShown * 7, { zone });
  const [rotas, users, devices, groups, schedules, overrides, report] = await Promise.all([
    store.read.rotas(org_id, id, Math.min(span.from, now) - lookBack),
    allUsers(site, org_id),
    store.read.all_devices(org_id),
    allGroups(site, org_id),
    allSchedules(site, org_id),
    store.read.overrides(org_id, id, now),
    dutyReport(site, org_id, { from: now - loadDays * day, until: now }, [id]),
  ]);
  const [schedule] = rotas.schedules;
  if (!schedule || !overrides) throw notFound("schedule");
  const { all } = rotas;
  const titles = new Map(schedules.map((one) => [one.id, one.title]));
  const names = new Map(
    [...rotas.users.values(), ...users].map((user) => [user.id, personName(user)]),
  );
  const coverage = coverageOfSchedule(all, id, now).gaps;
  const { stays } = standingAt(all, id, [], now, now);
  const by = new Map(onCallAt(all, id, now).map((one) => [one.user_id, one.by]));
  const bands = bandsOf(all, id, span);
  const key = typeof query.shift === "string" ? query.shift : "";
  const open = bands.people.flatMap((one) => one.bands).find((band) => band.key === key) ?? null;
  return {
    schedule,
    all,
    bands,
    now: stays
      .filter(({ turn }) => turn === "now")
      .map((stay) => ({
        ...stay,
        confirmed_at: rotas.confirmed(by.get(stay.user_id) ?? id, stay.user_id),
      })),
    next: stays.find(({ turn }) => turn === "next") ?? null,
    after: nextShiftOf(all, id, now),
    gap: gapsAfter(coverage)[0] ?? null,
    gaps: gapLines(coverage, zone),
    groups: await usersOf(site, org_id, id, groups, now),
    before: schedules.filter(({ otherwise }) => otherwise === id),
    overrides,
    load: report.people,
    absences: all.absences.filter(({ until }) => until > now),
    swaps: swapsOf(all, id, now),
    nameOf: (user_id) => names.get(user_id) ?? deletedUser,
    titleOf: (schedule_id) => titles.get(schedule_id) ?? "another schedule",
    users: users
      .map((user) => ({ id: user.id, name: personName(user) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    unverified: new Set(
      [...names.keys()].filter(
        (user) => !(devices.get(user) ?? []).some(({ verified_at }) => verified_at !== null),
      ),
    ),
    view: {
      span,
      day: chosen,
      open,
      byDay: query.view === "days",
      adding: query.add !== undefined,
    },
    rejected,
  };
}

/** All schedules of an organization. */
export const allSchedules = ({ store, clock }: Site, org_id: string) =>
  store.read.resources("schedules", { org_id, limit: 1000, after: null }, clock.now());

/** The titles of all schedules, by id. */
export const titlesOfSchedules = async (site: Site, org_id: string) =>
  new Map((await allSchedules(site, org_id)).map(({ id, title }) => [id, title]));

/** The turns from now on that can be swapped. */
function swapsOf(all: Schedules, id: string, now: Instant): SwapChoice[] {
  const { versions } = all.byId.get(id)!;
  const span: Interval = { from: now, until: now + ahead };
  return turnsIn(versions, span).slice(0, mostSwaps);
}

/** The groups that take people from a schedule, each with the group that is paged after it. */
async function usersOf(
  { store }: Site,
  org_id: string,
  schedule_id: string,
  groups: readonly AlertGroup[],
  now: Instant,
): Promise<UsingGroup[]> {
  const uses = await store.read.schedulesIn(groups.map(({ id }) => id));
  const using = uses.filter((use) => use.schedule_id === schedule_id);
  const byId = new Map(groups.map((group) => [group.id, group]));
  const after = using.flatMap(
    ({ group_id }) => byId.get(byId.get(group_id)?.escalate_to ?? "") ?? [],
  );
  const own = using.flatMap(({ group_id }) => byId.get(group_id) ?? []);
  const read = await store.read.rosters(org_id, [...after, ...own], now);
  const rosters = new Map(read.map((roster) => [roster.group.id, roster]));
  const people = new Map(
    after.map(({ id }) => [
      id,
      audienceOf(rosters.get(id)!, now).map(({ user }) => personName(user)),
    ]),
  );
  return using.flatMap(({ group_id, turn }) => {
    const group = byId.get(group_id);
    if (!group) return [];
    const to = byId.get(group.escalate_to ?? "");
    const { escalate_after_minutes: minutes, priority_level } = group;
    return {
      id: group.id,
      title: group.title,
      turn,
      escalation:
        to && minutes !== null
          ? {
              id: to.id,
              title: to.title,
              after_minutes: waitAfter(rosters.get(group.id)!, minutes, priority_level, now),
              people: people.get(to.id) ?? [],
            }
          : null,
    };
  });
}
