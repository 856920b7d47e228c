/** Makes the model of *My shifts*: the shifts of the visitor in all schedules, and all that belongs to them. */
import type { FastifyRequest } from "fastify";
import type { Shift } from "../../../api/on-call/schedules.ts";
import type { Interval } from "../../../core/hours/interval.ts";
import type { Instant, StoredOverride } from "../../../core/model/model.ts";
import { onCallAt, type Schedules } from "../../../core/on-call/on-call.ts";
import { nextShiftOf } from "../../../core/on-call/next-shift.ts";
import { shiftsOf } from "../../../core/on-call/shifts.ts";
import { standingAt } from "../../../core/on-call/stays.ts";
import { mask } from "../../../core/declare/secrets.ts";
import { deletedUser, personName } from "../../../core/text/person.ts";
import { day } from "../../../core/text/units.ts";
import { loadDays } from "../../../dashboard/load/panel.ts";
import { bandsOf, margin } from "../../../dashboard/schedule/bands.ts";
import type {
  AbsenceForm,
  MyAbsence,
  MyDuty,
  MySchedule,
  MyShift,
  MyShiftsModel,
  StandIn,
} from "../../../dashboard/duty/my-model.ts";
import type { Rotas } from "../../../store/reads/on-call/schedules.ts";
import { dutyReport } from "../../answer/duty/load.ts";
import { callerOf } from "../../request/auth.ts";
import { nextTurn } from "../../turns.ts";
import { cardsOf } from "../incident-cards.ts";
import { allUsers } from "../lists.ts";
import type { Site } from "../site.ts";
import { titlesOfSchedules } from "./schedule-page.ts";

const week = 7 * day;
const usualWeeks = 26;
const mostWeeks = 53;
/** Open incidents among which those of the visitor are looked for. */
const mostIncidents = 200;
const mostFeeds = 1000;

/** `absence`: its form, after a button of it was pressed. */
export async function myShifts(
  site: Site,
  request: FastifyRequest,
  weeksAsked: unknown,
  absence: AbsenceForm,
): Promise<MyShiftsModel> {
  const { store, clock } = site;
  const { org_id, user_id } = callerOf(request);
  const now = clock.now();
  const weeks = weeksAsked === String(mostWeeks) ? mostWeeks : usualWeeks;
  const users = await allUsers(site, org_id);
  const names = new Map(users.map((user) => [user.id, personName(user)]));
  const nameOf = (id: string) => names.get(id) ?? deletedUser;
  const empty: MyShiftsModel = {
    user_id,
    duties: [],
    shifts: [],
    schedules: [],
    memberOf: [],
    incidents: [],
    absences: [],
    absence,
    feeds: [],
    devices: [],
    load: [],
    weeks,
    nameOf,
  };
  if (user_id === null) return empty;
  const [rotas, absences, places, devices, feeds, open] = await Promise.all([
    store.read.rotas(org_id, null, now - 2 * margin),
    store.read.absences(org_id, user_id, now),
    store.read.memberships(org_id, [user_id]),
    store.read.devices(org_id, user_id),
    store.read.calendar_feeds({ org_id, limit: mostFeeds, after: null }),
    store.read.open_incidents(org_id, mostIncidents),
  ]);
  const span = { from: now, until: now + weeks * week };
  const mine: MyShift[] = [];
  for (const schedule of rotas.schedules) {
    mine.push(...shiftsIn(rotas.all, schedule, user_id, span));
    await nextTurn();
  }
  const cards = await cardsOf(site, org_id, open.incidents);
  const own = rotas.schedules.flatMap(({ id }) => (canHave(rotas.all, id, user_id) ? id : []));
  const report = await dutyReport(site, org_id, { from: now - loadDays * day, until: now }, own);
  const duties = mine.filter(({ band }) => band.inside.some((one) => contains(one, now)));
  return {
    ...empty,
    duties: duties.map((one) => dutyOf(rotas.all, one, user_id, now, nameOf)),
    shifts: mine
      .filter((one) => !duties.includes(one))
      .toSorted((a, b) => a.band.from - b.band.from),
    schedules: rotas.schedules
      .filter(({ people }) => people.includes(user_id))
      .map(({ id, title, timezone }) => ({
        id,
        title,
        timezone,
        now: onCallAt(rotas.all, id, now).map((one) => nameOf(one.user_id)),
        until: nextShiftOf(rotas.all, id, now)?.from ?? null,
      })),
    memberOf: (places.get(user_id) ?? []).map(({ group }) => ({
      id: group.id,
      title: group.title,
    })),
    incidents: cards.filter(
      ({ incident, reach }) =>
        incident.acknowledged_user_id === user_id ||
        reach.people.some((person) => person.user_id === user_id),
    ),
    absences: (absences ?? []).map((one) => absenceOf(rotas, one, nameOf)),
    feeds: feeds.filter((feed) => feed.user_id === user_id),
    load: report.people.filter((row) => row.user_id === user_id && row.hours > 0),
    devices: (devices ?? []).map((device) => mask("devices", device)),
  };
}

