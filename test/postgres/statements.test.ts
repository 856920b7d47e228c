/**
 * Every statement of what is hot finds its rows by an index: use cases and reads run on a filled database, and each
 * statement that they send is explained. A table of a few rows may be read whole.
 */
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verbs } from "../../src/app/verbs.ts";
import { day, hour, minute } from "../../src/core/text/units.ts";
import type { Context } from "../../src/store/queries/context.ts";
import { rows, runLater, together, type Procedure } from "../../src/store/kit/procedure.ts";
import { migrate } from "../../src/store/postgres/migrate.ts";
import { postgresTables } from "../../src/store/postgres/schema.ts";
import { contextOver, sendOn } from "../../src/store/postgres/sending.ts";
import { readsOf, type Reads } from "../../src/store/reads/reads.ts";
import { keeping, result } from "../support/builders.ts";
import { dropDatabases, freshDatabase } from "../support/postgres.ts";
import { nodeOf } from "../store/contract/given.ts";
import { fill, fillMore, node, now, sequentialScans } from "./filled.ts";

/** Tables with fewer rows may be read whole. */
const few = 500;
const retention = keeping(30 * day);

let client: Client;
/** Statements of the running procedure. */
let sent: { text: string; params: unknown[] }[] = [];
const { context, executeAll } = contextOver((text, params) => {
  sent.push({ text, params });
  return sendOn(client)(text, params);
}, postgresTables);

async function run<T>(procedure: Procedure<T>): Promise<T> {
  const unread: Promise<unknown>[] = [];
  try {
    return await runLater(procedure, (steps) =>
      executeAll(steps, (write) => {
        write.catch(() => {});
        unread.push(write);
      }),
    );
  } finally {
    // The error of a write, rather than that of the first statement after it.
    await Promise.all(unread);
  }
}
const read = readsOf(context, run);

beforeAll(async () => {
  client = new Client({ connectionString: await freshDatabase() });
  await client.connect();
  await migrate(client, now);
  // As after a month of work: old partitions, those of now, and those ahead.
  for (let at = now - 31 * day; at <= now; at += day)
    while ((await run(verbs.make_partitions(context, { now: at, retention }))).more);
  for (const statement of fill((count) => `generate_series(1, ${count}) as n`))
    await client.query(statement);
  for (const statement of fillMore()) await client.query(statement);
  await client.query("analyze");
}, 300_000);
afterAll(async () => {
  await client.end();
  await dropDatabases();
});

/** The large tables, besides those in `allowed`, that any statement of it reads whole, with the statement. */
async function wholeReadsOf(
  work: () => Promise<unknown>,
  allowed: readonly string[] = [],
): Promise<string[]> {
  const { rows: large } = await client.query<{ relname: string }>(
    "select relname from pg_class where relkind = 'r' and reltuples >= $1 and relnamespace = 'public'::regnamespace",
    [few],
  );
  const names = new Set(large.map(({ relname }) => relname).filter((n) => !allowed.includes(n)));
  sent = [];
  const found = new Set<string>();
  await client.query("begin");
  try {
    await work();
    const all = sent.filter(({ text }) => !text.startsWith("do "));
    expect(all.length).toBeGreaterThan(0);
    for (const { text, params } of all) {
      const { rows } = await client.query<{ "QUERY PLAN": unknown }>(
        `explain (format json) ${text}`,
        params,
      );
      for (const table of sequentialScans(rows[0]!["QUERY PLAN"]))
        if (names.has(table)) found.add(`${table}: ${text}`);
    }
  } finally {
    await client.query("rollback");
  }
  return [...found];
}

const report = (subject_id: string, at = now) => ({
  subject_id,
  reports: [{ at, message: "boom", source: null, meta: null }],
  now: at,
});
const reading = {
  ok: true as const,
  finished_at: now,
  results: [result({ status: "failed" })],
  remarks: [],
};
const actor = { org_id: "o", name: "ada", request_id: null };

/** Monitors have no index by what was added to their arrivals: they are read whole, every ten minutes. */
const everyTenMinutes = ["subjects"];

