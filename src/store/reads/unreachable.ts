/** Loads the groups, members and devices that pages may not reach, for the figures of `vitals`. */
import { and, eq, gte, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

/** A group that is paged by a monitor, an alert or an escalation, and whose members have no working device. */
export interface UnreachableGroup {
  org_id: string;
  id: string;
  external_id: string | null;
  title: string;
}

/** A member who did not respond to a drill, nor to any later drill or test. */
export interface UnansweredDrill {
  org_id: string;
  alert_group_id: string;
  title: string;
  user_email: string;
  /** When the first of these drills began. */
  since: Instant;
}

/** A device that its push server rejected. */
export interface BrokenDevice {
  org_id: string;
  id: string;
  user_email: string;
  name: string | null;
  reason: string;
}

/** Groups without a working device that a monitor uses, that an alert was posted to, or that another one escalates to. */
export function* unreachableGroups(c: Context): Procedure<UnreachableGroup[]> {
  const { db, t } = c;
  const { alert_groups, health_check_monitors, webhook_monitors, subjects } = t;
  return yield* rows(
    db
      .select({
        org_id: alert_groups.org_id,
        id: alert_groups.id,
        external_id: alert_groups.external_id,
        title: alert_groups.title,
      })
      .from(alert_groups)
      .where(
        and(
          sql`(exists (select 1 from ${health_check_monitors} where ${health_check_monitors.alert_group_id} = ${alert_groups.id}) or exists (select 1 from ${webhook_monitors} where ${webhook_monitors.alert_group_id} = ${alert_groups.id}) or exists (select 1 from ${subjects} where ${subjects.id} = ${alert_groups.id} and ${subjects.last_received_at} is not null) or exists (select 1 from ${alert_groups} as escalating where escalating.escalate_to = ${alert_groups.id}))`,
          withoutWorkingDevice(c),
        ),
      ),
  );
}

/** True for an alert group whose audience has no enabled device that accepts pushes. */
const withoutWorkingDevice = ({
  db,
  t: { alert_groups, devices },
  audience: { people },
}: Context) =>
  notExists(
    db
      .select({ id: devices.id })
      .from(people)
      .innerJoin(devices, eq(devices.user_id, people.user_id))
      .where(
        and(
          eq(people.group_id, alert_groups.id),
          eq(devices.enabled, true),
          isNull(devices.broken_at),
        ),
      ),
  );

/** The ids of an organization's groups of which no member can be reached, used or not. */
export function* groupsWithoutDevice(c: Context, org_id: string): Procedure<Set<string>> {
  const { alert_groups } = c.t;
  const groups = yield* rows(
    c.db
      .select({ id: alert_groups.id })
      .from(alert_groups)
      .where(and(eq(alert_groups.org_id, org_id), withoutWorkingDevice(c))),
  );
  return new Set(groups.map(({ id }) => id));
}

/** By group and member. */
export function* unansweredDrills({ t, db, audience }: Context): Procedure<UnansweredDrill[]> {
  const { people } = audience;
  const { drills, drill_people, users, devices, alert_groups } = t;
  return yield* rows(
    db
      .select({
        org_id: drills.org_id,
        alert_group_id: alert_groups.id,
        title: alert_groups.title,
        user_email: users.email,
        since: sql<number>`min(${drills.at})`.mapWith(Number),
      })
      .from(drills)
      .innerJoin(drill_people, eq(drill_people.drill_id, drills.id))
      .innerJoin(alert_groups, eq(alert_groups.id, drills.alert_group_id))
      .innerJoin(users, eq(users.id, drill_people.user_id))
      .innerJoin(
        people,
        and(eq(people.group_id, drills.alert_group_id), eq(people.user_id, drill_people.user_id)),
      )
      .where(
        and(
          isNotNull(drills.ended_at),
          isNull(drill_people.answered_at),
          notExists(
            db
              .select({ id: devices.id })
              .from(devices)
              .where(
                and(eq(devices.user_id, drill_people.user_id), gte(devices.verified_at, drills.at)),
              ),
          ),
        ),
      )
      .groupBy(drills.org_id, alert_groups.id, alert_groups.title, users.email)
      .orderBy(alert_groups.title, users.email),
  );
}

export function* brokenDevices({ t: { devices, users }, db }: Context): Procedure<BrokenDevice[]> {
  return yield* rows(
    db
      .select({
        org_id: devices.org_id,
        id: devices.id,
        user_email: users.email,
        name: devices.name,
        reason: sql<string>`coalesce(${devices.broken_reason}, '')`,
      })
      .from(devices)
      .innerJoin(users, eq(users.id, devices.user_id))
      .where(isNotNull(devices.broken_at)),
  );
}
