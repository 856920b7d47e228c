/** Makes the model of the page *On call*: from the rosters of all groups, and the turns of all schedules. */
import type { FastifyRequest } from "fastify";
import { whoWould } from "../../../core/explain/who-would.ts";
import { gapsIn, type Interval } from "../../../core/hours/interval.ts";
import { zoneOf } from "../../../core/hours/zone.ts";
import type { AlertGroup, Instant } from "../../../core/model/model.ts";
import { audienceOf, standByIn, type Roster } from "../../../core/on-call/audience.ts";
import { onCallAt, type Schedules } from "../../../core/on-call/on-call.ts";
import { nextShiftOf } from "../../../core/on-call/next-shift.ts";
import { shiftsOf } from "../../../core/on-call/shifts.ts";
import { membersReached } from "../../../core/paging/coverage.ts";
import { ignoresHours } from "../../../core/paging/gate.ts";
import { deletedUser, personName } from "../../../core/text/person.ts";
import { spanOfDays, type Span } from "../../../dashboard/chart/lane.ts";
import type { Duty, DutySchedule, DutyTime } from "../../../dashboard/duty/model.ts";
import { isWorking } from "../../../dashboard/on-call/model.ts";
import type { OnCallPageModel } from "../../../dashboard/duty/page.ts";
import { bandsOf } from "../../../dashboard/schedule/bands.ts";
import type { Rotas } from "../../../store/reads/on-call/schedules.ts";
import { localInstant } from "../../answer/instants.ts";
import { callerOf } from "../../request/auth.ts";
import { allGroups, allUsers } from "../lists.ts";
import { frameOf, type Site } from "../site.ts";
import { yearOf } from "./year.ts";
import { lookBack } from "./schedule-page.ts";

const shownDays = 7;

export async function onCallModel(
  site: Site,
  request: FastifyRequest,
  query: { at?: unknown; search?: unknown },
): Promise<OnCallPageModel> {
  const { store } = site;
  const { org_id, user_id } = callerOf(request);
  const { now, zone } = frameOf(site, request);
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const typed = { at: text(query.at), search: text(query.search).trim() };
  const moment = localInstant(typed.at, zone);
  const at = typeof moment === "number" ? moment : now;
  const span = spanOfDays(zoneOf(zone).day(at), shownDays, { zone });
  const groups = await allGroups(site, org_id);
  const [rosters, uses, rotas, users, devices] = await Promise.all([
    store.read.rosters(org_id, groups, at),
    store.read.schedulesIn(groups.map(({ id }) => id)),
    store.read.rotas(org_id, null, Math.min(now, at) - lookBack),
    allUsers(site, org_id),
    store.read.all_devices(org_id),
  ]);
  const names = new Map(
    [...rotas.users.values(), ...users].map((user) => [user.id, personName(user)]),
  );
  const nameOf = (id: string) => names.get(id) ?? deletedUser;
  const titles = new Map(rotas.schedules.map(({ id, title }) => [id, title]));
  const duties = groups.map((group, i): Duty => {
    const schedules = uses
      .filter((use) => use.group_id === group.id)
      .map(({ schedule_id: id, title, turn }) => ({ id, title, turn }));
    const here = at === now ? hereIn(rotas, schedules, now) : new Map<string, null>();
    return dutyOf({
      group,
      roster: rosters[i]!,
      schedules,
      here,
      all: rotas.all,
      at,
      span,
      user_id,
    });
  });
  const used = new Set(uses.map(({ schedule_id }) => schedule_id));
  const year = await yearOf(rotas, duties, rosters, { now, zone, nameOf, devices });
  const search = typed.search.toLowerCase();
  const has = (one: string) => one.toLowerCase().includes(search);
  return {
    duties: duties.filter(
      ({ group, people }) => has(group.title) || people.some(({ name }) => has(name)),
    ),
    names: {
      nameOf,
      unreachable: new Set(
        [...names.keys()].filter((id) => !(devices.get(id) ?? []).some(isWorking)),
      ),
    },
    span,
    year,
    unused: rotas.schedules
      .filter(({ id }) => !used.has(id) && !isFallback(rotas, used, id))
      .map(({ id }) => ({
        id,
        title: titles.get(id)!,
        people: onCallAt(rotas.all, id, now).map((one) => one.user_id),
        after: nextShiftOf(rotas.all, id, now),
      })),
    typed: { at: at === now ? "" : typed.at, search: typed.search },
    at,
    people: new Set(duties.flatMap(({ people }) => people.map((one) => one.user_id))).size,
  };
}

