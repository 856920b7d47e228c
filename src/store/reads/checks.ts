/** Reads of monitors for their checks, and of those that go without checks, part by part: they are searched among all. */
import { asc, eq, gt, max, min, type SQL } from "drizzle-orm";
import type { Checked } from "../../core/health/checked.ts";
import { isUnchecked } from "../../core/health/unchecked.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import { among, type Reader } from "../queries/reader.ts";

/** A health check monitor without a result for three intervals. */
export interface UncheckedMonitor {
  id: string;
  title: string;
  /** null: never. */
  checked_at: Instant | null;
}

/** Monitors in one read: a millisecond. */
const partSize = 500;

export function checkedReads({ t, db, q }: Context, read: Reader) {
  const { health_check_monitors: monitors, subjects, blind_periods, nodes } = t;

  const select = (which: SQL) =>
    db
      .select({
        id: monitors.id,
        title: monitors.title,
        interval_seconds: monitors.interval_seconds,
        timeout_seconds: monitors.timeout_seconds,
        fetch_retries: monitors.fetch_retries,
        due_at: subjects.due_at,
        checked_at: subjects.checked_at,
        checks_since: subjects.checks_since,
      })
      .from(monitors)
      .innerJoin(subjects, eq(subjects.id, monitors.id))
      .where(which);

  /** Since when monitoring has gone on without a gap. */
  function* watchedSince(now: Instant): Procedure<Instant> {
    const gap = yield* first(db.select({ to: max(blind_periods.to) }).from(blind_periods));
    const node = yield* first(db.select({ at: min(nodes.started_at) }).from(nodes));
    return Math.max(gap?.to ?? 0, node?.at ?? now);
  }

  return {
    /** The check state of the monitors that still exist. */
    checkedMonitors: read((ids: readonly string[]): Procedure<Checked[]> =>
      rows(q.checkedAmong, { ids: JSON.stringify(ids) }),
    ),

    /** The same of these monitors. */
    unchecked_among: read(function* (ids: readonly string[], now: Instant): Procedure<string[]> {
      const part = yield* rows(select(among(monitors.id, ids)));
      const since = yield* watchedSince(now);
      return part.filter((one) => isUnchecked(one, since, now)).map(({ id }) => id);
    }),

    /** Those of the part behind the id `after`; `next`: the `after` of the next part, or null. */
    unchecked: read(function* ({
      after = "",
      now,
    }: {
      after?: string;
      now: Instant;
    }): Procedure<{ found: UncheckedMonitor[]; next: string | null }> {
      const since = yield* watchedSince(now);
      const part = yield* rows(
        select(gt(monitors.id, after)).orderBy(asc(monitors.id)).limit(partSize),
      );
      return {
        found: part
          .filter((one) => isUnchecked(one, since, now))
          .map(({ id, title, checked_at }) => ({ id, title, checked_at })),
        next: part.length < partSize ? null : part.at(-1)!.id,
      };
    }),
  };
}
