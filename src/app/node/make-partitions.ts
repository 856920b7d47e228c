/** Makes the partitions of the next days (`store/kit/partitions`); without any effect on SQLite. */
import { keptSince, type Retention } from "../../core/history/retention.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { partitionedTables } from "../../store/kit/partitions.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { makeNextPartition, type Made } from "../../store/records/partitions.ts";

/** Makes one partition of each table at most, so that the locks are held for a moment. */
export function* make_partitions(
  c: Context,
  { now, retention }: { now: Instant; retention: Retention },
): Procedure<Made> {
  const all: Made = { made: [], missing: [], more: false };
  if (c.kit.dialect === "sqlite") return all;
  const since = keptSince(retention, now, now);
  for (const table of partitionedTables) {
    const { made, missing, more } = yield* makeNextPartition(c, table, now, now - since[table]);
    all.made.push(...made);
    all.missing.push(...missing);
    all.more ||= more;
  }
  return all;
}
