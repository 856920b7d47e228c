/** `monitord secrets rotate` on PostgreSQL, where other nodes may be running. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeEach, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf } from "../support/daemon-client.ts";
import { startPhone, type Phone } from "../support/phone.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";
import { runMonitord, startMonitord, type Running } from "../support/process.ts";

let folder: string;
let url: string;
let phone: Phone;
let node: Running;
const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
const environment = () => ({
  MONITORD_DATABASE_URL: url,
  MONITORD_BOOTSTRAP_API_KEY: key,
  MONITORD_NTFY_URL: phone.url,
});
const start = async () => (node = await startMonitord(["--data-dir", folder], environment()));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "monitord-secrets-"));
  url = await emptyDatabase();
  phone = await startPhone();
  await start();
  return async () => {
    await node.kill();
    await phone.stop();
    rmSync(folder, { recursive: true });
  };
});
afterAll(dropDatabases);

const { api, onCall, report } = clientOf(() => node.url, key);
const rotate = () => runMonitord(["secrets", "rotate", "--data-dir", folder], environment());

/** The ids of the keys with which the URLs of webhook monitors are sealed. */
async function sealedWith(): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ webhook_id: string }>(
    "select webhook_id from webhook_monitors",
  );
  await client.end();
  return [...new Set(rows.map((row) => row.webhook_id.split(":")[1]!))];
}

test("is refused while a node runs, and afterwards seals all with a new key: URLs and phones work as before", async () => {
  const alert_group_id = await onCall();
  const errors = await api<{ id: string; webhook_id: string }>("POST", "/webhook_monitors", {
    title: "Errors",
    alert_group_id,
    error_rate_threshold: 1,
  });
  const [before] = await sealedWith();

  const refused = await rotate();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("Stop every daemon first");

  expect(await node.stop()).toBe(0);
  const rotated = await rotate();
  expect(rotated.stderr).toContain(`need the old key (${before})`);
  expect(rotated.code).toBe(0);
  const after = await sealedWith();
  expect(after).toHaveLength(1);
  expect(after[0]).not.toBe(before);
  expect(readFileSync(join(folder, "secrets.key"), "utf8").trim().split("\n")).toHaveLength(3);

  await start();
  for (let i = 0; i < 2; i++) expect((await report(errors)).status).toBe(202);
  await phone.waitFor(({ title }) => title.includes("Errors"));
});
