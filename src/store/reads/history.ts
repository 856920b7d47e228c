/** Reads of what happened to a monitor: its history, its runs, and its last sub-checks. */
import { and, asc, eq, getTableColumns, gte, isNull, ne, sql } from "drizzle-orm";
import type {
  CheckResult,
  HistoryEntry,
  Instant,
  MonitorKind,
  MonitorRun,
} from "../../core/model/model.ts";
import { lastCheckIn } from "../../core/history/entries.ts";
import { chunkOf, levels } from "../../core/history/level.ts";
import { withMeasured } from "../../core/health/own-check.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import {
  afterPosition,
  among,
  inOrder,
  pageOf,
  when,
  type Page,
  type PageQuery,
  type Reader,
} from "../queries/reader.ts";

/** The sub-checks of a health check monitor. */
export interface SubjectResults {
  subject_id: string;
  results: CheckResult[];
}

/** A page of changes of status; absent filters match all. */
export interface StatusChangeQuery extends PageQuery {
  monitor_id?: string | undefined;
  alert_group_id?: string | undefined;
  /** The monitors that this project declares. */
  project?: string | undefined;
  since?: Instant | undefined;
}

/** A change of status, with the names of its monitor. */
export interface StatusChange extends HistoryEntry {
  kind: MonitorKind;
  external_id: string | null;
  title: string;
}

export function historyReads(c: Context, read: Reader) {
  const { db, t } = c;
  const { measures } = t;

  return {
    /** The sub-checks of the health check monitors that have some. */
    results_of: read(function* (ids: readonly string[]): Procedure<SubjectResults[]> {
      const { subject_id, results } = t.check_results;
      const stored = yield* rows(
        db
          .select({ subject_id, results, measured: t.subjects.measured })
          .from(t.check_results)
          .innerJoin(t.subjects, eq(t.subjects.id, subject_id))
          .where(among(subject_id, ids)),
      );
      return stored.map((row) => ({
        subject_id: row.subject_id,
        results: withMeasured(row.results, row.measured),
      }));
    }),

    /** The response time of the last check of each monitor that had one lately, ms; null: it had no answer. */
    last_response_times: read(function* (
      ids: readonly string[],
      now: Instant,
    ): Procedure<Map<string, number | null>> {
      const since = chunkOf("check", now - levels.check.chunk);
      const recent = yield* rows(
        db
          .select()
          .from(measures)
          .where(
            and(
              among(measures.subject_id, ids),
              eq(measures.level, "check"),
              gte(measures.at, since),
            ),
          )
          .orderBy(asc(measures.at)),
      );
      const last = new Map(recent.map((row) => [row.subject_id, row]));
      return new Map([...last].map(([id, row]) => [id, lastCheckIn(row).ms]));
    }),

    history: read((org_id: string, subject_id: string, query: Page): Procedure<HistoryEntry[]> =>
      pageOf(
        c,
        t.history,
        t.history.at,
        { ...query, org_id },
        eq(t.history.subject_id, subject_id),
      ),
    ),

    /** Changes of status of all monitors of an organization; absent filters match all. */
    status_changes: read(
      ({
        org_id,
        limit,
        after,
        order,
        monitor_id,
        alert_group_id,
        project,
        since,
      }: StatusChangeQuery): Procedure<StatusChange[]> => {
        const { history, health_check_monitors: h, webhook_monitors: w } = t;
        const ofEither = (name: "external_id" | "title" | "alert_group_id" | "project") =>
          sql<string | null>`coalesce(${h[name]}, ${w[name]})`;
        return rows(
          db
            .select({
              ...getTableColumns(history),
              kind: sql<MonitorKind>`case when ${h.id} is null then 'webhook_monitors' else 'health_check_monitors' end`,
              external_id: ofEither("external_id"),
              title: sql<string>`${ofEither("title")}`,
            })
            .from(history)
            .leftJoin(h, eq(h.id, history.subject_id))
            .leftJoin(w, eq(w.id, history.subject_id))
            .where(
              and(
                eq(history.org_id, org_id),
                sql`${ofEither("title")} is not null`,
                when(monitor_id, (v) => eq(history.subject_id, v)),
                when(alert_group_id, (v) => sql`${ofEither("alert_group_id")} = ${v}`),
                when(project, (v) => sql`${ofEither("project")} = ${v}`),
                when(since, (v) => gte(history.at, v)),
                afterPosition(history.at, history.id, { after, order }),
              ),
            )
            .orderBy(...inOrder(history.at, history.id, { order }))
            .limit(limit),
        );
      },
    ),

    /** Runs of a webhook monitor and messages about them, or one of both, oldest first. The latest 100 of each are kept. */
    runs: read(
      (
        monitor_id: string,
        { only, ...query }: Page & { only?: "runs" | "messages" },
      ): Procedure<MonitorRun[]> =>
        pageOf(
          c,
          t.runs,
          t.runs.at,
          query,
          and(
            eq(t.runs.monitor_id, monitor_id),
            when(only, (part) =>
              part === "messages"
                ? eq(t.runs.outcome, "log")
                : sql`(${isNull(t.runs.outcome)} or ${ne(t.runs.outcome, "log")})`,
            ),
          ),
        ),
    ),

    /** The history of each monitor from its last entry at or before `since`, oldest first. */
    histories: read(function* (
      org_id: string,
      ids: readonly string[],
      since: Instant,
    ): Procedure<HistoryEntry[]> {
      if (ids.length === 0) return [];
      const { history } = t;
      const columns = getTableColumns(history);
      const mine = and(eq(history.org_id, org_id), among(history.subject_id, ids));
      const within = yield* rows(
        db
          .select(columns)
          .from(history)
          .where(and(mine, sql`${history.at} >= ${since}`))
          .orderBy(asc(history.at), asc(history.id)),
      );
      // The status of each at the start of the period: its last entry before.
      const last = db
        .select({
          subject_id: history.subject_id,
          at: sql<number>`max(${history.at})`.as("last_at"),
        })
        .from(history)
        .where(and(mine, sql`${history.at} < ${since}`))
        .groupBy(history.subject_id)
        .as("last");
      const before = yield* rows(
        db
          .select(columns)
          .from(history)
          .innerJoin(
            last,
            and(eq(last.subject_id, history.subject_id), sql`${history.at} = last_at`),
          )
          .orderBy(asc(history.at), asc(history.id)),
      );
      return [...before, ...within];
    }),
  };
}
