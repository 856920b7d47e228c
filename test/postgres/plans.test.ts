/** With very many reports and ten thousand monitors the hot statements find their rows by an index. */
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { drizzle as drizzleProxy } from "drizzle-orm/pg-proxy";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contextOf, type Context } from "../../src/store/queries/context.ts";
import { rows, type Procedure, type BoundStatement } from "../../src/store/kit/procedure.ts";
import { manyFormOf, postgresKit } from "../../src/store/postgres/kit.ts";
import { plannedOnce } from "../../src/store/sqlite/execute.ts";
import { sqliteKit, type Database } from "../../src/store/kit/kit.ts";
import { migrate as migratePostgres } from "../../src/store/postgres/migrate.ts";
import { migrate as migrateSqlite } from "../../src/store/sqlite/migrate.ts";
import { postgresTables } from "../../src/store/postgres/schema.ts";
import { sqliteTables } from "../../src/store/sqlite/schema.ts";
import { dropDatabases, freshDatabase } from "../support/postgres.ts";
import { fill, now, sequentialScans } from "./filled.ts";

interface Hot {
  name: string;
  statement: { toSQL(): { sql: string; params: unknown[] } };
  params: Record<string, unknown>;
}

/** What runs for every report, every check and every push, and whenever a loop looks. */
function hot({ of, q }: Context): Hot[] {
  const id = "s00042";
  const all: [string, Procedure<unknown>][] = [
    ["the subject", of.subjects.hold({ id: id })],
    ["its results", of.check_results.find({ subject_id: id })],
    ["the target of a URL", of.webhook_monitors.find({ webhook_hash: "w00042" })],
    ["a key", of.api_keys.find({ hash: "x" })],
    ["due checks", rows(q.dueChecks, { pace: 1, now, after_at: -1, after_id: "", limit: 20 })],
    ["what checks follow", rows(q.checkedAmong, { ids: JSON.stringify([id]) })],
    [
      "checks that change nothing",
      rows(q.recordUnchanged, {
        rows: JSON.stringify([[id, "x", "x", now, now, now, now, 1, 1, null, 0]]),
      }),
    ],
    [
      "claiming them",
      rows(q.claimChecks, {
        now,
        slack: 15_000,
        lease_token: "x",
        lease_node: "n",
        ids: JSON.stringify([id, "s00043"]),
      }),
    ],
    ["checks that lie too far ahead", rows(q.recallChecks, { now, claim: 75_000 })],
    ["the next check", rows(q.nextCheck, { pace: 1 })],
    ["due wakes", rows(q.dueWakes, { now, limit: 20 })],
    ["the next wake", rows(q.nextWake)],
    ["a subject's update", of.subjects.update({ id }, { due_at: now })],
    [
      "reports that left the window",
      rows(q.arrivalsBetween, { subject_id: id, after: now - 1000, until: now }),
    ],
    [
      "the report of a rank",
      rows(q.arrivalOfRank, { subject_id: id, after: now - 100_000, rank: 3 }),
    ],
    ["the unresolved incident", rows(q.unresolvedIncident, { source_id: id, key: "" })],
    ["the next incident number", rows(q.takeIncidentNumbers, { org_id: "o", n: 1 })],
    [
      "the open alerts of a delivery",
      rows(q.unresolvedByKeys, { source_id: id, keys: '["a","b"]' }),
    ],
    ["alerts that are assumed over", rows(q.assumedOver, { source_id: id, now })],
    ["due lanes", rows(q.dueLanes, { now })],
    ["devices that are due", rows(q.dueDevices, { lane: "l1", now, limit: 8 })],
    [
      "what is due to a device",
      rows(q.dueOfDevice, {
        lane: "l1",
        now,
        device_id: "d1",
        after_at: 0,
        after_id: "",
        limit: 200,
        waiting: "[]",
        since: now,
      }),
    ],
    [
      "what a device was sent",
      rows(q.sentToDevice, {
        device_id: "d1",
        lately: now,
        after_at: now - 1000,
        after_id: "",
        limit: 500,
      }),
    ],
    ["paging that goes on", rows(q.duePaging, { now, limit: 9 })],
    ["the next push", rows(q.nextPush, { now })],
    ["open incidents", rows(q.openIncidents, { after: "i00042", limit: 20 })],
    ["devices without a page", rows(q.pendingDevices, { ids: '["i19950","i19951"]' })],
    ["those of an escalation", rows(q.pendingOfEscalation, { ids: '["i19950","i19951"]' })],
    ["openings of an incident", rows(q.pages, { incident_id: "i00042" })],
    [
      "a push that is settled",
      of.notifications.hold({ id: "n000042", state: "leased", attempts: 1 }),
    ],
    [
      "others to hurry",
      rows(q.hurryOthers, { now, incident_id: "i00042", user_id: "u1", device_id: "d1" }),
    ],
  ];
  return all.map(([name, procedure]) => {
    const { statement, params } = procedure.next().value as BoundStatement;
    return { name, statement: statement as unknown as Hot["statement"], params };
  });
}

