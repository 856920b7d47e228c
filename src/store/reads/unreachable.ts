/** Loads the groups, members and devices that pages may not reach, for the figures of `vitals`. */
import { and, eq, exists, gte, isNotNull, isNull, notExists, or, sql, type SQL } from "drizzle-orm";
import { gapsIn, type Interval } from "../../core/hours/interval.ts";
import type { Instant } from "../../core/model/model.ts";
import { reachedOrClosed } from "../../core/paging/coverage.ts";
import { day } from "../../core/text/units.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

/** A group that is paged by a monitor, an alert or an escalation, and whose members have no working device. */
export interface UnreachableGroup {
  org_id: string;
  id: string;
  external_id: string | null;
  title: string;
}

/** A group in use with a time in the next seven days in which its urgent incidents would notify no member. */
export interface UncoveredGroup extends UnreachableGroup {
  timezone: string;
  /** The first such time. */
  gap: Interval;
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
  const { alert_groups } = c.t;
  return yield* rows(
    c.db
      .select({
        org_id: alert_groups.org_id,
        id: alert_groups.id,
        external_id: alert_groups.external_id,
        title: alert_groups.title,
      })
      .from(alert_groups)
      .where(and(isInUse(c), withoutWorkingDevice(c))),
  );
}

/** True for an alert group that a monitor uses, that an alert was posted to, or that another one escalates to. */
export const isInUse = ({
  t: { alert_groups, health_check_monitors, webhook_monitors, subjects },
}: Context): SQL =>
  sql`(exists (select 1 from ${health_check_monitors} where ${health_check_monitors.alert_group_id} = ${alert_groups.id}) or exists (select 1 from ${webhook_monitors} where ${webhook_monitors.alert_group_id} = ${alert_groups.id}) or exists (select 1 from ${subjects} where ${subjects.id} = ${alert_groups.id} and ${subjects.last_received_at} is not null) or exists (select 1 from ${alert_groups} as escalating where escalating.escalate_to = ${alert_groups.id}))`;

/** How far ahead a gap is reported. */
const ahead = 7 * day;

/**
 * Groups of priority 1 in use whose members leave a gap within the contact hours of the group, by hours of their own.
 * Groups without such members are not loaded.
 */
export function* uncoveredGroups(c: Context, now: Instant): Procedure<UncoveredGroup[]> {
  const { kit, db, t, audience } = c;
  const { alert_groups, devices } = t;
  const { people, peopleBy, place } = audience;
  const own = db.select(place).from(peopleBy(alert_groups.id)).as("own");
  const places = yield* rows(
    kit
      .lateral(
        db
          .select({
            group: {
              org_id: alert_groups.org_id,
              id: alert_groups.id,
              external_id: alert_groups.external_id,
              title: alert_groups.title,
              timezone: alert_groups.timezone,
              contact_hours_all_day: alert_groups.contact_hours_all_day,
              contact_hours_from: alert_groups.contact_hours_from,
              contact_hours_to: alert_groups.contact_hours_to,
              contact_days: alert_groups.contact_days,
            },
            member: place,
          })
          .from(alert_groups),
      )(peopleBy(alert_groups.id), eq(people.group_id, alert_groups.id))
      .where(
        and(
          eq(alert_groups.priority_level, 1),
          eq(alert_groups.urgent_ignores_contact_hours, false),
          isInUse(c),
          exists(
            db
              .select({ group_id: own.group_id })
              .from(own)
              .where(
                and(
                  eq(own.group_id, alert_groups.id),
                  or(
                    isNotNull(own.timezone),
                    isNotNull(own.contact_hours_all_day),
                    isNotNull(own.contact_days),
                  ),
                ),
              ),
          ),
          exists(
            db
              .select({ id: devices.id })
              .from(devices)
              .where(
                and(
                  eq(devices.user_id, people.user_id),
                  eq(devices.enabled, true),
                  isNull(devices.broken_at),
                ),
              ),
          ),
        ),
      )
      .orderBy(alert_groups.title, alert_groups.id),
  );
  const span = { from: now, until: now + ahead };
  const byGroup = Map.groupBy(places, ({ group }) => group.id);
  return [...byGroup.values()].flatMap((own) => {
    const { org_id, id, external_id, title, timezone, ...hours } = own[0]!.group;
    const members = own.map(({ member }) => member);
    const [gap] = gapsIn(reachedOrClosed({ timezone, ...hours }, members, span), span);
    return gap ? [{ org_id, id, external_id, title, timezone, gap }] : [];
  });
}

/** True for an alert group whose audience has no enabled device that accepts pushes. */
const withoutWorkingDevice = ({
  db,
  t: { alert_groups, devices },
  audience: { people, peopleBy },
}: Context) =>
  notExists(
    db
      .select({ id: devices.id })
      .from(peopleBy(alert_groups.id))
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
export function* unansweredDrills({ kit, t, db, audience }: Context): Procedure<UnansweredDrill[]> {
  const { people, peopleBy } = audience;
  const { drills, drill_people, users, devices, alert_groups } = t;
  return yield* rows(
    kit
      .lateral(
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
          .innerJoin(users, eq(users.id, drill_people.user_id)),
      )(
        peopleBy(drills.alert_group_id),
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
