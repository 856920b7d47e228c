/**
 * Statements about open incidents, and the devices that have no page of them (`core/paging/pending`).
 * Contact hours and silences do not matter here: the page is queued, and the gates put it on hold.
 */
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  sql,
  type AnyColumn,
  type SQL,
} from "drizzle-orm";
import { pagedStates } from "../../core/paging/paged.ts";
import type { Kit, Database } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";
import type { Audience } from "./audience.ts";

export function pendingQueries(kit: Kit, db: Database, t: Tables, { people, peopleBy }: Audience) {
  const { incidents, devices, notifications, escalated_groups, responders } = t;
  /** As in the partial index. */
  const open = sql`${incidents.status} = 'open'`;
  /** A page that its device has, may have, or gets. */
  const shown = and(
    eq(notifications.transition, "opened"),
    eq(notifications.handed_over, false),
    or(inArray(notifications.state, [...pagedStates]), eq(notifications.perhaps_delivered, true)),
  );
  /** The incident was escalated to the group. */
  const isEscalatedTo = (group_id: AnyColumn) =>
    exists(
      db
        .select({ group_id: escalated_groups.group_id })
        .from(escalated_groups)
        .where(
          and(
            eq(escalated_groups.incident_id, incidents.id),
            eq(escalated_groups.group_id, group_id),
          ),
        ),
    );
  /** A page that makes one through the group unnecessary: one that is outdated, or on hold through another group, does not (`core/paging/paged`). */
  const pageFor = (through: SQL) =>
    db
      .select({ id: notifications.id })
      .from(notifications)
      .where(
        and(
          eq(notifications.incident_id, incidents.id),
          eq(notifications.device_id, devices.id),
          shown,
          or(through, ne(notifications.state, "held")),
          or(
            isNull(notifications.alert_group_id),
            gte(notifications.inserted_at, incidents.paging_since),
          ),
        ),
      );
  const working = db
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.id, notifications.device_id),
        eq(devices.enabled, true),
        isNull(devices.broken_at),
      ),
    );
  const pagedLast = sql`coalesce(${db
    .select({ id: escalated_groups.group_id })
    .from(escalated_groups)
    .where(eq(escalated_groups.incident_id, incidents.id))
    .orderBy(desc(escalated_groups.at))
    .limit(1)}, ${incidents.alert_group_id})`;
  /** A group that is not paged yet follows that one. */
  const leadsOn = sql`exists ${db
    .select({ id: t.alert_groups.id })
    .from(t.alert_groups)
    .where(
      and(
        eq(t.alert_groups.id, pagedLast),
        isNotNull(t.alert_groups.escalate_after_minutes),
        ne(t.alert_groups.escalate_to, incidents.alert_group_id),
        not(isEscalatedTo(t.alert_groups.escalate_to)),
      ),
    )}`;
  /** The recipient of a page in the groups that an incident pages, and in the group of the page. */
  const inAudience = db
    .select({ user_id: people.user_id })
    .from(people)
    .where(
      and(
        eq(people.user_id, notifications.user_id),
        or(
          eq(people.group_id, incidents.alert_group_id),
          eq(people.group_id, notifications.alert_group_id),
          isEscalatedTo(people.group_id),
        ),
      ),
    );
  /** Working devices without a page through the group for an incident of the list. */
  const waiting = (p: Placeholders<{ ids: string }>, through: SQL) =>
    and(
      kit.isIn(incidents.id, p("ids")),
      open,
      eq(devices.enabled, true),
      isNull(devices.broken_at),
      sql`not exists ${pageFor(through)}`,
    );
  /** Those of them whose owner is in its audience by minimum priority. */
  const pending = (p: Placeholders<{ ids: string }>) =>
    and(
      waiting(p, eq(notifications.alert_group_id, people.group_id)),
      or(isNull(people.minimum_priority), lte(incidents.priority_level, people.minimum_priority)),
    );
  const columns = {
    incident_id: incidents.id,
    source_id: incidents.source_id,
    key: incidents.key,
    group_id: people.group_id,
    device_id: devices.id,
  };
  return {
    /** The next open incidents of all organizations, after the one with the id `after`. */
    openIncidents: taking((p: Placeholders<{ after: string; limit: number }>) =>
      db
        .select({ id: incidents.id })
        .from(incidents)
        .where(and(open, gt(incidents.id, p("after"))))
        .orderBy(asc(incidents.id))
        .limit(p("limit")),
    ),
    /** Pending devices of the incidents' own groups. */
    pendingDevices: taking((p: Placeholders<{ ids: string }>) =>
      kit
        .lateral(db.select(columns).from(incidents))(
          peopleBy(incidents.alert_group_id),
          eq(people.group_id, incidents.alert_group_id),
        )
        .innerJoin(devices, eq(devices.user_id, people.user_id))
        .where(pending(p))
        .orderBy(asc(incidents.id), asc(devices.id)),
    ),
    /** Pending devices of the groups that the incidents were escalated to, and when each was. */
    pendingOfEscalation: taking((p: Placeholders<{ ids: string }>) =>
      kit
        .lateral(
          db
            .select({ ...columns, at: escalated_groups.at })
            .from(incidents)
            .innerJoin(escalated_groups, eq(escalated_groups.incident_id, incidents.id)),
        )(peopleBy(escalated_groups.group_id), eq(people.group_id, escalated_groups.group_id))
        .innerJoin(devices, eq(devices.user_id, people.user_id))
        .where(pending(p))
        .orderBy(asc(incidents.id), asc(devices.id)),
    ),
    /** Pending devices of the responders of the incidents. */
    pendingResponders: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select({ ...columns, group_id: sql<null>`null` })
        .from(incidents)
        .innerJoin(responders, eq(responders.incident_id, incidents.id))
        .innerJoin(devices, eq(devices.user_id, responders.user_id))
        .where(waiting(p, isNull(notifications.alert_group_id)))
        .orderBy(asc(incidents.id), asc(devices.id)),
    ),
    /**
     * People with a page of these open incidents that have left all groups which it pages, and all that paged them, unless the
     * audience of its own group is empty: an incident has a recipient.
     */
    leftIncidents: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select({
          incident_id: incidents.id,
          source_id: incidents.source_id,
          key: incidents.key,
          user_id: notifications.user_id,
        })
        .from(incidents)
        .innerJoin(notifications, and(eq(notifications.incident_id, incidents.id), shown))
        .where(
          and(
            kit.isIn(incidents.id, p("ids")),
            open,
            sql`not exists ${db
              .select({ user_id: responders.user_id })
              .from(responders)
              .where(
                and(
                  eq(responders.incident_id, incidents.id),
                  eq(responders.user_id, notifications.user_id),
                ),
              )}`,
            sql`exists ${db
              .select({ user_id: people.user_id })
              .from(peopleBy(incidents.alert_group_id))
              .where(eq(people.group_id, incidents.alert_group_id))}`,
          ),
        )
        .groupBy(incidents.id, notifications.user_id)
        .having(sql`max(case when exists ${inAudience} then 1 else 0 end) = 0`)
        .orderBy(asc(incidents.id), asc(notifications.user_id)),
    ),
    /** Those of these open incidents that may be escalated at once: no page of the group that was paged last arrives. */
    unreachedIncidents: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select({
          incident_id: incidents.id,
          source_id: incidents.source_id,
          key: incidents.key,
        })
        .from(incidents)
        .where(
          and(
            kit.isIn(incidents.id, p("ids")),
            open,
            // While a page is on hold, the clock stands, and no step has a time.
            or(isNotNull(incidents.escalate_at), leadsOn),
            sql`not exists ${db
              .select({ id: notifications.id })
              .from(notifications)
              .where(
                and(
                  eq(notifications.incident_id, incidents.id),
                  shown,
                  // Not one that is rejected as each push of its channel is (`isChannelRefused`).
                  or(
                    eq(notifications.channel_refused, false),
                    eq(notifications.perhaps_delivered, true),
                  ),
                  eq(notifications.alert_group_id, pagedLast),
                  // A page that arrived before an acknowledgement that has ended is old.
                  or(
                    gte(notifications.inserted_at, incidents.paging_since),
                    ne(notifications.state, "delivered"),
                  ),
                  // A page on hold for a device that is broken or disabled does not count.
                  or(ne(notifications.state, "held"), sql`exists ${working}`),
                ),
              )}`,
          ),
        ),
    ),
    /** The groups that an incident was escalated to, and how far their reminders are. */
    groupsEscalatedTo: taking((p: Placeholders<{ incident_id: string }>) =>
      db
        .select({
          group: t.alert_groups,
          since: escalated_groups.at,
          paged_at: escalated_groups.paged_at,
          page_round: escalated_groups.page_round,
        })
        .from(escalated_groups)
        .innerJoin(t.alert_groups, eq(t.alert_groups.id, escalated_groups.group_id))
        .where(eq(escalated_groups.incident_id, p("incident_id")))
        .orderBy(asc(escalated_groups.at), asc(escalated_groups.group_id)),
    ),
    /** Forgets the groups that an incident was escalated to, except those that were asked to help. */
    forgetEscalations: taking((p: Placeholders<{ incident_id: string }>) =>
      db
        .delete(escalated_groups)
        .where(
          and(
            eq(escalated_groups.incident_id, p("incident_id")),
            eq(escalated_groups.asked, false),
          ),
        ),
    ),
  };
}