/** Whether a schedule that a group uses falls back to this one, at any distance. */
function isFallback({ all }: Rotas, used: ReadonlySet<string>, id: string): boolean {
  const reached = new Set<string>();
  for (let next = [...used]; next.length > 0;) {
    next = next.flatMap((one) => all.byId.get(one)?.otherwise ?? []);
    next = next.filter((one) => !reached.has(one));
    for (const one of next) reached.add(one);
  }
  return reached.has(id);
}

function dutyOf({
  group,
  roster,
  schedules,
  here,
  all,
  at,
  span,
  user_id,
}: Pick<Duty, "here"> & {
  group: AlertGroup;
  roster: Roster;
  schedules: readonly DutySchedule[];
  all: Schedules;
  at: Instant;
  span: Span;
  user_id: string | null;
}): Duty {
  const people = whoWould(roster, group.priority_level, at);
  const present = schedules.filter(({ turn }) => turn === "now");
  const [first] = present;
  const yours = present.find(({ id }) =>
    onCallAt(all, id, at).some((one) => one.user_id === user_id && one.by === id),
  );
  const taken = yours ?? first;
  const after = first ? nextShiftOf(all, first.id, at) : null;
  return {
    group,
    schedules,
    people,
    here,
    standBy: standByIn(audienceOf(roster, at).map(({ member }) => member))?.via ?? null,
    week: weekOf(roster, present, all, span),
    after,
    take: taken
      ? {
          id: taken.id,
          title: taken.title,
          until: after?.from ?? null,
          shift: yours && user_id !== null ? yourBand(all, yours.id, at, user_id) : null,
        }
      : null,
  };
}

/** Whether the people on call in schedules have answered for their shifts. */
const hereIn = ({ all, confirmed }: Rotas, schedules: readonly DutySchedule[], now: Instant) =>
  new Map(
    schedules
      .filter(({ turn }) => turn === "now")
      .flatMap(({ id }) => onCallAt(all, id, now))
      .map(({ user_id, by }) => [user_id, confirmed(by, user_id)] as const),
  );

/** The band in which the visitor has a schedule now. */
function yourBand(all: Schedules, id: string, at: Instant, user_id: string): string | null {
  const { people } = bandsOf(all, id, { from: at, until: at + 1 });
  const bands = people.find((one) => one.user_id === user_id)?.bands ?? [];
  return (
    bands.find(({ inside }) => inside.some(({ from, until }) => from <= at && at < until))?.key ??
    null
  );
}

/** The people of a group over the days of a lane: those of its schedules, or its members. */
function weekOf(
  roster: Roster,
  schedules: readonly DutySchedule[],
  all: Schedules,
  span: Span,
): DutyTime[] {
  const { group } = roster;
  const members = roster.people.map(({ user }) => user.id);
  const shifts = schedules.flatMap(({ id }) => shiftsOf(all, id, span.from, span.until));
  const places = audienceOf(roster, span.from).map(({ member }) => member);
  const rules = [
    ...roster.people.map(({ member }) => member),
    ...(roster.schedules?.list ?? []),
    ...(places.length === 0 ? [null] : []),
  ];
  const held = ignoresHours(group, group) ? [] : gapsIn(membersReached(group, rules, span), span);
  const cuts = new Set([span.from, ...[...shifts, ...held].flatMap(bothEnds)]);
  const times = [...cuts].filter((at) => at < span.until).toSorted((a, b) => a - b);
  const result: DutyTime[] = [];
  times.forEach((from, i) => {
    const until = times[i + 1] ?? span.until;
    const here = shifts.filter((shift) => shift.from <= from && from < shift.until);
    const on = here.flatMap(({ on_call }) => on_call ?? []);
    const ids = schedules.length === 0 ? members : [...new Set(on.map((one) => one.user_id))];
    const isHeld = held.some((one) => one.from <= from && from < one.until);
    const time = {
      from,
      until,
      user_ids: ids.length === 0 ? members : ids,
      changed: on.some(({ override_id }) => override_id !== null),
      held: isHeld,
    };
    const last = result.at(-1);
    if (last && alike(last, time)) last.until = until;
    else result.push(time);
  });
  return result;
}

const bothEnds = ({ from, until }: Interval) => [from, until];

const alike = (a: DutyTime, b: DutyTime): boolean =>
  a.held === b.held &&
  (a.held || (a.changed === b.changed && a.user_ids.join() === b.user_ids.join()));
