/** `monitord copy`, as an operator runs it: the programs, between SQLite and a server, with an organization in use. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Client } from "pg";
import { afterAll, beforeEach, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { answersOf } from "../support/api-answers.ts";
import { clientOf, type Monitor } from "../support/daemon-client.ts";
import { makeEarlierFile } from "../support/earlier-file.ts";
import { freePort } from "../support/free-port.ts";
import { startPhone, type Phone } from "../support/phone.ts";
import { dropDatabases, freshDatabase } from "../support/postgres.ts";
import { isReady, runMonitord, startMonitord, type Running } from "../support/process.ts";
import { monitord, processEnv } from "../support/programs.ts";
import { rowsOfFile, rowsOfServer } from "../support/rows.ts";
import { startTarget, type Target } from "../support/target.ts";

let folder: string;
let url: string;
let port: number;
let phone: Phone;
let target: Target;
let running: Running | null = null;
const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "monitord-copy-"));
  url = await freshDatabase();
  port = await freePort();
  phone = await startPhone();
  target = await startTarget();
  return async () => {
    await running?.kill();
    await phone.stop();
    await target.stop();
    rmSync(folder, { recursive: true });
  };
});
afterAll(dropDatabases);

const environment = () => ({
  MONITORD_NTFY_URL: phone.url,
  MONITORD_BOOTSTRAP_API_KEY: key,
  MONITORD_LOG_LEVEL: "warn",
  MONITORD_API_RATE_LIMIT: "1000000",
});
const onServer = () => ({ ...environment(), MONITORD_DATABASE_URL: url });
const file = () => join(folder, "monitord.db");

async function start(env: Record<string, string>): Promise<void> {
  // Inbound URLs carry it.
  running = await startMonitord(["--data-dir", folder, "--port", String(port)], env);
  await isReady(running);
}
async function stop(): Promise<void> {
  expect(await running!.stop()).toBe(0);
  running = null;
}
const copy = (from: string, to: string) =>
  runMonitord(["copy", "--from", from, "--to", to, "--data-dir", folder], onServer());
/** The same, as a process that can be killed. */
const startCopy = () =>
  spawn(
    process.execPath,
    [monitord, "copy", "--from", "sqlite", "--to", "postgres", "--data-dir", folder],
    { env: { ...processEnv, ...onServer() }, stdio: "ignore" },
  );
const doctor = (env: Record<string, string>) =>
  runMonitord(["doctor", "--port", "1", "--data-dir", folder], env);

const { api, errors, report } = clientOf(() => running!.url, key);

