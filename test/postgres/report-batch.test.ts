/** Reports of a transaction: what is asked for ahead of them, and what becomes of them when that was a wrong guess. */
import { Client } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SaveInput } from "../../src/app/declare/save-resource.ts";
import type { Store } from "../../src/app/store.ts";
import { verbs } from "../../src/app/verbs.ts";
import { runLater, type BoundStatement } from "../../src/store/kit/procedure.ts";
import { answering } from "../../src/store/postgres/ahead.ts";
import { QuietMonitors } from "../../src/store/postgres/quiet-monitors.ts";
import { reportBatch } from "../../src/store/postgres/report-batch.ts";
import { postgresTablesOf } from "../../src/store/postgres/schema.ts";
import { contextOver, sendOn } from "../../src/store/postgres/sending.ts";
import { unlockDatabase } from "../../src/store/postgres/unlock-database.ts";
import { Secrets } from "../../src/store/kit/secrets.ts";
import {
  groupSpec,
  healthSpec,
  night,
  subject,
  webhookMonitor,
  webhookSpec,
} from "../support/builders.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";
import { storeAt } from "../support/postgres-store.ts";
import { testKeyFile } from "../support/secrets.ts";

let client: Client;
let store: Store;
let group: string;
let monitors: QuietMonitors;
/** Statements since the first reads. */
let sent: string[] = [];
const secrets = new Secrets();
const tables = postgresTablesOf(secrets);
const { context, executeAll } = contextOver((text, params) => {
  sent.push(text);
  return sendOn(client)(text, params);
}, tables);

beforeEach(async () => {
  const url = await emptyDatabase();
  store = await storeAt(url, () => night);
  client = new Client({ connectionString: url, pipeline: true });
  await client.connect();
  await unlockDatabase(client, tables, secrets, testKeyFile());
  monitors = new QuietMonitors();
  group = await save("alert_groups", groupSpec());
});
afterEach(async () => {
  await client.end();
  await store.close();
});
afterAll(dropDatabases);

async function save(
  kind: "alert_groups" | "health_check_monitors" | "webhook_monitors",
  complete: Record<string, unknown>,
): Promise<string> {
  const { id: org_id } = await store.run("ensure_organization", { name: "default", now: night });
  const saved = await store.run("save", {
    actor: { org_id, name: "test", request_id: null },
    kind,
    id: null,
    given: complete,
    complete,
    if_version: null,
    now: night,
  } as unknown as SaveInput<typeof kind>);
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.value.resource.id;
}

const monitor = (more: Record<string, unknown> = {}) =>
  save(
    "webhook_monitors",
    webhookSpec({ alert_group_id: group, error_rate_threshold: 100, ...more }),
  );

/** Two reports of each of these monitors, as one transaction. */
async function report(...ids: string[]) {
  const batch = reportBatch(context, monitors, verbs.report, ids);
  const reports = [1, 2].map((n) => ({ at: night, message: `${n}`, source: null, meta: null }));
  const inputs = ids.map((subject_id) => ({ subject_id, reports, now: night }));
  const writes: Promise<unknown>[] = [];
  await client.query("begin");
  const answers = await executeAll(batch.ahead, () => {});
  sent = [];
  const accepted = await runLater(
    batch.run(inputs, answers),
    answering(batch.ahead, answers, (steps) => executeAll(steps, (write) => writes.push(write))),
  );
  await Promise.all(writes);
  await client.query("commit");
  return { ahead: batch.ahead, accepted, reads: sent.filter((text) => text.startsWith("select")) };
}

const two = { accepted: 2 };

const stateOf = async (id: string) => {
  const { rows } = await client.query<Record<string, unknown>>(
    `select status, window_count::int as counted,
       (select sum(count)::int from arrivals where subject_id = s.id) as arrived,
       (select sum(count)::int from error_minutes where subject_id = s.id) as charted,
       (select count(*)::int from reports where subject_id = s.id) as kept
     from subjects s where id = $1`,
    [id],
  );
  return rows[0];
};
const counted = (n: number) => ({ counted: n, arrived: n, charted: n, kept: n });

