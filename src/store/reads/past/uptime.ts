/** Reads for reports of uptime. Each is of few monitors, or of a short time: a report asks several times, with turns between. */
import { standsFor, systemsOf } from "../../../core/status/status-page.ts";
import { and, asc, eq, gt, gte, isNull, lt, or, sql } from "drizzle-orm";
import type { HistoryEntry, Instant, MonitorKind, Silence } from "../../../core/model/model.ts";
import type { Range } from "../../../core/history/point.ts";
import type { Status } from "../../../core/model/status.ts";
import { knownName } from "../../../core/text/person.ts";
import type { ReportedMonitor } from "../../../core/uptime/report.ts";
import type { AnsweredIncident } from "../../../core/uptime/response.ts";
import { kindsWith } from "../../../resource/resources.ts";
import { rows, type Procedure } from "../../kit/procedure.ts";
import type { Context } from "../../queries/context.ts";
import {
  afterPosition,
  among,
  inOrder,
  when,
  type Page,
  type Reader,
} from "../../queries/reader.ts";

/** Which monitors a report is about; absent filters match all. */
export interface MonitorSet {
  alert_group_id?: string | undefined;
  project?: string | undefined;
  ids?: readonly string[] | undefined;
}

/** A monitor of a report, and its running state. */
export interface StandingMonitor extends ReportedMonitor {
  status: Status;
  status_since: Instant;
  paused_at: Instant | null;
}

/** The stored facts about a period of several monitors. */
export interface StoredPasts {
  changes: Pick<HistoryEntry, "subject_id" | "at" | "status">[];
  pauses: (Range & { subject_id: string })[];
}

export function uptimeReads(c: Context, read: Reader) {
  const { db, t } = c;
  const { history, incidents, pauses, subjects } = t;

  return {
    /** The monitors of both kinds, by id. */
    reported_monitors: read(function* (
      org_id: string,
      { alert_group_id, project, ids }: MonitorSet,
    ): Procedure<StandingMonitor[]> {
      const all: Omit<StandingMonitor, "public_title">[] = [];
      for (const kind of kindsWith("isMonitor")) {
        const table = t[kind];
        all.push(
          ...(yield* rows(
            db
              .select({
                id: table.id,
                kind: sql<MonitorKind>`${kind}`,
                external_id: table.external_id,
                title: table.title,
                alert_group_id: table.alert_group_id,
                project: table.project,
                inserted_at: table.inserted_at,
                status: subjects.status,
                status_since: subjects.status_since,
                paused_at: subjects.paused_at,
              })
              .from(table)
              .innerJoin(subjects, eq(subjects.id, table.id))
              .where(
                and(
                  eq(table.org_id, org_id),
                  when(alert_group_id, (v) => eq(table.alert_group_id, v)),
                  when(project, (v) => eq(table.project, v)),
                  when(ids, (v) => among(table.id, v)),
                ),
              )
              .orderBy(asc(table.id)),
          )),
        );
      }
      // The name of a monitor for the public is that of the first system that stands for it.
      const pages = yield* rows(
        db
          .select({ sections: t.status_pages.sections })
          .from(t.status_pages)
          .where(and(eq(t.status_pages.org_id, org_id), sql`${t.status_pages.public} <> 'off'`)),
      );
      const systems = pages.flatMap(({ sections }) => systemsOf(sections));
      return all.map((one) => ({
        ...one,
        public_title: systems.find((system) => standsFor(system, [one.id]))?.name ?? null,
      }));
    }),

    /** The changes of status of monitors in a period, oldest first, from the last one before it; and their pauses. */
    stored_pasts: read(function* (
      ids: readonly string[],
      { from, to }: Range,
    ): Procedure<StoredPasts> {
      const columns = {
        subject_id: history.subject_id,
        at: history.at,
        status: history.status,
      };
      const before = yield* rows(
        db
          .select(columns)
          .from(subjects)
          .innerJoin(
            history,
            and(
              eq(history.subject_id, subjects.id),
              sql`${history.at} = (select max(b.at) from ${history} as b where b.subject_id = ${subjects.id} and b.at < ${from})`,
            ),
          )
          .where(among(subjects.id, ids))
          .orderBy(asc(history.at), asc(history.id)),
      );
      const within = yield* rows(
        db
          .select(columns)
          .from(history)
          .where(and(among(history.subject_id, ids), gte(history.at, from), lt(history.at, to)))
          .orderBy(asc(history.at), asc(history.id)),
      );
      return {
        changes: [...before, ...within],
        pauses: yield* rows(
          db
            .select()
            .from(pauses)
            .where(and(among(pauses.subject_id, ids), gt(pauses.to, from), lt(pauses.from, to))),
        ),
      };
    }),

    /** Silences that can have been in effect since `from`. */
    silences_since: read((org_id: string, from: Instant): Procedure<Silence[]> =>
      rows(
        db
          .select()
          .from(t.silences)
          .where(
            and(
              eq(t.silences.org_id, org_id),
              or(isNull(t.silences.until), gt(t.silences.until, from)),
            ),
          )
          .orderBy(asc(t.silences.from), asc(t.silences.id)),
      ),
    ),

    /** A page of the incidents that opened in a period, oldest first, each with its first acknowledgement. */
    answered_incidents: read(function* (
      org_id: string,
      { from, to }: Range,
      { after, limit }: Page,
    ): Procedure<(AnsweredIncident & { alert_group_id: string })[]> {
      const opened = yield* rows(
        db
          .select({
            id: incidents.id,
            number: incidents.number,
            title: incidents.title,
            source: incidents.source,
            source_id: incidents.source_id,
            alert_group_id: incidents.alert_group_id,
            priority_level: incidents.priority_level,
            opened_at: incidents.opened_at,
            resolved_at: incidents.resolved_at,
          })
          .from(incidents)
          .where(
            and(
              eq(incidents.org_id, org_id),
              gte(incidents.opened_at, from),
              lt(incidents.opened_at, to),
              afterPosition(incidents.opened_at, incidents.id, { after }),
            ),
          )
          .orderBy(...inOrder(incidents.opened_at, incidents.id, {}))
          .limit(limit),
      );
      const ids = JSON.stringify(opened.map(({ id }) => id));
      const acknowledged = new Map<string, Instant>();
      for (const { incident_id, kind, at } of yield* rows(c.q.responsesAmong, { ids }))
        if (kind === "acknowledged" && !acknowledged.has(incident_id))
          acknowledged.set(incident_id, at);
      return opened.map((one) => ({ ...one, acknowledged_at: acknowledged.get(one.id) ?? null }));
    }),

    /** Names and time zones of these people, by id. */
    named_people: read(function* (
      ids: readonly string[],
    ): Procedure<Map<string, { name: string; timezone: string | null }>> {
      const users = yield* rows(c.q.usersAmong, { ids: JSON.stringify(ids) });
      return new Map(
        users.map((user) => [user.id, { name: knownName(user), timezone: user.timezone }]),
      );
    }),
  };
}
