/** A shared database whose clock is stepped: `clock_timestamp` of the database is one that the test moves. */
import { Client } from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/app/store.ts";
import { groupSpec, healthSpec } from "../support/builders.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";
import { storeAt } from "../support/postgres-store.ts";

const minute = 60_000;
const hour = 60 * minute;
const ids = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

let url: string;
let client: Client;
let stores: Store[];
/** How far the steady clock of each node is ahead of real time. */
let passed: number;

beforeEach(async () => {
  url = await emptyDatabase();
  client = new Client({ connectionString: url });
  await client.connect();
  // The schema of the test comes before that of the system.
  await client.query(`
    create table stepped (by bigint not null);
    insert into stepped values (0);
    create function public.clock_timestamp() returns timestamptz language sql volatile as
      $$ select pg_catalog.clock_timestamp() + by * interval '1 ms' from stepped $$`);
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  await client.query(`alter database ${rows[0]!.name} set search_path = public, pg_catalog`);
  passed = 0;
  stores = [await open(), await open()];
  for (const [n, store] of stores.entries())
    await store.run("begin", { node: nodeOf(n), alone: false, anchor: null, now: 0 });
  return async () => {
    for (const store of stores) await store.close();
    await client.end();
  };
});
afterAll(dropDatabases);

const steady = () => Math.floor(performance.now()) + passed;
const open = () => storeAt(url, Date.now, "database", steady);
const nodeOf = (n: number) => ({ id: ids[n]!, name: `host ${n}`, version: "1" });
/** Sets the database's clock ahead by this in all. */
const step = (by: number) => client.query("update stepped set by = $1", [by + passed]);
/** Time passes, for nodes and database alike. */
const pass = async (ms: number) => {
  passed += ms;
  await client.query("update stepped set by = by + $1", [ms]);
};
const beat = (n: number) =>
  stores[n]!.run("beat", {
    node: nodeOf(n),
    reason: "suspended",
    anchor: null,
    disturbed: false,
    now: 0,
  });
const clock = async () =>
  (await client.query<{ step_by: string; adopted: string }>("select step_by, adopted from clock"))
    .rows[0]!;
const gaps = () => stores[0]!.read.blind_periods({ limit: 9, after: null, since: undefined });
const near = (value: number) => expect.closeTo(value / 1000, -1) as number;

async function monitor(store: Store): Promise<string> {
  const { id: org_id } = await store.run("ensure_organization", { name: "default", now: 0 });
  const actor = { org_id, name: "test", request_id: null };
  const save = async (kind: "alert_groups" | "health_check_monitors", fields: object) => {
    const saved = await store.run("save", {
      actor,
      kind,
      id: null,
      given: fields,
      complete: fields,
      if_version: null,
      now: 0,
    } as never);
    return (saved as { value: { resource: { id: string } } }).value.resource.id;
  };
  const alert_group_id = await save("alert_groups", groupSpec());
  return save("health_check_monitors", healthSpec({ alert_group_id, interval_seconds: 60 }));
}
const dueAt = async (id: string) =>
  Number(
    (await client.query<{ due_at: string }>("select due_at from subjects where id = $1", [id]))
      .rows[0]!.due_at,
  );

describe.each([hour, -5 * minute])("a database whose clock is stepped by %i ms", (by) => {
  test("goes on as before, for all nodes and for those that start, and is one gap", async () => {
    const id = await monitor(stores[0]!);
    const { due } = await stores[0]!.run("claim_checks", { node: ids[0]!, limit: 9, now: 0 });
    expect(due).toHaveLength(1);
    const until = await dueAt(id);
    await step(by);
    const found = await Promise.all([beat(0), beat(1)]);
    expect(found.flatMap(({ gone }) => gone)).toEqual([]);
    expect(Number((await clock()).step_by) / 1000).toEqual(near(by));
    stores.push(await open());
    const { gap } = await stores[2]!.run("begin", {
      node: { ...nodeOf(0), id: ids[0]!.replace(/.$/, "3") },
      alone: false,
      anchor: null,
      now: 0,
    });
    expect(gap).toBeNull();
    // The claim has not run out.
    for (const store of stores) {
      const again = await store.run("claim_checks", { node: ids[1]!, limit: 9, now: 0 });
      expect(again.due).toEqual([]);
    }
    expect(await dueAt(id)).toBe(until);
    await step(0);
    await Promise.all([beat(1), beat(0)]);
    expect(await clock()).toMatchObject({ step_by: "0", adopted: "0" });
    expect(await gaps()).toMatchObject([{ reason: "clock" }]);
  });

  test("is adopted by exactly one node after five minutes", async () => {
    const id = await monitor(stores[0]!);
    const before = await dueAt(id);
    await step(by);
    await beat(0);
    for (let half = 0; half < 10; half++) {
      await pass(minute / 2);
      await Promise.all([beat(0), beat(1)]);
    }
    await pass(1000);
    const adopted = await Promise.all(stores.map((store) => store.run("adopt_step", { now: 0 })));
    const [one, ...more] = adopted.filter((answer) => answer.by !== 0);
    expect(more).toEqual([]);
    expect(one!.by / 1000).toEqual(near(by));
    expect(await dueAt(id)).toBe(before + one!.by);
    const found = await Promise.all([beat(0), beat(1)]);
    expect(found.map(({ gone, gap, step }) => ({ gone, gap, step }))).toEqual([
      { gone: [], gap: null, step: null },
      { gone: [], gap: null, step: null },
    ]);
    expect(await clock()).toMatchObject({ step_by: "0", adopted: String(one!.by) });
    expect(await gaps()).toMatchObject([{ reason: "clock" }]);
  });
});

test("a node that was held up while others went on takes the database's time", async () => {
  await beat(0);
  await beat(1);
  // The database and the other node go on for five minutes; this node's steady clock stood.
  await client.query("update stepped set by = by + $1", [5 * minute]);
  await client.query("update nodes set seen_at = seen_at + $1 where id = $2", [5 * minute, ids[1]]);
  await beat(0);
  expect(await clock()).toMatchObject({ step_by: "0" });
});
