/** The first start on an empty database of another process, with an empty data directory: what it needs is made there. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { canInject, killedAt } from "../support/failing-disk.ts";
import { dropDatabases, emptyDatabase, freshDatabase, onServer } from "../support/postgres.ts";
import { isReady, runMonitord, startMonitord } from "../support/process.ts";

afterAll(dropDatabases);

test("listens before there is a key of the secrets, and becomes ready", async () => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-first-start-"));
  const daemon = await startMonitord(["--data-dir", folder], {
    MONITORD_DATABASE_URL: await emptyDatabase(),
  });
  await isReady(daemon);
  expect(existsSync(join(folder, "secrets.key"))).toBe(true);
  expect(await daemon.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

test("a database that cannot store every text, or lets its user make no tables, is refused", async () => {
  const refused = async (url: string, words: string) => {
    const run = await runMonitord(["serve", "--port", "0"], { MONITORD_DATABASE_URL: url });
    expect(run.stderr).toContain(words);
    expect(run.code).toBe(78);
  };
  const latin = await freshDatabase(undefined, "encoding LATIN1 locale 'C' template template0");
  await refused(latin, "has the encoding LATIN1");

  const url = await freshDatabase();
  const user = `limited_${crypto.randomUUID().slice(0, 8)}`;
  await onServer(`create role ${user} login`);
  onTestFinished(() => onServer(`drop role ${user}`));
  const limited = new URL(url);
  limited.username = user;
  await refused(limited.href, `${user} cannot create tables in the database`);
  await refused(limited.href, `owner to "${user}"`);
});

test("while its tables are being made, nothing fails otherwise than as unavailable", async () => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-first-start-"));
  const url = await freshDatabase();
  const other = new Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(
    "create table migrations (name text primary key, applied_at bigint not null, version text)",
  );
  await other.query("begin");
  await other.query("lock table migrations in exclusive mode");
  const daemon = await startMonitord(["--data-dir", folder], { MONITORD_DATABASE_URL: url });
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
  const paths = ["/api/v1/me", "/api/v1/users", "/readyz", "/health", "/login", "/", "/metrics"];
  const answers = await Promise.all(
    [...paths, "/api/webhook/unknown", `/api/webhook/${crypto.randomUUID()}`].map(async (path) => {
      const method = path.startsWith("/api/webhook") ? "POST" : "GET";
      const headers = { authorization: `Bearer ${key}` };
      const { status } = await fetch(daemon.url + path, { method, headers, redirect: "manual" });
      return `${path} ${status}`;
    }),
  );
  expect(answers.filter((answer) => answer.endsWith(" 500"))).toEqual([]);
  expect(answers).toContain("/api/v1/me 503");
  await other.query("commit");
  await isReady(daemon);
  expect(daemon.output()).not.toContain("a request failed");
  expect(await daemon.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

// Skipped where strace may not trace.
describe.runIf(canInject)("a first start on a database without tables that is killed", () => {
  test.each([4, 6, 8, 10, 12, 16, 20, 26])(
    "at write number %i goes on at the next, with the same key",
    async (nth) => {
      const folder = mkdtempSync(join(tmpdir(), "monitord-first-start-"));
      const keyFile = join(folder, "secrets.key");
      const env = { MONITORD_DATABASE_URL: await freshDatabase() };
      const killed = startMonitord(["--data-dir", folder], env, killedAt("write", nth, []));
      // With a database of another process it listens before it is ready.
      const first = await killed.catch(() => null);
      if (first) await isReady(first).catch(() => {});
      expect(first?.child.signalCode ?? "SIGKILL").toBe("SIGKILL");
      const secrets = existsSync(keyFile) ? readFileSync(keyFile, "utf8") : null;
      const next = await startMonitord(["--data-dir", folder], env);
      await isReady(next);
      if (secrets !== null) expect(readFileSync(keyFile, "utf8")).toBe(secrets);
      expect(await next.stop()).toBe(0);
      rmSync(folder, { recursive: true });
    },
  );
});
