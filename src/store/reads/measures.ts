/** Reads of the measures of a monitor: points for charts, changes of sub-checks. */
import { and, asc, eq, gt, gte, isNull, lt, ne, or, sql } from "drizzle-orm";
import { checksIn, summariesIn, type MeasuresRow } from "../../core/history/entries.ts";
import { chunkOf, floorTo, type Level } from "../../core/history/level.ts";
import type { HistoryPoint, Mark, Range, SubCheckChange } from "../../core/history/point.ts";
import { pointsOf } from "../../core/history/points.ts";
import { levelRanges } from "../../core/history/rollup.ts";
import type { ErrorCount } from "../../core/history/summary.ts";
import type { Instant, SourceKind } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import { among, pageOf, when, type PageQuery, type Reader } from "../queries/reader.ts";

/** The history of one monitor among several. */
export interface MonitorHistory {
  subject_id: string;
  points: HistoryPoint[];
}

/** A monitor of either kind, as far as its past needs. */
export interface Watched {
  id: string;
  kind: SourceKind;
  paused_at: Instant | null;
  inserted_at: Instant;
}

/** The steps that the range from `from` to `to` touches. */
export interface HistoryQuery extends Range {
  org_id: string;
  /** One of `stepLengths`. */
  step_ms: number;
}

