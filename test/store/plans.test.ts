/** No list with a filter asks a question again for each of its rows: a hundred thousand rows would take minutes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import { night } from "../support/builders.ts";
import { writerHere } from "../support/writer.ts";

test("no list of incidents, timelines or changes has a subquery for each row", async () => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-"));
  const path = join(folder, "monitord.db");
  const store = await openSqlite({ path, now: night }, writerHere);
  const prepared = vi.spyOn(Sqlite.prototype, "prepare");
  const query = { org_id: "o", limit: 10, after: null, project: "shop" };
  const filter = { ...query, alert_group_id: "g", since: night };
  await store.read.incidents(query);
  await store.read.incident_count(query);
  await store.read.incident_events(query);
  await store.read.status_changes(query);
  await store.read.incidents(filter);
  await store.read.incident_events(filter);
  await store.read.status_changes(filter);
  for (const kind of ["health_check_monitors", "webhook_monitors"] as const)
    await store.read.resources(kind, query, night);
  await store.read.deleted_resources(query);
  const texts = [...new Set(prepared.mock.calls.map(([text]) => text))];
  prepared.mockRestore();
  await store.close();
  const file = new Sqlite(path, { readonly: true });
  const selects = texts.filter((text) => text.startsWith("select") && text.includes("project"));
  expect(selects.length).toBeGreaterThan(7);
  for (const text of selects) {
    const plan = file.prepare(`explain query plan ${text}`);
    const values = text.match(/\?/g)?.map(() => "x") ?? [];
    const steps = plan.all(...values) as { detail: string }[];
    expect(
      steps.filter(({ detail }) => detail.includes("CORRELATED")),
      text,
    ).toEqual([]);
  }
  file.close();
  rmSync(folder, { recursive: true });
});