/** Asks until the answer is as it should be. */
async function eventually<T>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isSo(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** An organization in use, in which nothing is under way any more. */
async function fill(): Promise<Monitor> {
  const monitor = await errors(2);
  const [group] = await api<{ id: string }[]>("GET", "/alert_groups");
  const alert_group_id = group!.id;
  const other = await api<Monitor>("POST", "/webhook_monitors", {
    title: "Billing",
    alert_group_id,
    error_rate_threshold: 1,
  });
  target.breakCheck("database", "gone");
  const { id: health } = await api<{ id: string }>("POST", "/health_check_monitors", {
    title: "Shop",
    url: target.healthUrl,
    alert_group_id,
    confirmations: 1,
  });
  await api("POST", "/api_keys", { name: "ci", scopes: ["read"] });
  await api("POST", "/marks", { text: "Deployed 1.2" });
  for (let i = 0; i < 3; i++) expect((await report(monitor, `boom ${i}`)).status).toBe(202);
  expect((await report(other)).status).toBe(202);
  const incidents = await eventually(
    () => api<{ id: string; title: string }[]>("GET", "/incidents"),
    ({ length }) => length === 3,
  );
  const named = (title: string) => incidents.find((one) => one.title.includes(title))!.id;
  await api("POST", `/incidents/${named("Errors")}/acknowledge`, {});
  await api("POST", `/incidents/${named("Billing")}/resolve`, { reason: "fixed" });
  await api("POST", `/health_check_monitors/${health}/pause`, {});
  await eventually(
    () => api<{ state: string }[]>("GET", "/notifications"),
    (all) => all.every(({ state }) => !["queued", "leased", "waiting"].includes(state)),
  );
  return monitor;
}

/** The answers of the service that runs, with charts of the last hour. */
const answers = (now: number) =>
  answersOf({ url: running!.url, key }, { from: now - 3600_000, to: now, step: 60 });

/** The reports in the window of a monitor. */
const inWindow = async ({ id }: Monitor) =>
  (await api<{ errors_in_window: number }>("GET", `/webhook_monitors/${id}`)).errors_in_window;

test("moves an organization to a server and back: every answer, key, URL and count stays", async () => {
  await start(environment());
  const monitor = await fill();
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const before = await answers(now);
  expect(await copy("sqlite", "postgres")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Another monitord \(pid \d+\) is running on .* Stop it first/),
  });
  await stop();

  const there = await copy("sqlite", "postgres");
  expect(there.stdout).toMatch(/^incidents +3 {2}[0-9a-f]{12} {2}same$/m);
  expect(there.stderr).toMatch(/^Copied \d+ rows in [\d.]+ s; both sides are the same\.$/m);
  expect(there.code).toBe(0);

  await start(onServer());
  expect(await answers(now)).toEqual(before);
  expect(await inWindow(monitor)).toBe(3);
  expect((await report(monitor)).status).toBe(202);
  expect(await inWindow(monitor)).toBe(4);
  // A new incident has the next number.
  const group = await api<{ id: string }>("POST", "/alert_groups", { title: "Nobody" });
  const later = await api<Monitor>("POST", "/webhook_monitors", {
    title: "Later",
    alert_group_id: group.id,
    error_rate_threshold: 1,
  });
  await report(later);
  const incidents = await eventually(
    () => api<{ number: number }[]>("GET", "/incidents"),
    ({ length }) => length === 4,
  );
  expect(Math.max(...incidents.map(({ number }) => number))).toBe(4);
  const moved = await answers(now);
  expect(await copy("postgres", "sqlite")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(" Stop every monitord there first"),
  });
  await stop();
  expect(await copy("postgres", "sqlite")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/ is not empty: .* Move it aside \(mv /),
  });
  rmSync(file());

  expect(await copy("postgres", "sqlite")).toMatchObject({ code: 0 });
  await start(environment());
  expect(await answers(now)).toEqual(moved);
  expect((await report(monitor)).status).toBe(202);
  expect(await inWindow(monitor)).toBe(5);
});

test("the database that was left says where everything went, and is taken back on purpose alone", async () => {
  await start(environment());
  await stop();
  expect(await copy("sqlite", "postgres")).toMatchObject({ code: 0 });
  const why =
    /The database was copied to postgres:.* and everything goes on there: start monitord with that --database-url\. To use this one again, without what happened since: monitord take-back sqlite/;
  const refused = await runMonitord(["serve", "--port", "0", "--data-dir", folder], environment());
  expect(refused).toMatchObject({ code: 78, stderr: expect.stringMatching(why) });
  const looked = await doctor(environment());
  expect(looked.stdout).toContain(`✗ database ${file()}: no monitord starts on it`);
  expect(looked).toMatchObject({ code: 1, stdout: expect.stringMatching(why) });
  // A script that repeats it until it succeeds ends.
  const repeated = await copy("sqlite", "postgres");
  expect(repeated.stderr).toMatch(
    /^Copied already: everything of .* is in postgres:.*\nStart monitord with/,
  );
  expect(repeated).toMatchObject({ code: 0, stdout: "" });

  const backup = join(folder, "backup.db");
  copyFileSync(file(), backup);
  const restored = await runMonitord(["restore", backup, "--data-dir", folder], environment());
  expect(restored.stderr).toMatch(why);
  expect(restored.stderr).toMatch(/^About the previous database: The database was copied/m);

  const takeBack = () => runMonitord(["take-back", "sqlite", "--data-dir", folder], environment());
  expect((await takeBack()).stderr).toContain("both would check, and both would page");
  expect((await takeBack()).stderr).toContain("was not moved: it can be used");
  await start(environment());
  await stop();

  await start(onServer());
  await stop();
  rmSync(file());
  expect(await copy("postgres", "sqlite")).toMatchObject({ code: 0 });
  const left = await doctor(onServer());
  expect(left.stdout).toMatch(
    /✗ database postgres:.*: no monitord starts on it\n +The database was copied to .*monitord\.db on/,
  );
});

