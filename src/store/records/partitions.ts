/** Makes and drops partitions (`kit/partitions`), on PostgreSQL. */
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import {
  dayAfter,
  isOld,
  missingRanges,
  partitionName,
  partitionedTables,
  partitionsOf,
  rangeOf,
  restOf,
  spanFor,
  type Partition,
  type PartitionedTable,
} from "../kit/partitions.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import {
  arrivalShifts,
  deleteOld,
  dropPartition,
  listPartitions,
  makeFirstPartition,
  makePartition,
  youngerIn,
} from "../queries/partitions.ts";

/** The partitions of a table, the oldest first, without the rest. */
function* existing({ db }: Context, table: PartitionedTable): Procedure<Partition[]> {
  const listed = yield* rows(listPartitions(db, table));
  return listed
    .flatMap(({ name, bound }) => {
      const range = rangeOf(table, bound);
      return range ? [{ name, ...range }] : [];
    })
    .sort((a, b) => a.from - b.from);
}

/** The terms that are added to the stored instants of a table's rows; after steps of the clock they are several. */
function* shiftsOf({ db, t }: Context, table: PartitionedTable): Procedure<number[]> {
  if (table !== "arrivals") return [0];
  const shifts = yield* rows(arrivalShifts(db, t));
  return [...new Set([0, ...shifts.map(({ shift }) => shift)])];
}

/** By their names. */
export interface Made {
  made: string[];
  /** Those that rows of now land in and that could not be made. */
  missing: string[];
  /** Others are to be made as well. */
  more: boolean;
}

/** Makes the first partition of a table that is missing from `now` on, for rows that are kept for `kept` ms. */
export function* makeNextPartition(
  c: Context,
  table: PartitionedTable,
  now: Instant,
  kept: number,
): Procedure<Made> {
  const shifts = yield* shiftsOf(c, table);
  const missing = function* () {
    const there = yield* existing(c, table);
    return shifts.flatMap((shift) =>
      missingRanges(there, now - shift, spanFor(kept)).map((range) => ({
        name: partitionName(table, range),
        range,
        needed: range.from <= now - shift,
      })),
    );
  };
  const [next] = yield* missing();
  if (!next) return { made: [], missing: [], more: false };
  yield* rows(makePartition(c.kit, c.db, table, next.range));
  const left = yield* missing();
  return {
    made: left.some(({ name }) => name === next.name) ? [] : [next.name],
    missing: left.filter(({ needed }) => needed).map(({ name }) => name),
    more: left.length > 0,
  };
}

/**
 * Makes one partition of each empty table for all rows until the end of the day of `now`, in place of those that are
 * there: the rows that a copy brings are in it from the beginning, and later ones have the partitions of their days.
 */
export function* makeFirstPartitions(c: Context, now: Instant): Procedure<void> {
  if (c.kit.dialect === "sqlite") return;
  for (const table of partitionedTables) {
    for (const { name } of yield* existing(c, table))
      yield* rows(dropPartition(c.kit, c.db, table, name));
    yield* rows(makeFirstPartition(c.kit, c.db, table, dayAfter(now)));
  }
}

interface Expired {
  /** The names of dropped partitions, one at most. */
  dropped: string[];
  /** Rows of the rest that were deleted, `limit` of each table at most. */
  deleted: number;
  more: boolean;
}

/** Drops the oldest partition whose rows are all older than `before`, and deletes some that are in none. */
export function* expirePartition(
  c: Context,
  table: PartitionedTable,
  { before, now, limit }: { before: Instant; now: Instant; limit: number },
): Procedure<Expired> {
  // One node after the other, so that none asks a partition that another has just dropped.
  yield* c.of.retention_clock.hold({ id: 1 });
  const shifts = yield* shiftsOf(c, table);
  const there = yield* existing(c, table);
  const { aged } = partitionsOf(table);
  // The rows of before there were partitions are one of them, and some become old every day.
  const mixed = aged ? there.filter(({ from }) => from === -Infinity) : [];
  let deleted = 0;
  let more = false;
  for (const name of [restOf(table), ...mixed.map((one) => one.name)]) {
    const gone = yield* rows(deleteOld(c, table, name, before, limit));
    deleted += gone.length;
    if (gone.length === limit) more = true;
  }
  const [oldest, next] = there.filter((one) => isOld(one, { before, now, shifts }));
  if (!oldest) return { dropped: [], deleted, more };
  // An id is made a moment after the instant of its row.
  if (aged && (yield* first(youngerIn(c.db, oldest.name, before))))
    return { dropped: [], deleted, more };
  yield* rows(dropPartition(c.kit, c.db, table, oldest.name));
  const gone = !(yield* existing(c, table)).some(({ name }) => name === oldest.name);
  return {
    dropped: gone ? [oldest.name] : [],
    deleted,
    more: more || (gone && next !== undefined),
  };
}
