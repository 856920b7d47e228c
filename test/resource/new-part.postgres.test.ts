/** What `new-part` shows on SQLite is so on PostgreSQL: parts as JSON, and one with a table of its own. */
import { newColumns } from "../support/new-references.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/app/audit.ts";
import { fromParts, toParts } from "../../src/app/declare/parts.ts";
import type { Store } from "../../src/app/store.ts";
import { night } from "../support/builders.ts";
import { declaredIn, options, shown } from "../support/planted-store.ts";
import { withClient } from "../support/postgres-server.ts";
import { storeAt } from "../support/postgres-store.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";

const manifest = `version: 1
project: shop
users:
  - { external_id: ada, email: ada@example.com }
  - { external_id: bo, email: bo@example.com }
alert_groups:
  - external_id: oncall
    title: oncall
    members: [{ email: bo@example.com, contact_days: [5, 1] }, Ada@example.com]
health_check_monitors:
  - external_id: www
    title: www
    url: https://www.example/
    alert_group: oncall
    layers: [{ name: days, users: [bo@example.com, ada@example.com], token: s3cret }]
    watchers: [bo@example.com, { email: ada@example.com, loud: true }]
`;

let store: Store;
let url: string;
let actor: Actor;
beforeAll(async () => {
  url = await emptyDatabase();
  await withClient(url, async (client) => {
    for (const statement of newColumns) await client.query(statement);
  });
  store = await storeAt(url, () => night);
  const { id } = await store.run("create_organization", { name: "Shop", now: night });
  actor = { org_id: id, name: "ci", request_id: null };
});
afterAll(async () => {
  await store.close();
  await dropDatabases();
});

async function apply(text: string) {
  const wanted = toParts(declaredIn(text));
  const input = { ...options, actor, wanted, revision: null, dry: false, now: night };
  const applied = await store.run("apply", input);
  return applied.ok ? shown(fromParts(applied.value.changes)) : applied;
}

const monitors = () =>
  store.read.resources(
    "health_check_monitors",
    { org_id: actor.org_id, limit: 9, after: null },
    night,
  );

test("parts are applied, read, compared and guarded", async () => {
  await apply(manifest);
  expect(await apply(manifest)).toEqual([]);
  const users = await store.read.resources(
    "users",
    { org_id: actor.org_id, limit: 9, after: null },
    night,
  );
  const idOf = (name: string) => users.find(({ external_id }) => external_id === name)!.id;
  expect(await monitors()).toMatchObject([
    {
      layers: [{ name: "days", user_ids: [idOf("bo"), idOf("ada")], token: "s3cret" }],
      watchers: expect.arrayContaining([
        { user_id: idOf("bo"), loud: false },
        { user_id: idOf("ada"), loud: true },
      ]),
    },
  ]);
  const drift = await store.run("drift", { actor, project: "shop", wanted: null, now: night });
  expect(drift).toMatchObject({ value: { changes: [] } });
  const remove = { actor, kind: "users" as const, id: idOf("bo"), if_version: null, now: night };
  expect(await store.run("remove", remove)).toMatchObject({
    message:
      'This user is still used by health check monitor "www" (www). Change or delete it first.',
  });
  const less = manifest
    .replace("  - { external_id: bo, email: bo@example.com }\n", "")
    .replace(
      "[{ email: bo@example.com, contact_days: [5, 1] }, Ada@example.com]",
      "[ada@example.com]",
    )
    .replace("[bo@example.com, ada@example.com]", "[ada@example.com]")
    .replace("[bo@example.com, {", "[{");
  expect(await apply(less)).toMatchObject([
    { external_id: "oncall", fields: [{ field: "members" }] },
    { external_id: "www", fields: [{ field: "layers.days.users" }, { field: "watchers" }] },
    { external_id: "bo", action: "delete" },
  ]);
  await withClient(url, async (client) => {
    const { rows } = await client.query("select layers from health_check_monitors");
    expect(JSON.stringify(rows)).not.toContain("s3cret");
  });
});
