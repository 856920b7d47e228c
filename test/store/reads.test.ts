// What a read answers while others write between two of its statements.
import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { contextOf } from "../../src/store/queries/context.ts";
import { runNow, type BoundStatement } from "../../src/store/kit/procedure.ts";
import { readsOf } from "../../src/store/reads/reads.ts";
import { makeExecute } from "../../src/store/sqlite/execute.ts";
import { sqliteKit } from "../../src/store/kit/kit.ts";
import { keyFileBeside, readKeys } from "../../src/store/secrets/key-file.ts";
import { Secrets } from "../../src/store/kit/secrets.ts";
import { sqliteTablesOf } from "../../src/store/sqlite/schema.ts";
import { groupSpec, night, webhookSpec } from "../support/builders.ts";

const folder = mkdtempSync(join(tmpdir(), "monitord-reads-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Ten monitors, and reads that call `between` before each statement but the first. */
async function tenMonitors() {
  const path = join(folder, "monitord.db");
  const store = await openSqlite({ path, now: night });
  const { id: org_id } = await store.run("create_organization", { name: "home", now: night });
  const actor = { org_id, name: "test", request_id: null };
  const save = async (kind: "alert_groups" | "webhook_monitors", complete: object) => {
    const saved = await store.run("save", {
      actor,
      kind,
      id: null,
      given: {},
      complete,
      if_version: null,
      now: night,
    } as never);
    return (saved as { value: { resource: { id: string } } }).value.resource.id;
  };
  const alert_group_id = await save("alert_groups", groupSpec());
  const ids: string[] = [];
  for (let i = 0; i < 10; i++)
    ids.push(await save("webhook_monitors", webhookSpec({ title: `M${i}`, alert_group_id })));
  await store.close();

  const sqlite = new Sqlite(path);
  const execute = makeExecute();
  const secrets = new Secrets();
  secrets.use(readKeys(keyFileBeside(path))!);
  const context = contextOf(sqliteKit, drizzle(sqlite), sqliteTablesOf(secrets));
  const between = { action: () => {} };
  const reads = readsOf(context, (procedure) => {
    let statements = 0;
    return Promise.resolve(
      runNow(procedure, (step: BoundStatement) => {
        if (statements++ > 0) between.action();
        return execute(step);
      }),
    );
  });
  const remove = (id: string) => {
    for (const table of ["webhook_monitors", "subjects"])
      sqlite.prepare(`delete from ${table} where id = ?`).run(id);
  };
  return { org_id, ids, reads, between, remove, close: () => sqlite.close() };
}

test("a list leaves out what is deleted while it is read, and its page is full all the same", async () => {
  const { org_id, ids, reads, between, remove, close } = await tenMonitors();
  between.action = () => ids.slice(0, 3).forEach(remove);
  const page = await reads.resources("webhook_monitors", { org_id, limit: 5, after: null }, night);
  expect(page.map(({ id }) => id)).toEqual(ids.slice(3, 8));

  between.action = () => remove(ids[3]!);
  expect(await reads.resource("webhook_monitors", org_id, ids[3]!, night)).toBeNull();
  close();
});
