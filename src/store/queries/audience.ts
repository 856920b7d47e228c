/**
 * The audience of alert groups in SQL (`core/on-call/audience`): a row per group and person, with the person's rules and
 * why they belong to it. Statements about recipients join it; only writers of memberships name the table `members`.
 */
import {
  and,
  asc,
  eq,
  getTableColumns,
  lte,
  or,
  sql,
  type AnyColumn,
  type SQLWrapper,
} from "drizzle-orm";
import type { Via } from "../../core/on-call/audience.ts";
import { standBys, type Instant } from "../../core/model/model.ts";
import type { Database, Kit } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

export type Audience = ReturnType<typeof audienceIn>;

/**
 * The audience as a source of statements (`people`), and its columns as a part of an answer (`place`). A person that is a
 * member and on call has the place of the member; one in several schedules, that of the first that joined, and rather as on
 * call than as next. Both halves have the same types, by casts: SQLite then finds the rows of one group by its indexes, also
 * where statements join the audience, and reads no whole table.
 */
export function audienceIn(kit: Kit, db: Database, t: Tables) {
  const { members, group_schedules: own, on_call, schedules } = t;
  const rules = getTableColumns(members);
  const columns = {
    ...rules,
    via: sql<Via>`cast('member' as text)`.as("via"),
    schedule: sql<string | null>`cast(null as text)`.as("schedule"),
    schedule_timezone: sql<string | null>`cast(null as text)`.as("schedule_timezone"),
    until: sql<Instant | null>`cast(null as bigint)`.mapWith(on_call.until).as("until"),
  };
  const { schedule_id: _, turn: __, ...ofSchedule } = getTableColumns(own);
  const isFirst = sql`not exists (select 1 from ${members} as m where m.group_id = ${own.group_id} and m.user_id = ${on_call.user_id}) and not exists (select 1 from ${own} as g inner join ${on_call} as o on o.schedule_id = g.schedule_id and o.turn = g.turn where g.group_id = ${own.group_id} and o.user_id = ${on_call.user_id} and (case g.turn when 'now' then 0 else 1 end, g.inserted_at, g.schedule_id) < (case ${own.turn} when 'now' then 0 else 1 end, ${own.inserted_at}, ${own.schedule_id}))`;
  const standsBy = (turn: SQLWrapper) => sql`${turn} in ${standBys}`;
  /** The group has no other people: those that stand by count. */
  const isAlone = sql`not exists (select 1 from ${members} as m where m.group_id = ${own.group_id}) and not exists (select 1 from ${own} as g inner join ${on_call} as o on o.schedule_id = g.schedule_id and o.turn = g.turn where g.group_id = ${own.group_id}) and exists (select 1 from ${t.alert_groups} as a where a.id = ${own.group_id} and (a.escalate_to is null or a.escalate_after_minutes is null))`;
  const isFirstBy = sql`not exists (select 1 from ${own} as g inner join ${on_call} as o on o.schedule_id = g.schedule_id where ${standsBy(sql`o.turn`)} and g.group_id = ${own.group_id} and o.user_id = ${on_call.user_id} and (g.inserted_at, g.schedule_id, g.turn) < (${own.inserted_at}, ${own.schedule_id}, ${own.turn}))`;
  const counts = or(
    and(eq(on_call.turn, own.turn), isFirst),
    and(standsBy(on_call.turn), isAlone, isFirstBy),
  );
  const ofSchedules = {
    ...Object.fromEntries(
      Object.keys(rules).map((name) => [
        name,
        name === "user_id" ? on_call.user_id : ofSchedule[name as keyof typeof ofSchedule],
      ]),
    ),
    via: sql<Via>`cast(case ${on_call.turn} when 'now' then 'on_call' else ${on_call.turn} end as text)`.as(
      "via",
    ),
    schedule: schedules.title,
    schedule_timezone: schedules.timezone,
    until: on_call.until,
  } as unknown as typeof columns;
  /** The audience of this group; of all groups. */
  const peopleOf = (group?: AnyColumn) => {
    const standing = db
      .select(ofSchedules)
      .from(own)
      .innerJoin(on_call, eq(on_call.schedule_id, own.schedule_id))
      .innerJoin(schedules, eq(schedules.id, own.schedule_id))
      .where(and(group && eq(own.group_id, group), counts));
    return db
      .select(columns)
      .from(members)
      .where(group && eq(members.group_id, group))
      .unionAll(standing as never)
      .as("audience");
  };
  const people = peopleOf();
  /**
   * The audience for statements that ask by the group of another row whether it has people, and for `kit.lateral`. PostgreSQL
   * would list the whole audience first, and without statistics once for each row.
   */
  const peopleBy = (group: AnyColumn) => (kit.dialect === "sqlite" ? people : peopleOf(group));
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const place = Object.fromEntries(names.map((name) => [name, people[name]]));
  return { people, peopleBy, place: place as Pick<typeof people, keyof typeof columns> };
}

export function audienceQueries(db: Database, t: Tables, { people, place }: Audience) {
  const { group_schedules, schedules } = t;
  return {
    /** The devices of a group's audience. */
    recipients: taking((p: Placeholders<{ group_id: string }>) =>
      db
        .select({
          device: t.devices,
          user: { id: t.users.id, name: t.users.name, email: t.users.email },
          via: people.via,
          schedule: people.schedule,
        })
        .from(people)
        .innerJoin(t.users, eq(t.users.id, people.user_id))
        .innerJoin(t.devices, eq(t.devices.user_id, people.user_id))
        .where(eq(people.group_id, p("group_id")))
        .orderBy(asc(t.devices.inserted_at), asc(t.devices.id)),
    ),
    /** The devices of the responders of an incident. */
    responders: taking((p: Placeholders<{ incident_id: string }>) =>
      db
        .select({
          device: t.devices,
          user: { id: t.users.id, name: t.users.name, email: t.users.email },
        })
        .from(t.responders)
        .innerJoin(t.users, eq(t.users.id, t.responders.user_id))
        .innerJoin(t.devices, eq(t.devices.user_id, t.users.id))
        .where(eq(t.responders.incident_id, p("incident_id")))
        .orderBy(asc(t.devices.inserted_at), asc(t.devices.id)),
    ),
    /** A person's place in the audience of a group. */
    placeOf: taking((p: Placeholders<{ group_id: string; user_id: string }>) =>
      db
        .select(place)
        .from(people)
        .where(and(eq(people.group_id, p("group_id")), eq(people.user_id, p("user_id")))),
    ),
    /** The groups of whose audience a person is. */
    groupsOfPerson: taking((p: Placeholders<{ user_id: string }>) =>
      db
        .selectDistinct({ id: people.group_id })
        .from(people)
        .where(eq(people.user_id, p("user_id"))),
    ),
    /** The schedules of a group with a handoff that is due. */
    dueSchedulesOf: taking((p: Placeholders<{ group_id: string; now: Instant }>) =>
      db
        .select({ id: schedules.id })
        .from(group_schedules)
        .innerJoin(schedules, eq(schedules.id, group_schedules.schedule_id))
        .where(and(eq(group_schedules.group_id, p("group_id")), lte(schedules.wake_at, p("now")))),
    ),
  };
}
