/** Reads of the figures for `/health` and `/metrics`, and of monitoring gaps. */
import { and, asc, count, desc, eq, gte, isNotNull, isNull, min, sql } from "drizzle-orm";
import type { MonitoringGap, Instant, SourceKind } from "../../core/model/model.ts";
import type { Node } from "../../core/model/node.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import { loadClock, type StoredClock } from "../records/clock.ts";
import { nextCheckAt } from "../records/next-check.ts";
import { countOf, pageOf, when, type Page, type Reader } from "../queries/reader.ts";
import {
  brokenDevices,
  unansweredDrills,
  uncoveredGroups,
  isInUse,
  unreachableGroups,
  type BrokenDevice,
  type UnansweredDrill,
  type UncoveredGroup,
  type UnreachableGroup,
} from "./unreachable.ts";
import { schedulesNow, uncoveredSchedules, type UncoveredSchedule } from "./on-call/vitals.ts";
import { unreachedIncidents, type UnreachedIncident } from "./unreached.ts";
import { day } from "../../core/text/units.ts";

export interface NodeVitals extends Node {
  started_at: Instant;
  /** When it was used last, to a quarter of an hour. */
  seen_at: Instant;
  /** Health checks that it is making. */
  claims: number;
  /** When the first of these claims expires; null: none. */
  oldest_claim_until: Instant | null;
}

/** An alert group whose webhook URL rejected the last inbound events. */
export interface FailingUrl {
  org_id: string;
  id: string;
  title: string;
  since: Instant;
  reason: string;
}

export interface Vitals {
  nodes: NodeVitals[];
  monitors: { kind: SourceKind; status: string; count: number }[];
  flapping_monitors: number;
  failing_urls: FailingUrl[];
  unresolved_incidents: number;
  /** Open, without a silence, and no page accepted. */
  unreached_incidents: UnreachedIncident[];
  /** Monitors whose incident is suppressed by a dependency. */
  withheld_incidents: number;
  /** Monitoring gaps of the last day, the latest first, ten at most. */
  blind_periods: MonitoringGap[];
  /** How overdue the oldest waiting check and push are, ms; 0: none waits. */
  oldest_due_check_ms: number;
  oldest_due_push_ms: number;
  /** Notifications that are queued, on hold or being sent. */
  unsent_notifications: number;
  unreachable_groups: UnreachableGroup[];
  uncovered_groups: UncoveredGroup[];
  uncovered_schedules: UncoveredSchedule[];
  unanswered_drills: UnansweredDrill[];
  broken_devices: BrokenDevice[];
  /** null: no node has begun. */
  clock: StoredClock | null;
}

export function vitalsReads(c: Context, read: Reader) {
  const { t, db } = c;
  const { subjects, incidents, notifications, alert_groups, blind_periods } = t;

  function* nodesOf(): Procedure<NodeVitals[]> {
    const claims = yield* rows(c.q.claimsByNode);
    const nodes = yield* rows(db.select().from(t.nodes).orderBy(asc(t.nodes.started_at)));
    return nodes.map((node) => {
      const held = claims.find((one) => one.node === node.id);
      return { ...node, claims: held?.claims ?? 0, oldest_claim_until: held?.until ?? null };
    });
  }

  function* failingUrls(): Procedure<FailingUrl[]> {
    return yield* rows(
      db
        .select({
          org_id: alert_groups.org_id,
          id: alert_groups.id,
          title: alert_groups.title,
          since: subjects.status_since,
          reason: sql<string>`coalesce(${subjects.status_reason}, '')`,
        })
        .from(subjects)
        .innerJoin(alert_groups, eq(alert_groups.id, subjects.id))
        .where(eq(subjects.status, "failing")),
    );
  }

  return {
    vitals: read(function* (now: Instant): Procedure<Vitals> {
      const statuses = yield* rows(
        db
          .select({
            kind: subjects.kind,
            status: subjects.status,
            count: count(),
            withheld: count(subjects.suppression),
          })
          .from(subjects)
          .groupBy(subjects.kind, subjects.status),
      );
      const gaps = yield* rows(
        db
          .select()
          .from(blind_periods)
          .where(gte(blind_periods.to, now - day))
          .orderBy(desc(blind_periods.to))
          .limit(10),
      );
      const check = yield* nextCheckAt(c);
      const push = yield* first(
        db
          .select({ at: min(notifications.due_at) })
          .from(notifications)
          .where(and(isNotNull(notifications.due_at), eq(notifications.state, "queued"))),
      );
      const overdue = (at: Instant | null | undefined) =>
        at === null || at === undefined ? 0 : Math.max(0, now - at);
      return {
        nodes: yield* nodesOf(),
        monitors: statuses.filter(({ kind }) => kind !== "alert_group"),
        flapping_monitors: yield* countOf(c, subjects, isNotNull(subjects.flapping_since)),
        failing_urls: yield* failingUrls(),
        unresolved_incidents: yield* countOf(c, incidents, isNull(incidents.resolved_at)),
        unreached_incidents: yield* unreachedIncidents(c, now),
        withheld_incidents: statuses.reduce((sum, one) => sum + one.withheld, 0),
        blind_periods: gaps,
        oldest_due_check_ms: overdue(check),
        oldest_due_push_ms: overdue(push?.at),
        // From the index of the unsent alone: all that was ever sent would be counted for a tenth of a second.
        unsent_notifications: yield* countOf(c, notifications, isNotNull(notifications.due_at)),
        unreachable_groups: yield* unreachableGroups(c),
        uncovered_groups: yield* uncoveredGroups(c, now),
        uncovered_schedules: yield* uncoveredSchedules(c, isInUse(c)),
        unanswered_drills: yield* unansweredDrills(c),
        broken_devices: yield* brokenDevices(c),
        clock: yield* loadClock(c, now),
      };
    }),

    /** The people on call in all schedules, which `/metrics` alone shows. */
    schedules_now: read((now: Instant) => schedulesNow(c, now)),

    clock: read((now: Instant) => loadClock(c, now)),

    /** Monitoring gaps that ended at or after `since`, the first to end first. */
    blind_periods: read(
      (query: Page & { since?: Instant | undefined }): Procedure<MonitoringGap[]> =>
        pageOf(
          c,
          blind_periods,
          blind_periods.to,
          query,
          when(query.since, (v) => gte(blind_periods.to, v)),
        ),
    ),
  };
}