const useCases: [string, (c: Context) => Promise<unknown>, allowed?: readonly string[]][] = [
  ["a report", (c) => run(verbs.report(c, report("e00042")))],
  [
    "reports of many monitors",
    (c) => run(together(["e00001", "e00002", "e00003"].map((id) => verbs.report(c, report(id))))),
  ],
  [
    "reports of quiet monitors",
    async (c) => {
      const ids = JSON.stringify(["e00001", "e00002", "e00003"]);
      expect(await run(rows(c.q.holdCounts, { ids }))).toHaveLength(3);
      expect(await run(rows(c.q.webhookVersions, { ids }))).toHaveLength(3);
    },
  ],
  [
    "checks: their claim, and the result that opens an incident",
    async (c) => {
      const { due } = await run(
        verbs.claim_checks(c, { node, limit: 20, recall: true, now: now + 200 }),
      );
      expect(due.length).toBeGreaterThan(0);
      const { subject_id, lease } = due[0]!;
      await run(
        verbs.command(c, {
          subject_id,
          command: { kind: "checked", lease, reading, began_at: now } as never,
          now: now + 300,
        }),
      );
    },
  ],
  ["wakes", (c) => run(verbs.wake_due(c, { limit: 20, now: now + 1000 }))],
  [
    "the claim of pushes, and what becomes of them",
    async (c) => {
      const { due } = await run(verbs.claim_pushes(c, { per_lane: 8, busy: {}, now: now + 10 }));
      expect(due.length).toBeGreaterThan(0);
      await run(
        verbs.settle_push(c, {
          claims: due[0]!.claims,
          outcome: { kind: "delivered", http_status: 200, provider_id: null },
          started_at: now,
          now: now + 20,
        } as never),
      );
    },
  ],
  ["pages that are pending", (c) => run(verbs.page_pending(c, { after: "", limit: 50, now }))],
  [
    "the acknowledgement of an incident",
    (c) =>
      run(
        verbs.incident(c, {
          org_id: "o",
          incident_id: "i19950",
          command: { kind: "acknowledged", by: "ada", user_id: null, until: null } as never,
          actor,
          now,
        }),
      ),
  ],
  [
    "the beat of a node",
    (c) =>
      run(
        verbs.beat(c, {
          node: nodeOf(node),
          reason: "stopped" as never,
          anchor: null,
          disturbed: false,
          now,
        }),
      ),
  ],
  ["rolling up", (c) => run(verbs.roll_up(c, { now, limit: 20 }))],
  ["retention", (c) => run(verbs.expire_rows(c, { now: now + hour, retention })), everyTenMinutes],
  ["partitions", (c) => run(verbs.make_partitions(c, { now, retention })), everyTenMinutes],
  [
    "what is deleted with a monitor",
    async (c) => {
      for (const forget of forgotten)
        await run(rows(c.q[forget], { subject_id: "e00042", limit: 200 }));
    },
  ],
];
const forgotten = [
  "deleteReports",
  "deleteArrivals",
  "deleteHistory",
  "deleteRuns",
  "deleteMeasures",
  "deleteErrorMinutes",
  "deleteSubCheckChanges",
] as const;
describe("finds by an index what is asked for", () => {
  test.each(useCases)("%s", async (_, work, allowed) => {
    expect(await wholeReadsOf(() => work(context), allowed)).toEqual([]);
  });
});

const page = { org_id: "o", limit: 50, after: null, order: "desc" as const };
const next = { ...page, after: { inserted_at: now - 10 * day, id: "x" } };
const month = { org_id: "o", from: now - 30 * day, to: now, step_ms: day };
const hours = { org_id: "o", from: now - day, to: now, step_ms: 10 * minute };

const reads: [string, (r: Reads) => Promise<unknown>, allowed?: readonly string[]][] = [
  ["a page of incidents", (r) => r.incidents(page)],
  ["a later one", (r) => r.incidents({ ...page, after: { inserted_at: 10_000, id: "x" } })],
  ["incidents of a monitor", (r) => r.incidents({ ...page, source_id: "s00042" })],
  ["timelines", (r) => r.incident_events({ ...page, since: now - day })],
  ["later timelines", (r) => r.incident_events({ ...next, since: now - day })],
  ["timelines of a monitor", (r) => r.incident_events({ ...page, source_id: "s00042" })],
  ["the timeline of an incident", (r) => r.incident_events({ ...page, incident_id: "i19950" })],
  ["unresolved incidents of a group", (r) => r.unresolved_by_group("o")],
  ["the page of an incident", (r) => r.incident("o", "i19950")],
  // All groups of the organization, for their names and escalations.
  ["why it was sent to whom", (r) => r.evidence("o", "i19950", now), ["alert_groups"]],
  ["open incidents", (r) => r.open_incidents("o", 50)],
  ["the number of unacknowledged incidents", (r) => r.unacknowledged("o")],
  ["incidents since yesterday", (r) => r.opened_since("o", now - day, 100)],
  ["a page of reports", (r) => r.report_page("e00042", page)],
  ["a later page of reports", (r) => r.report_page("e00042", next)],
  [
    "reports of an hour",
    (r) => r.reports({ subject_id: "e00042", from: now - hour, to: now, limit: 500 }),
  ],
  ["a page of deliveries", (r) => r.inbound_events(page)],
  ["deliveries of a group", (r) => r.inbound_events({ ...next, target_id: "g00042" })],
  ["a page of notifications", (r) => r.notification_log(page)],
  ["a notification", (r) => r.notification("o", "n000042")],
  ["the audit log", (r) => r.audit_events(next)],
  ["the history of a monitor", (r) => r.history("o", "s00042", page)],
  ["changes of status", (r) => r.status_changes({ ...page, since: now - day })],
  ["later changes of status", (r) => r.status_changes({ ...next, since: now - day })],
  ["changes of status of a monitor", (r) => r.status_changes({ ...page, monitor_id: "s00042" })],
  ["histories of a page", (r) => r.histories("o", ["s00001", "s00002"], now - day)],
  ["the chart of a day", (r) => r.monitor_history({ ...hours, subject_id: "s00042" })],
  ["the chart of a month", (r) => r.monitor_history({ ...month, subject_id: "s00042" })],
  ["the chart of errors", (r) => r.monitor_history({ ...hours, subject_id: "e00042" })],
  ["charts of a page", (r) => r.monitor_histories({ ...month, ids: ["s00001", "e00002"] })],
  [
    "changes of sub-checks",
    (r) => r.sub_check_changes({ subject_id: "s00042", from: now - day, to: now }),
  ],
  ["runs of a job", (r) => r.runs("e00042", page)],
  ["live events", (r) => r.events({ org_id: "o", after: { tx: 99_990, seq: 0 }, limit: 100 })],
  ["the last live event", (r) => r.last_event()],
  ["a page of monitors", (r) => r.resources("health_check_monitors", page, now)],
  ["a monitor", (r) => r.resource("health_check_monitors", "o", "s00042", now)],
  ["the target of a URL", (r) => r.inbound_target("x")],
];

describe("finds by an index what is shown", () => {
  test.each(reads)("%s", async (_, work, allowed) => {
    expect(await wholeReadsOf(() => work(read), allowed)).toEqual([]);
  });
});