/** Whether a schedule has a person in its turns, or in an override that has not ended. */
function canHave({ byId }: Schedules, id: string, user_id: string): boolean {
  const { versions, overrides } = byId.get(id)!;
  return (
    versions.some(({ people }) => people.includes(user_id)) ||
    overrides.some((one) => one.user_id === user_id)
  );
}

const contains = ({ from, until }: Interval, at: Instant): boolean => from <= at && at < until;

/** The shifts of a person in a schedule, and turns in which no one stands in for them. */
function shiftsIn(
  all: Schedules,
  { id, title, timezone }: MySchedule,
  user_id: string,
  span: Interval,
): MyShift[] {
  const { people } = bandsOf(all, id, span);
  const bands = people.find((one) => one.user_id === user_id)?.bands ?? [];
  return bands.flatMap((band) => {
    const missing = band.holes.find((hole) => hole.user_id === null && hole.until > span.from);
    const isHad = band.inside.some(({ until }) => until > span.from);
    if (!isHad && !missing) return [];
    // Without the parts at its ends that others have.
    const { from } = band.inside[0] ?? missing!;
    const { until } = band.inside.at(-1) ?? missing!;
    return {
      schedule: { id, title, timezone },
      band: { ...band, from, until },
      missing: missing ?? null,
    };
  });
}

function dutyOf(
  all: Schedules,
  shift: MyShift,
  user_id: string,
  now: Instant,
  nameOf: (id: string) => string,
): MyDuty {
  const { id } = shift.schedule;
  const { stays } = standingAt(all, id, [], now, now);
  const stay = stays.find((one) => one.turn === "now" && one.user_id === user_id);
  const earlier = shiftsOf(all, id, shift.band.from - margin, now).findLast(
    ({ on_call }) => on_call !== null && on_call.user_id !== user_id,
  );
  return {
    ...shift,
    until: stay?.until ?? null,
    before: earlier ? [nameOf(earlier.on_call!.user_id)] : [],
    after: (nextShiftOf(all, id, now)?.user_ids ?? []).map(nameOf),
  };
}

/** An absence, with the shifts that another person has in it, or no one. */
function absenceOf(
  { all, schedules }: Rotas,
  { id, user_id, from, until, reason }: StoredOverride,
  nameOf: (id: string) => string,
): MyAbsence {
  const changes = schedules.flatMap((schedule): StandIn[] => {
    const own = bandsOf(all, schedule.id, { from, until }).people.find(
      (one) => one.user_id === user_id,
    );
    const holes = own?.bands.flatMap((band) => band.holes) ?? [];
    return holes
      .filter((hole) => hole.away && hole.from < until && hole.until > from)
      .map((hole) => ({
        schedule: schedule.title,
        name: hole.user_id === null ? null : nameOf(hole.user_id),
        from: hole.from,
        until: hole.until,
      }));
  });
  return { id, from, until, reason, changes: changes.toSorted((a, b) => a.from - b.from) };
}

/** The shifts that an absence would change, from the answer of the API. */
export async function changesIn(
  site: Site,
  request: FastifyRequest,
  shifts: readonly Shift[],
): Promise<StandIn[]> {
  const titles = await titlesOfSchedules(site, callerOf(request).org_id);
  return shifts.map(({ schedule_id, name, user_id, from, until }) => ({
    schedule: titles.get(schedule_id) ?? "a schedule",
    name: user_id === null ? null : (name ?? deletedUser),
    from: Date.parse(from),
    until: Date.parse(until),
  }));
}