/** In which form PostgreSQL asks for many at once what a batch of reports or results needs. */
function ofMany({ name, statement, params }: Hot): Hot[] {
  const form = manyFormOf(statement);
  if (!form) return [];
  return [
    {
      name: `${name}, of many`,
      statement: form.statement as unknown as Hot["statement"],
      params:
        form.kind === "find"
          ? { list: JSON.stringify([params[form.key]]) }
          : { rows: JSON.stringify([params]) },
    },
  ];
}

/** The statement's text, and its parameters with the placeholders filled in. */
function filled({ statement, params }: Hot): {
  sql: string;
  values: unknown[];
} {
  const { sql, params: wanted } = statement.toSQL();
  return { sql, values: valuesOf(wanted, params) };
}

const valuesOf = (wanted: readonly unknown[], params: Hot["params"]) =>
  wanted.map((one) => {
    const at = one as { name?: string; value?: { name: string } } | null;
    const name = at?.name ?? at?.value?.name;
    return name === undefined ? one : params[name];
  });

describe("PostgreSQL", () => {
  let client: Client;
  const context = contextOf(
    postgresKit,
    drizzleProxy(() => Promise.resolve({ rows: [] })) as unknown as Database,
    postgresTables,
  );

  beforeAll(async () => {
    client = new Client({ connectionString: await freshDatabase() });
    await client.connect();
    await migratePostgres(client, now);
    for (const statement of fill((count) => `generate_series(1, ${count}) as n`))
      await client.query(statement);
    await client.query("analyze");
  }, 180_000);
  afterAll(async () => {
    await client.end();
    await dropDatabases();
  });

  const all = hot(context).flatMap((one) => [one, ...ofMany(one)]);

  test("is asked for many subjects at once", () => {
    expect(all.map(({ name }) => name).filter((name) => name.endsWith("of many"))).toContain(
      "the subject, of many",
    );
  });

  test.each(all.map((one) => [one.name, one] as const))(
    "finds %s by an index",
    async (_name, one) => {
      const { sql, values } = filled(one);
      const { rows } = await client.query<{ "QUERY PLAN": unknown }>(
        `explain (format json) ${sql}`,
        values,
      );
      const scans = sequentialScans(rows[0]!["QUERY PLAN"]);
      // Tables of a few rows are read whole, and rightly so.
      const small = new Set([
        "alert_groups",
        "counters",
        "devices",
        "escalated_groups",
        "group_schedules",
        "on_call",
        "schedules",
        "members",
        "users",
      ]);
      expect(scans.filter((table) => !small.has(table))).toEqual([]);
    },
  );
});

describe("SQLite", () => {
  const sqlite = new Sqlite(":memory:");
  const context = contextOf(sqliteKit, drizzle(sqlite), sqliteTables);

  beforeAll(() => {
    migrateSqlite(sqlite, now);
    // Its plans do not depend on how many rows there are: a few of each kind are enough.
    const series = (count: number) =>
      `(with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count / 100}) select n from counted)`;
    for (const statement of fill(series)) sqlite.exec(statement);
  }, 180_000);
  afterAll(() => void sqlite.close());

  function planOf(one: Hot): string[] {
    const { sql, params } = plannedOnce(one.statement.toSQL());
    const plan = sqlite
      .prepare(`explain query plan ${sql}`)
      .all(...valuesOf(params, one.params)) as { detail: string }[];
    return plan.map(({ detail }) => detail);
  }

  test.each(hot(context).map((one) => [one.name, one] as const))(
    "finds %s by an index",
    (_name, one) => {
      // `SCAN … USING INDEX` reads an index in its order, up to a limit.
      const scans = planOf(one)
        .filter((detail) => /^SCAN (?!.*INDEX)/.test(detail))
        .filter((detail) => !/running|subquery|json_each|CONSTANT ROW/.test(detail));
      expect(scans).toEqual([]);
    },
  );

  test("reads of a device's pushes those that are unsent, not all that it was ever sent", () => {
    const owed = hot(context).find(({ name }) => name === "what is due to a device")!;
    expect(planOf(owed).join("\n")).toContain("INDEX notifications_owed");
  });
});
