/** Statements about schedules: their versions, overrides and absences, and when they are due. */
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  sql,
} from "drizzle-orm";
import type { Instant } from "../../core/model/model.ts";
import type { Database, Kit } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

export function onCallQueries(kit: Kit, db: Database, t: Tables) {
  const { schedules, schedule_versions: versions, overrides } = t;
  return {
    schedulesAmong: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select()
        .from(schedules)
        .where(kit.isIn(schedules.id, p("ids"))),
    ),
    /** The schedules of an organization with the one that each falls back to. */
    fallbacks: taking((p: Placeholders<{ org_id: string }>) =>
      db
        .select({ id: schedules.id, otherwise: schedules.otherwise })
        .from(schedules)
        .where(eq(schedules.org_id, p("org_id"))),
    ),
    /** The versions that answer from an instant on, in order of their beginning. */
    versionsAmong: taking((p: Placeholders<{ ids: string; from: Instant }>) =>
      db
        .select()
        .from(versions)
        .where(
          and(
            kit.isIn(versions.schedule_id, p("ids")),
            sql`${versions.since} >= coalesce((select max(v.since) from ${versions} as v where v.schedule_id = ${versions.schedule_id} and v.since <= ${p("from")}), 0)`,
          ),
        )
        .orderBy(asc(versions.since)),
    ),
    /** The overrides of schedules that end after an instant, in order of creation. */
    overridesAmong: taking((p: Placeholders<{ ids: string; from: Instant }>) =>
      db
        .select()
        .from(overrides)
        .where(and(kit.isIn(overrides.schedule_id, p("ids")), gt(overrides.until, p("from"))))
        .orderBy(asc(overrides.inserted_at), asc(overrides.id)),
    ),
    /** The absences of users that end after an instant. */
    absencesAmong: taking((p: Placeholders<{ ids: string; from: Instant }>) =>
      db
        .select()
        .from(overrides)
        .where(
          and(
            kit.isIn(overrides.user_id, p("ids")),
            isNull(overrides.schedule_id),
            gt(overrides.until, p("from")),
          ),
        )
        .orderBy(asc(overrides.inserted_at), asc(overrides.id)),
    ),
    /** The schedules of groups: those of people on call now first, in the order in which they joined. */
    schedulesOfGroups: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select({
          ...getTableColumns(t.group_schedules),
          title: schedules.title,
          schedule_timezone: schedules.timezone,
        })
        .from(t.group_schedules)
        .innerJoin(schedules, eq(schedules.id, t.group_schedules.schedule_id))
        .where(kit.isIn(t.group_schedules.group_id, p("ids")))
        .orderBy(
          desc(t.group_schedules.turn),
          asc(t.group_schedules.inserted_at),
          asc(t.group_schedules.schedule_id),
        ),
    ),
    /** The acknowledgements and escalations of incidents, oldest first. */
    responsesAmong: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select({
          incident_id: t.timeline.incident_id,
          kind: t.timeline.kind,
          at: t.timeline.at,
          user_id: t.timeline.user_id,
          actor: t.timeline.actor,
        })
        .from(t.timeline)
        .where(
          and(
            kit.isIn(t.timeline.incident_id, p("ids")),
            inArray(t.timeline.kind, ["acknowledged", "escalated"]),
          ),
        )
        .orderBy(asc(t.timeline.at), asc(t.timeline.id)),
    ),
    usersAmong: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select()
        .from(t.users)
        .where(kit.isIn(t.users.id, p("ids"))),
    ),
    staysAmong: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select()
        .from(t.on_call)
        .where(kit.isIn(t.on_call.schedule_id, p("ids"))),
    ),
    /** The people on call, in the order of their names. */
    peopleOnCall: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select({
          ...getTableColumns(t.on_call),
          email: t.users.email,
          name: t.users.name,
        })
        .from(t.on_call)
        .innerJoin(t.users, eq(t.users.id, t.on_call.user_id))
        .where(kit.isIn(t.on_call.schedule_id, p("ids")))
        .orderBy(asc(t.users.email_key)),
    ),
    /** The people that have answered for their shift under way. */
    confirmedAmong: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select()
        .from(t.known_shifts)
        .where(
          and(
            kit.isIn(t.known_shifts.schedule_id, p("ids")),
            eq(t.known_shifts.began, true),
            isNotNull(t.known_shifts.confirmed_at),
          ),
        ),
    ),
    dueSchedules: taking((p: Placeholders<{ now: Instant; limit: number }>) =>
      db
        .select({ id: schedules.id })
        .from(schedules)
        .where(lte(schedules.wake_at, p("now")))
        .orderBy(asc(schedules.wake_at))
        .limit(p("limit")),
    ),
    /** Makes all schedules due. */
    wakeSchedules: taking((p: Placeholders<{ now: Instant }>) =>
      db.update(schedules).set({ wake_at: sql`${p("now")}` }),
    ),
    nextHandoff: db.select({ at: min(schedules.wake_at) }).from(schedules),
  };
}
