/**
 * An apply asks a database server for many monitors at once: whether they are created, edited, deleted or brought back,
 * three times as many take no more statements.
 */
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi, type MockInstance } from "vitest";
import { toParts } from "../../src/app/declare/parts.ts";
import type { Store } from "../../src/app/store.ts";
import { verbs } from "../../src/app/verbs.ts";
import type { WantedResource } from "../../src/core/declare/plan.ts";
import { wantedResource } from "../../src/manifest/wanted.ts";
import { aloneOn, type Alone } from "../../src/store/postgres/alone.ts";
import { Secrets } from "../../src/store/kit/secrets.ts";
import { postgresTablesOf } from "../../src/store/postgres/schema.ts";
import { unlockDatabase } from "../../src/store/postgres/unlock-database.ts";
import { night } from "../support/builders.ts";
import { dropDatabases, freshDatabase } from "../support/postgres.ts";
import { storeAt } from "../support/postgres-store.ts";
import { testKeyFile } from "../support/secrets.ts";

let client: Client;
let store: Store;
let alone: Alone;
let query: MockInstance<Client["query"]>;

const actor = { org_id: "", name: "test", request_id: null };

beforeAll(async () => {
  const url = await freshDatabase();
  store = await storeAt(url, () => night);
  actor.org_id = (await store.run("ensure_organization", { name: "default", now: night })).id;
  client = new Client({ connectionString: url, pipeline: true });
  await client.connect();
  const secrets = new Secrets();
  const tables = postgresTablesOf(secrets);
  await unlockDatabase(client, tables, secrets, testKeyFile());
  alone = aloneOn(client, tables);
  query = vi.spyOn(client, "query");
  const oncall = wantedResource("alert_groups", { external_id: "oncall", title: "On call" });
  const gateway = wantedOf("health_check_monitors", "gateway", "Gateway");
  expect(await apply([oncall, gateway], "shared")).toMatchObject({ ok: true });
});
afterAll(async () => {
  await client.end();
  await store.close();
  await dropDatabases();
});

type Kind = "health_check_monitors" | "webhook_monitors";

/** What a manifest says of a monitor, beside its names. */
const fieldsOf = {
  health_check_monitors: (title: string) => ({
    url: `https://example.com/${title}`,
    depends_on: title === "Gateway" ? [] : ["gateway"],
  }),
  webhook_monitors: () => ({ error_rate_threshold: 3 }),
};

const wantedOf = (kind: Kind, external_id: string, title: string): WantedResource =>
  wantedResource(kind, { external_id, title, alert_group: "oncall", ...fieldsOf[kind](title) });

const apply = (wanted: readonly WantedResource[], project: string) =>
  alone.run(
    verbs.apply(alone.context, {
      actor,
      project,
      wanted: toParts(wanted),
      adopt: false,
      prune: { max: 100, detach: false },
      revision: null,
      dry: false,
      now: night,
    }),
  );

/** The statements of an apply that declares `count` monitors, by their text; `title`: null declares none of them. */
async function sentFor(kind: Kind, count: number, title: string | null) {
  const names = Array.from({ length: count }, (_, i) => `m-${count}-${i}`);
  const wanted = title === null ? [] : names.map((name) => wantedOf(kind, name, title));
  query.mockClear();
  expect(await apply(wanted, `${kind}-${count}`)).toMatchObject({ ok: true });
  const texts = query.mock.calls.map(([sent]) => (sent as unknown as { text: string }).text);
  return Map.groupBy(texts, (text) => text);
}

describe.each(["health_check_monitors", "webhook_monitors"] as const)("%s", (kind) => {
  test.each([
    ["created", "First"],
    ["edited", "Second"],
    ["deleted", null],
    ["brought back", "Third"],
  ])("many are %s with the statements of a few", async (_, title) => {
    const few = await sentFor(kind, 20, title);
    const many = await sentFor(kind, 60, title);
    expect(many.size).toBeGreaterThan(5);
    const grown = [...many].filter(
      ([text, { length }]) => length - (few.get(text)?.length ?? 0) > 10,
    );
    expect(grown.map(([text, { length }]) => `${length} times ${text}`)).toEqual([]);
  });

  test("reports of before a deletion are in no window of what comes back", async () => {
    const shifted = "select id from subjects where arrivals_shift <> 0";
    expect((await client.query(shifted)).rows).toEqual([]);
    const {
      rows: [{ id }],
    } = await client.query(`select id from ${kind} where external_id = 'm-20-7'`);
    await client.query(
      `insert into arrivals (subject_id, at, count) values ('${id}', ${night}, 1)`,
    );
    await sentFor(kind, 20, null);
    await sentFor(kind, 20, "Fourth");
    expect((await client.query(shifted)).rows).toEqual([{ id }]);
    await client.query("update subjects set arrivals_shift = 0");
  });
});
