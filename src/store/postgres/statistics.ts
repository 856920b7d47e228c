/**
 * Analyzes tables that the server has no statistics of yet. Its autovacuum does so once a minute at best. Until then the
 * planner takes three hundred devices for one, and after a first `apply` of 150 groups their incidents could not be listed.
 */
import type { PoolClient } from "pg";

/** Between two rounds, ms. A session reports its writes to the server's counters within ten seconds. */
const pause = 5000;

/** A wrong plan is felt from these rows on; a table of this size, bytes, is analyzed in well under a second. */
const sizes = { rows: 40, bytes: 64 * 1024 * 1024 };

const withoutStatistics = `select cast(cast(oid as regclass) as text) as name from pg_class
  where relkind = 'r' and relnamespace = to_regnamespace(current_schema())
  and pg_stat_get_mod_since_analyze(oid) >= ${sizes.rows} and pg_relation_size(oid) <= ${sizes.bytes}
  and pg_stat_get_last_analyze_time(oid) is null and pg_stat_get_last_autoanalyze_time(oid) is null`;

/** Analyzes the tables with rows and without statistics. */
export async function analyzeTables(client: Pick<PoolClient, "query">): Promise<void> {
  const { rows } = await client.query<{ name: string }>(withoutStatistics);
  if (rows.length === 0) return;
  // Without a transaction each table is committed alone, and none waits for another node that does the same.
  await client.query(`analyze (skip_locked) ${rows.map(({ name }) => name).join(", ")}`);
}

/** Repeats it on connections that `onOne` lends; returns a function that stops it. */
export function keepStatistics(onOne: (work: typeof analyzeTables) => Promise<void>): () => void {
  let stopped = false;
  let timer = setTimeout(round, pause).unref();
  function round(): void {
    onOne(analyzeTables)
      // A failing connection is reported by the statements that need it.
      .catch(() => {})
      .finally(() => {
        if (!stopped) timer = setTimeout(round, pause).unref();
      });
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