/** Rows that take a copy some seconds. */
function fillArrivals(count: number): void {
  const sqlite = new Sqlite(file());
  sqlite
    .prepare(
      "insert into arrivals (subject_id, at, count) with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select 'subject', i, 1 from n",
    )
    .run(count);
  sqlite.close();
}

/** How far the copy on the server came: a table, and a key in it; null: it has not begun. */
async function progressOf(client: Client): Promise<{ table: string } | null> {
  const there = await client.query("select to_regclass('copy_mark') as name");
  if (there.rows[0].name === null) return null;
  const { rows } = await client.query<{ progress: string }>("select progress from copy_mark");
  return JSON.parse(rows[0]?.progress ?? "null") as { table: string } | null;
}

test("kill -9 in the middle: no daemon starts on either half, and the next copy goes on", async () => {
  await start(environment());
  await stop();
  fillArrivals(150_000);
  const killed = startCopy();
  const client = new Client({ connectionString: url });
  await client.connect();
  await eventually(
    () => progressOf(client),
    (progress) => progress?.table === "arrivals",
  );
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const partly = Number((await client.query("select count(*) from arrivals")).rows[0].count);
  await client.end();
  expect(partly).toBeGreaterThan(0);
  expect(partly).toBeLessThan(150_000);

  const refused = await runMonitord(["serve", "--port", "0", "--data-dir", folder], onServer());
  expect(refused).toMatchObject({
    code: 78,
    stderr: expect.stringMatching(
      /holds an unfinished copy of .*monitord\.db\. To finish it, repeat/,
    ),
  });
  const { code, stderr } = await copy("sqlite", "postgres");
  expect(stderr).toContain("An earlier copy was cut short: it goes on.");
  expect(code).toBe(0);
  expect(await rowsOfServer(url)).toEqual({ ...rowsOfFile(file()), copy_mark: undefined });
});

test("checks that a killed daemon had begun are due on the server, and wait for no node that is gone", async () => {
  await start(environment());
  const alert_group_id = (await api<{ id: string }>("POST", "/alert_groups", { title: "On call" }))
    .id;
  target.hang();
  await api("POST", "/health_check_monitors", {
    title: "Shop",
    url: target.healthUrl,
    alert_group_id,
  });
  await eventually(
    () => Promise.resolve(target.requests.length),
    (count) => count > 0,
  );
  await running!.kill();
  target.respond(null);
  expect(await copy("sqlite", "postgres")).toMatchObject({ code: 0 });
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select lease_token, due_at < extract(epoch from now()) * 1000 as due from subjects where kind = 'health_check_monitor'",
  );
  expect(rows).toEqual([{ lease_token: null, due: true }]);
  expect((await client.query("select id from nodes")).rows).toEqual([]);
  await client.end();
  await start(onServer());
  await eventually(
    () => api<{ status: string }[]>("GET", "/health_check_monitors"),
    ([monitor]) => monitor!.status === "up",
  );
});

test.each([
  [
    ["--from", "sqlite"],
    3,
    "name both databases: --from and --to, one of them sqlite, the other postgres.",
  ],
  [["--from", "sqlite", "--to", "sqlite"], 3, "name both databases"],
  [["--from", "sqlite", "--to", "postgres"], 1, "No database of monitord in "],
  [["--from", "postgres", "--to", "sqlite"], 1, "No database of monitord in postgres:"],
])("copy %j is refused in one sentence", async (args, code, sentence) => {
  const ran = await runMonitord(["copy", ...args, "--data-dir", folder], onServer());
  expect([ran.code, ran.stderr.trim().split("\n")]).toEqual([
    code,
    [expect.stringContaining(sentence)],
  ]);
});

test("a schema of an earlier version is brought to this one first", async () => {
  makeEarlierFile(file());
  expect((await copy("sqlite", "postgres")).stderr).toContain(
    "has the schema of an earlier version. Bring it to this one with monitord migrate, and repeat.",
  );
  expect((await runMonitord(["migrate", "--data-dir", folder], environment())).code).toBe(0);
  expect((await copy("sqlite", "postgres")).code).toBe(0);
});