export function measureReads(c: Context, read: Reader) {
  const { db, t } = c;
  const { measures, error_minutes, pauses, blind_periods, subjects } = t;

  function* histories(ids: readonly string[], query: HistoryQuery): Procedure<MonitorHistory[]> {
    const { org_id, step_ms } = query;
    const from = floorTo(query.from, step_ms);
    const to = floorTo(query.to - 1, step_ms) + step_ms;
    const monitors = yield* rows(
      db
        .select({ id: subjects.id, paused_at: subjects.paused_at })
        .from(subjects)
        .where(and(eq(subjects.org_id, org_id), among(subjects.id, ids))),
    );
    const begun = new Map<string, Instant>();
    for (const table of [t.health_check_monitors, t.webhook_monitors])
      for (const { id, at } of yield* rows(
        db.select({ id: table.id, at: table.inserted_at }).from(table).where(among(table.id, ids)),
      ))
        begun.set(id, at);
    const rolled = (yield* first(db.select().from(t.rollup)))?.until ?? 0;
    const ranges = levelRanges({ from, to }, step_ms, rolled);
    const stored = yield* measured(ids, ranges);
    const errors = yield* errorsIn(ids, ranges.check);
    const away = yield* rows(
      db
        .select({ from: blind_periods.from, to: blind_periods.to })
        .from(blind_periods)
        .where(and(gt(blind_periods.to, from), lt(blind_periods.from, to))),
    );
    const paused = Map.groupBy(
      yield* rows(
        db
          .select()
          .from(pauses)
          .where(and(among(pauses.subject_id, ids), gt(pauses.to, from), lt(pauses.from, to))),
      ),
      ({ subject_id }) => subject_id,
    );
    return monitors.map(({ id, paused_at }) => ({
      subject_id: id,
      points: pointsOf({
        from,
        to,
        step_ms,
        ...inRanges(stored.get(id) ?? [], ranges),
        errors: errors.get(id) ?? [],
        unobserved: [
          ...away,
          ...(paused.get(id) ?? []),
          ...(paused_at === null ? [] : [{ from: paused_at, to: Infinity }]),
          { from: -Infinity, to: begun.get(id) ?? Infinity },
        ],
      }),
    }));
  }

  /** The rows of each monitor that the ranges touch. */
  function* measured(
    ids: readonly string[],
    ranges: Record<Level, Range>,
  ): Procedure<Map<string, MeasuresRow[]>> {
    const all: (typeof measures.$inferSelect)[] = [];
    for (const level of ["day", "hour", "check"] as const) {
      const { from, to } = ranges[level];
      if (from >= to) continue;
      all.push(
        ...(yield* rows(
          db
            .select()
            .from(measures)
            .where(
              and(
                among(measures.subject_id, ids),
                eq(measures.level, level),
                gte(measures.at, chunkOf(level, from)),
                lt(measures.at, to),
              ),
            )
            .orderBy(asc(measures.at)),
        )),
      );
    }
    return Map.groupBy(all, ({ subject_id }) => subject_id);
  }

  function* errorsIn(
    ids: readonly string[],
    { from, to }: Range,
  ): Procedure<Map<string, ErrorCount[]>> {
    if (from >= to) return new Map();
    const counts = yield* rows(
      db
        .select()
        .from(error_minutes)
        .where(
          and(
            among(error_minutes.subject_id, ids),
            gte(error_minutes.at, from),
            lt(error_minutes.at, to),
          ),
        ),
    );
    return Map.groupBy(counts, ({ subject_id }) => subject_id);
  }

  return {
    /** A page of marks in the order of their instants. A monitor's include those of its group and the global ones. */
    marks: read(
      (
        query: PageQuery & {
          from?: Instant | undefined;
          to?: Instant | undefined;
          monitor?: { id: string; alert_group_id: string } | undefined;
          alert_group_id?: string | undefined;
        },
      ): Procedure<Mark[]> =>
        pageOf(
          c,
          t.marks,
          t.marks.at,
          query,
          when(query.from, (from) => gte(t.marks.at, from)),
          when(query.to, (to) => lt(t.marks.at, to)),
          when(query.alert_group_id, (id) => eq(t.marks.alert_group_id, id)),
          when(query.monitor, ({ id, alert_group_id }) =>
            or(
              eq(t.marks.monitor_id, id),
              eq(t.marks.alert_group_id, alert_group_id),
              and(isNull(t.marks.monitor_id), isNull(t.marks.alert_group_id)),
            )!,
          ),
        ),
    ),

    /** The points of a monitor, oldest first; empty: no such monitor. */
    monitor_history: read(function* ({
      subject_id,
      ...query
    }: HistoryQuery & { subject_id: string }): Procedure<HistoryPoint[]> {
      return (yield* histories([subject_id], query))[0]?.points ?? [];
    }),

    /** The same of several monitors; those that do not exist are left out. */
    monitor_histories: read(
      ({ ids, ...query }: HistoryQuery & { ids: readonly string[] }): Procedure<MonitorHistory[]> =>
        histories(ids, query),
    ),

    /** A page of the monitors of both kinds, by id; `ids`: only these. */
    watched: read(
      ({
        org_id,
        after,
        limit,
        ids = null,
      }: {
        org_id: string;
        after: string;
        limit: number;
        ids?: readonly string[] | null;
      }): Procedure<Watched[]> =>
        rows(
          db
            .select({
              id: t.subjects.id,
              kind: sql<SourceKind>`${t.subjects.kind}`,
              paused_at: t.subjects.paused_at,
              inserted_at:
                sql<Instant>`coalesce(${t.health_check_monitors.inserted_at}, ${t.webhook_monitors.inserted_at})`.mapWith(
                  Number,
                ),
            })
            .from(t.subjects)
            .leftJoin(t.health_check_monitors, eq(t.health_check_monitors.id, t.subjects.id))
            .leftJoin(t.webhook_monitors, eq(t.webhook_monitors.id, t.subjects.id))
            .where(
              and(
                eq(t.subjects.org_id, org_id),
                ne(t.subjects.kind, "alert_group"),
                gt(t.subjects.id, after),
                ids === null ? undefined : among(t.subjects.id, ids),
              ),
            )
            .orderBy(asc(t.subjects.id))
            .limit(limit),
        ),
    ),

    /**
     * Changes of the sub-checks of a monitor, oldest first: those of the range, and before it the last one of each
     * sub-check, which says in which state it begins.
     */
    sub_check_changes: read(function* ({
      subject_id,
      from,
      to,
    }: Range & { subject_id: string }): Procedure<SubCheckChange[]> {
      const table = t.sub_check_changes;
      const last = db
        .select({ name: table.name, at: sql<number>`max(${table.at})`.as("last_at") })
        .from(table)
        .where(and(eq(table.subject_id, subject_id), lt(table.at, from)))
        .groupBy(table.name)
        .as("last");
      const columns = {
        name: table.name,
        label: table.label,
        at: table.at,
        status: table.status,
        short_summary: table.short_summary,
      };
      const before = yield* rows(
        db
          .select(columns)
          .from(table)
          .innerJoin(last, and(eq(last.name, table.name), sql`${table.at} = last_at`))
          .where(eq(table.subject_id, subject_id))
          .orderBy(asc(table.at), asc(table.name)),
      );
      const within = yield* rows(
        db
          .select(columns)
          .from(table)
          .where(and(eq(table.subject_id, subject_id), gte(table.at, from), lt(table.at, to)))
          .orderBy(asc(table.at), asc(table.name)),
      );
      return [...before, ...within];
    }),
  };
}

/** The entries of the rows that lie in their ranges. */
function inRanges(stored: readonly MeasuresRow[], ranges: Record<Level, Range>) {
  const within = (level: Level, at: Instant) => ranges[level].from <= at && at < ranges[level].to;
  return {
    checks: stored
      .filter(({ level }) => level === "check")
      .flatMap(checksIn)
      .filter(({ at }) => within("check", at)),
    summaries: stored
      .filter(({ level }) => level !== "check")
      .flatMap((row) => summariesIn(row).filter(({ at }) => within(row.level, at))),
  };
}