describe("what is asked for ahead", () => {
  test("is all that the reports read, of monitors that are new and of those that are known", async () => {
    const [a, b] = [await monitor(), await monitor()];
    expect(await report(a)).toMatchObject({ accepted: [two], reads: [] });
    expect(await report(a, b)).toMatchObject({ accepted: [two, two], reads: [] });
    const known = await report(b, a);
    expect(known).toMatchObject({ accepted: [two, two], reads: [] });
    expect(known.ahead).toHaveLength(2);
    expect(await stateOf(a)).toEqual({ status: "quiet", ...counted(6) });
    expect(await stateOf(b)).toEqual({ status: "quiet", ...counted(4) });
  });

  test("locks all monitors with its first statement, whichever are known", async () => {
    const [a, b] = [await monitor(), await monitor()];
    await report(b);
    const { ahead } = await report(b, a);
    const idsOf = ({ params }: BoundStatement) => JSON.parse(params["ids"] as string) as string[];
    expect(ahead.slice(0, 2).map(idsOf)).toEqual([[b, a], [b]]);
    expect(ahead.slice(2).map(({ params }) => params)).toEqual([{ id: a }, { id: a }]);
  });

  test.each([
    ["depends on another", (parent: string) => ({ depends_on: [parent] })],
    ["expects reports", () => ({ expect_every_minutes: 5 })],
  ])("is the whole of a monitor that %s, each time", async (_, more) => {
    const router = healthSpec({ alert_group_id: group });
    const id = await monitor(more(await save("health_check_monitors", router)));
    await report(id);
    const { ahead } = await report(id);
    expect(ahead.map(({ params }) => params)).toEqual([{ id }, { id }]);
    expect(await stateOf(id)).toMatchObject(counted(4));
  });
});

describe("reports of a monitor that has changed since it was known", () => {
  test.each([
    [
      "its threshold is lower",
      "update webhook_monitors set version = 2, error_rate_threshold = 4 where id = $1",
      "firing",
    ],
    ["it is paused", `update subjects set paused_at = ${night} where id = $1`, "quiet"],
    ["it is resolved", "update subjects set status = 'resolved' where id = $1", "resolved"],
    ["its window is nearly full", "update subjects set window_count = 98 where id = $1", "quiet"],
  ])("are left to the verb: %s", async (_, change, status) => {
    const [id, other] = [await monitor(), await monitor()];
    await report(id, other);
    await client.query(change, [id]);
    const { accepted, reads } = await report(id, other);
    expect(accepted).toEqual([two, two]);
    expect(reads).not.toEqual([]);
    expect(await stateOf(id)).toMatchObject({ status, arrived: 4, charted: 4, kept: 4 });
    expect(await stateOf(other)).toEqual({ status: "quiet", ...counted(4) });
    // And what is known of it is forgotten, or of now.
    expect(await report(id, other)).toMatchObject({ accepted: [two, two] });
    expect(await stateOf(id)).toMatchObject({ arrived: 6 });
  });

  test("are accepted by none that was deleted", async () => {
    const [id, other] = [await monitor(), await monitor()];
    await report(id, other);
    await client.query("delete from subjects where id = $1", [id]);
    await client.query("delete from webhook_monitors where id = $1", [id]);
    expect(await report(id, other)).toMatchObject({ accepted: [null, two] });
    expect(await report(id)).toMatchObject({ accepted: [null] });
    expect(await stateOf(other)).toMatchObject(counted(4));
  });
});

test("a monitor is forgotten for a newer one when there are very many", () => {
  const one = subject({ kind: "webhook_monitor", status: "quiet", wake_at: null });
  const ids = Array.from({ length: 20_001 }, (_, i) => `${i}`);
  for (const id of ids) monitors.learn(one, webhookMonitor({ id }));
  expect([...monitors.among(ids).keys()]).toEqual(ids.slice(1));
});
