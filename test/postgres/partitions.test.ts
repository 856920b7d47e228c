/** Partitions on a real server: rows hit the right one, none is lost without one, and dropping equals deleting. */
import { Client } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/app/store.ts";
import { partitionedTables } from "../../src/store/kit/partitions.ts";
import { makeFirstPartition, makePartition } from "../../src/store/queries/partitions.ts";
import { keeping, night } from "../support/builders.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";
import { storeAt } from "../support/postgres-store.ts";
import { givenStore } from "../store/contract/given.ts";

const day = 24 * 3600_000;
const midnight = night - (night % day);

let client: Client;
async function open(url: string): Promise<Store> {
  client = new Client({ connectionString: url });
  await client.connect();
  return storeAt(url, () => night);
}
afterEach(() => client.end());
afterAll(dropDatabases);

/** A kit whose statements are their text. */
const asText = { command: (_: unknown, text: string) => text } as never;
const textOf = (statement: unknown) => statement as string;

/** The number of rows in each partition that has some. */
async function filled(table: "arrivals" | "reports"): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; n: string }>(
    `select tableoid::regclass::text as name, count(*) as n from ${table} group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]));
}

async function partitions(table: "arrivals" | "reports"): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1",
    [table],
  );
  return rows.map(({ name }) => name);
}

describe("a store with partitions", () => {
  const { store, webhook, report } = givenStore({
    open: async () => open(await emptyDatabase()),
    reopen: () => Promise.reject(new Error("not needed")),
  });
  const retention = keeping(10 * day);
  let id: string;
  beforeEach(async () => {
    ({ id } = await webhook({ error_rate_threshold: 1000 }));
  });

  /** As the janitor does it. */
  async function make(now: number): Promise<string[]> {
    const all: string[] = [];
    for (;;) {
      const { made } = await store.run("make_partitions", { now, retention });
      if (made.length === 0) return all;
      all.push(...made);
    }
  }
  const expire = (now: number) => store.run("expire_rows", { now, retention });
  async function expireAll(now: number): Promise<string[]> {
    const all: string[] = [];
    for (;;) {
      const { more, dropped } = await expire(now);
      all.push(...dropped);
      if (!more) return all;
    }
  }
  /** Lets retention begin at the time of its next run, without the brake for a time that jumps. */
  const allow = () => client.query("delete from retention_clock");
  const kept = async () =>
    (await store.read.report_page(id, { limit: 500, after: null })).map(({ at }) => at);

  /** Until this number of statements wait for a lock. */
  async function waiting(statements: number): Promise<void> {
    const waits =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    while ((await client.query(waits)).rowCount !== statements);
  }

  test("a count that is under way while its rows move from the rest to their partition has all of them", async () => {
    for (let i = 0; i < 3; i++) await report(id, night + i);
    const [other, mover, reader] = [1, 2, 3].map(
      () => new Client({ connectionString: url(client) }),
    ) as [Client, Client, Client];
    for (const one of [other, mover, reader]) await one.connect();
    try {
      await other.query("begin; lock table arrivals_rest in row exclusive mode");
      const range = { from: midnight, to: midnight + day };
      const statement = textOf(makePartition(asText, null as never, "arrivals", range));
      // The server of the tests may be slow.
      const moved = mover.query(statement.replace("200ms", "60s"));
      await waiting(1);
      const counted = reader.query<{ sum: string }>("select sum(count) from arrivals");
      await waiting(2);
      await other.query("commit");
      await moved;
      expect((await counted).rows).toEqual([{ sum: "3" }]);
    } finally {
      for (const one of [other, mover, reader]) await one.end();
    }
    expect(await filled("arrivals")).toEqual({ arrivals_20261121: 3 });
  });

  test("a report that is on its way while its partition is made is counted there", async () => {
    await client.query("begin");
    await client.query("create table arrivals_now (like arrivals including all)");
    await client.query(
      `alter table arrivals attach partition arrivals_now for values from ('${midnight}') to ('${midnight + day}')`,
    );
    const answer = report(id, night);
    await waiting(1);
    await client.query("commit");
    expect(await answer).toEqual({ accepted: 1 });
    expect(await filled("arrivals")).toEqual({ arrivals_now: 1 });
  });

  test("reports hit the partition of their day, and those without one are not lost", async () => {
    expect(await make(night)).toHaveLength(8);
    expect(await partitions("arrivals")).toEqual([
      "arrivals_20261121",
      "arrivals_20261122",
      "arrivals_20261123",
      "arrivals_20261124",
      "arrivals_rest",
    ]);
    const late = midnight + 40 * day;
    for (const at of [night, midnight + day - 1, midnight + day, late]) await report(id, at, 2);
    expect(await filled("arrivals")).toEqual({
      arrivals_20261121: 2,
      arrivals_20261122: 1,
      arrivals_rest: 1,
    });
    expect(await filled("reports")).toEqual({
      reports_20261121: 4,
      reports_20261122: 2,
      reports_rest: 2,
    });
    expect(await kept()).toHaveLength(8);

    // The partition that was missing takes what waits in the rest.
    expect(await make(late)).toHaveLength(8);
    expect(await filled("reports")).toMatchObject({ reports_20261231: 2 });
    expect(await filled("arrivals")).toMatchObject({ arrivals_20261231: 1 });
    expect(await filled("arrivals")).not.toHaveProperty("arrivals_rest");
    expect(await kept()).toHaveLength(8);
    expect(await make(late)).toEqual([]);
  });

  test("at the end of a day dropping leaves what deleting leaves, one partition of each table in a run", async () => {
    const times = Array.from({ length: 40 * 4 }, (_, i) => midnight + i * 6 * 3600_000);
    const now = midnight + 40 * day;
    const left = (age: number) => times.filter((at) => at >= now - age);
    // All of them in the rest: rows are deleted.
    for (const at of times) await report(id, at);
    await allow();
    await expireAll(now);
    expect(await kept()).toEqual(left(10 * day));
    expect(await filled("arrivals")).toEqual({ arrivals_rest: left(8 * day).length });

    await client.query("truncate arrivals, reports");
    for (const at of times) {
      await make(at);
      await report(id, at);
    }
    expect(await filled("reports")).not.toHaveProperty("reports_rest");
    const first = await expire(now);
    expect(first).toMatchObject({
      more: true,
      dropped: ["arrivals_20261121", "reports_20261121"],
      deleted: {},
    });
    const dropped = await expireAll(now);
    expect(dropped.filter((name) => name.startsWith("reports"))).toHaveLength(29);
    expect(dropped.filter((name) => name.startsWith("arrivals"))).toHaveLength(31);
    expect(await kept()).toEqual(left(10 * day));
    expect(Object.values(await filled("arrivals")).reduce((a, b) => a + b)).toBe(
      left(8 * day).length,
    );
    expect(await partitions("reports")).not.toContain("reports_20261220");
    expect(await partitions("reports")).toContain("reports_20261221");
  });

  test("nothing is dropped after a step of the clock, until it is allowed", async () => {
    await make(night);
    await report(id, night);
    await expire(night);
    const later = night + 370 * day;
    expect(await expire(later)).toMatchObject({ dropped: [], waits_until: later + day });
    expect(await partitions("reports")).toContain("reports_20261121");
    await store.run("allow_retention", { now: later });
    expect(await expireAll(later)).toContain("reports_20261121");
    expect(await kept()).toEqual([]);
  });

  test("a partition with a row that is younger than its id stays", async () => {
    await make(night);
    await report(id, night);
    await client.query("update reports set at = $1", [midnight + 2 * day]);
    await allow();
    expect(await expireAll(midnight + 11 * day + 1)).not.toContain("reports_20261121");
    await allow();
    expect(await expireAll(midnight + 13 * day)).toContain("reports_20261121");
  });

  test("whoever reads a table for long is not disturbed: partitions wait for the next run", async () => {
    await make(night);
    const reader = new Client({ connectionString: url(client) });
    await reader.connect();
    await reader.query("begin; select count(*) from reports, arrivals");
    const later = midnight + 60 * day;
    await allow();
    expect(await expire(later)).toMatchObject({ dropped: [], more: false });
    expect(await store.run("make_partitions", { now: later, retention })).toEqual({
      made: [],
      missing: ["arrivals_20270120", "reports_20270120"],
      more: true,
    });
    // Reports go on meanwhile.
    await report(id, later);
    expect(await filled("reports")).toEqual({ reports_rest: 1 });
    await reader.end();
    expect(await expireAll(later)).toHaveLength(8);
    expect(await make(later)).toHaveLength(8);
    expect(await filled("reports")).toEqual({ reports_20270120: 1 });
  });

  test("after a step of the clock monitors of before it have partitions of their own", async () => {
    const shift = 100 * day;
    await client.query("update subjects set arrivals_shift = $1", [shift]);
    const made = await make(night);
    expect(made.filter((name) => name.startsWith("arrivals"))).toHaveLength(8);
    await report(id, night);
    expect(await filled("arrivals")).toEqual({ arrivals_20260813: 1 });
    await allow();
    expect(await expireAll(midnight + 9 * day)).toContain("arrivals_20260813");
  });

  test("what a copy brought is one partition until tomorrow, of which old rows are deleted, and then it goes", async () => {
    for (const table of partitionedTables)
      await client.query(textOf(makeFirstPartition(asText, null as never, table, midnight + day)));
    // The last one from the future of a wrong clock.
    for (const at of [night - 30 * day, night, night + 70 * day]) await report(id, at);
    expect(await filled("reports")).toEqual({ reports_before: 2, reports_rest: 1 });
    expect((await make(night)).sort()).toEqual(
      ["arrivals", "reports"].flatMap((table) =>
        ["20261122", "20261123", "20261124"].map((on) => `${table}_${on}`),
      ),
    );
    await allow();
    expect(await expire(night)).toMatchObject({ deleted: { reports: 1 }, dropped: [] });
    expect(await filled("reports")).toEqual({ reports_before: 1, reports_rest: 1 });
    await allow();
    expect(await expireAll(midnight + 90 * day)).toEqual(
      expect.arrayContaining(["arrivals_before", "reports_before"]),
    );
    expect(await filled("reports")).toEqual({});
  });
});

const url = (of: Client) => `postgres://${of.user}@${of.host}:${of.port}/${of.database}`;
