/** Who may work on what, when several ask at once and their clocks differ. */
import { Client } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "../../src/app/audit.ts";
import type { SaveInput } from "../../src/app/declare/save-resource.ts";
import type { Store } from "../../src/app/store.ts";
import { groupSpec, healthSpec, webhookSpec } from "../support/builders.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";
import { storeAt } from "../support/postgres-store.ts";

const nodeId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

let url: string;
let stores: Store[] = [];

/** A node whose clock is `ahead` of the database's by so many ms. */
async function open(ahead = 0): Promise<Store & { now: () => number }> {
  const now = () => Date.now() + ahead;
  const store = await storeAt(url, now, "database");
  stores.push(store);
  return Object.assign(store, { now });
}

beforeEach(async () => {
  url = await emptyDatabase();
});
afterEach(async () => {
  for (const store of stores) await store.close();
  stores = [];
});
afterAll(dropDatabases);

async function monitors(store: Store, count: number): Promise<void> {
  const now = Date.now();
  const { id: org_id } = await store.run("ensure_organization", {
    name: "default",
    now,
  });
  const actor: Actor = { org_id, name: "test", request_id: null };
  const save = async (
    kind: "alert_groups" | "health_check_monitors",
    complete: Record<string, unknown>,
  ) => {
    const saved = await store.run("save", {
      actor,
      kind,
      id: null,
      given: complete,
      complete,
      if_version: null,
      now,
    } as unknown as SaveInput<typeof kind>);
    if (!saved.ok) throw new Error(JSON.stringify(saved));
    return saved.value.resource.id;
  };
  const alert_group_id = await save("alert_groups", groupSpec());
  for (let i = 0; i < count; i++)
    await save(
      "health_check_monitors",
      healthSpec({ title: `Monitor ${i}`, alert_group_id, fetch_retries: 0 }),
    );
}

describe("claims", () => {
  test("of sixteen who claim at once give each check to one", async () => {
    const nodes = await Promise.all([open(), open(), open(), open()]);
    await monitors(nodes[0]!, 100);
    const taken: string[] = [];
    await Promise.all(
      Array.from({ length: 16 }, async (_, i) => {
        const store = nodes[i % 4]!;
        for (let round = 0; round < 6; round++) {
          const { due } = await store.run("claim_checks", {
            node: nodeId(i),
            limit: 7,
            now: store.now(),
          });
          taken.push(...due.map(({ subject_id }) => subject_id));
        }
      }),
    );
    expect(taken.length).toBe(new Set(taken).size);
    // Whom the others were in the way of finds the rest at the next look.
    const { due } = await nodes[0]!.run("claim_checks", {
      node: nodeId(0),
      limit: 200,
      now: nodes[0]!.now(),
    });
    expect(taken.length + due.length).toBe(100);
  });

  test.each([
    [10_000, -10_000],
    [-10_000, 10_000],
  ])("go by the database's time when clocks are %d and %d ms ahead", async (one, other) => {
    const [early, late] = [await open(one), await open(other)];
    await monitors(early, 1);
    const first = await early.run("claim_checks", {
      node: nodeId(1),
      limit: 9,
      now: early.now(),
    });
    expect(first.due).toHaveLength(1);
    // Said in the time of whoever asked: there it is compared with its own clock.
    const left = (at: number, store: { now: () => number }) => (at - store.now()) / 1000;
    expect(left(first.due[0]!.lease_until, early)).toBeCloseTo(25, 0);
    const second = await late.run("claim_checks", {
      node: nodeId(2),
      limit: 9,
      now: late.now(),
    });
    expect(second.due).toEqual([]);
    expect(left(second.next_at!, late)).toBeCloseTo(25, 0);
  });

  test("of a node whose clock is wrong are not taken from it", async () => {
    const [early, late] = [await open(10_000), await open(-10_000)];
    await monitors(early, 1);
    const node = (n: number) => ({ id: nodeId(n), name: "host", version: "1" });
    await late.run("beat", {
      reason: "suspended",
      anchor: null,
      disturbed: false,
      node: node(2),
      now: late.now(),
    });
    expect(
      await early.run("beat", {
        reason: "suspended",
        anchor: null,
        disturbed: false,
        node: node(1),
        now: early.now(),
      }),
    ).toMatchObject({ gone: [] });
  });
});

test("reports that arrive by a wrong clock count in the window of now", async () => {
  const store = await open(10_000);
  await monitors(store, 0);
  const [organization] = await store.read.organizations();
  const org_id = organization!.id;
  const [group] = await store.read.resources(
    "alert_groups",
    { org_id, limit: 1, after: null },
    store.now(),
  );
  const complete = webhookSpec({
    alert_group_id: group!.id,
    error_rate_window_minutes: 1,
  });
  const saved = await store.run("save", {
    actor: { org_id, name: "test", request_id: null },
    kind: "webhook_monitors",
    id: null,
    given: complete,
    complete,
    if_version: null,
    now: store.now(),
  } as unknown as SaveInput<"webhook_monitors">);
  if (!saved.ok) throw new Error("not saved");
  const { id } = saved.value.resource;
  const at = store.now();
  await store.run("report", {
    subject_id: id,
    reports: [1, 2, 3].map(() => ({
      at,
      message: "x",
      source: null,
      meta: null,
    })),
    now: at,
  });
  const shown = await store.read.resource("webhook_monitors", org_id, id, Date.now());
  expect(shown!.subject).toMatchObject({ status: "firing", window_count: 3 });
});

test("a drill that is due is held once, however many nodes wake its group", async () => {
  const nodes = await Promise.all([open(), open(), open(), open()]);
  const node = nodes[0]!;
  await monitors(node, 0);
  const now = Date.now();
  const [organization] = await node.read.organizations();
  const { id: org_id } = organization!;
  const actor: Actor = { org_id, name: "test", request_id: null };
  const [group] = await node.read.resources("alert_groups", { org_id, limit: 1, after: null }, now);
  const { id } = group!;
  const saved = await node.run("save", {
    actor,
    kind: "alert_groups",
    id,
    given: { drill_cron: "0 10 1 1 *" },
    complete: null,
    if_version: null,
    now,
  } as unknown as SaveInput<"alert_groups">);
  expect(saved).toMatchObject({ ok: true });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("update subjects set drill_at = 1, wake_at = 1");
  await client.end();
  await Promise.all(
    Array.from({ length: 16 }, (_, i) => nodes[i % 4]!.run("wake_due", { limit: 10, now })),
  );
  const drillsOf = () => node.read.drills({ org_id, alert_group_id: id, limit: 10, after: null });
  expect(await drillsOf()).toHaveLength(1);

  // By hand it is refused to all, as long as that one is under way.
  const asked = await Promise.all(
    nodes.map((one) => one.run("start_drill", { actor, group_id: id, now })),
  );
  expect(asked.map((one) => one.ok)).toEqual([false, false, false, false]);
  expect(await drillsOf()).toHaveLength(1);
});
