/**
 * Statistics of tables that the server has none of yet. By itself it looks once a minute at best; until then it takes three
 * hundred devices for one, and after a first `apply` of 150 groups their incidents could not be listed.
 */
import type { PoolClient } from "pg";

/** Between two looks, ms. A session tells the server of its rows within ten seconds. */
const pause = 5000;

/** From these rows on a wrong plan is felt; a table of this size, bytes, is read in well under a second. */
const sizes = { rows: 40, bytes: 64 * 1024 * 1024 };

const unseen = `select cast(cast(oid as regclass) as text) as name from pg_class
  where relkind = 'r' and relnamespace = to_regnamespace(current_schema())
  and pg_stat_get_mod_since_analyze(oid) >= ${sizes.rows} and pg_relation_size(oid) <= ${sizes.bytes}
  and pg_stat_get_last_analyze_time(oid) is null and pg_stat_get_last_autoanalyze_time(oid) is null`;

/** Brings the server to look at the tables that it has no statistics of. */
export async function analyzeUnseen(client: Pick<PoolClient, "query">): Promise<void> {
  const { rows } = await client.query<{ name: string }>(unseen);
  if (rows.length === 0) return;
  // Outside a transaction each table is one of its own, and none waits for another node that does the same.
  await client.query(`analyze (skip_locked) ${rows.map(({ name }) => name).join(", ")}`);
}

/** Does so again and again, by a connection that `onOne` lends; answers how to stop. */
export function keepStatistics(onOne: (work: typeof analyzeUnseen) => Promise<void>): () => void {
  let timer = setTimeout(look, pause).unref();
  let stopped = false;
  /** What fails does so for the other statements, too, which say it. */
  function look(): void {
    onOne(analyzeUnseen)
      .catch(() => {})
      .finally(() => {
        if (!stopped) timer = setTimeout(look, pause).unref();
      });
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
