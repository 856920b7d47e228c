/** The backups that the service makes every day. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backupName, backupTime, nextBackup, surplus } from "../../src/daemon/backup/rotation.ts";
import { runMonitord, startMonitord, type Running } from "../support/process.ts";

const at = (text: string) => Date.parse(text);

describe("a backup", () => {
  test.each([
    ["there is none yet", null, "2026-11-23T01:00:00Z", "2026-11-23T01:00:00Z"],
    ["today's was made", "2026-11-23T03:30:01Z", "2026-11-23T12:00:00Z", "2026-11-24T03:30:00Z"],
    ["today's is to come", "2026-11-22T03:30:01Z", "2026-11-23T01:00:00Z", "2026-11-23T03:30:00Z"],
    ["the service was off", "2026-11-22T03:30:01Z", "2026-11-23T12:00:00Z", "2026-11-23T12:00:00Z"],
    ["it is the moment", "2026-11-22T03:30:00Z", "2026-11-23T03:30:00Z", "2026-11-23T03:30:00Z"],
  ])("is due in time when %s", (_, last, now, due) => {
    expect(nextBackup("03:30", last === null ? null : at(last), at(now))).toBe(at(due));
  });

  test("has its time in its name", () => {
    const now = at("2026-11-23T03:30:00Z");
    expect(backupName(now)).toBe("monitord-2026-11-23T03-30-00Z.db");
    expect(backupTime(backupName(now))).toBe(now);
    expect(backupTime("monitord.db")).toBe(null);
  });

  test("makes room for newer ones, and no other file does", () => {
    const names = [3, 1, 2].map((day) => backupName(at(`2026-11-0${day}T03:30:00Z`)));
    expect(surplus([...names, "a.db"], 2)).toEqual([names[1]]);
    expect(surplus(names, 3)).toEqual([]);
  });
});

describe("the service", () => {
  let folder: string;
  let backups: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "monitord-daily-"));
    backups = join(folder, "backups");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const start = (...more: string[]) =>
    startMonitord([
      `--data-dir=${join(folder, "data")}`,
      `--backup-dir=${backups}`,
      "--log-level=info",
      ...more,
    ]);

  async function hear({ output, child }: Running, what: string): Promise<void> {
    while (!output().includes(what)) await once(child.stdout!, "data");
  }

  async function stateOf({ url }: Running) {
    const health = (await (await fetch(`${url}/health`)).json()) as {
      checkResults: { name: string }[];
    };
    return {
      health: health.checkResults.find(({ name }) => name === "backup"),
      metrics: await (await fetch(`${url}/metrics`)).text(),
    };
  }

  test("makes a backup that can be restored, keeps as many as asked for, and reports it", async () => {
    mkdirSync(backups);
    const old = backupName(at("2020-01-01T03:30:00Z"));
    for (const name of [old, "other.db"]) writeFileSync(join(backups, name), "");
    const daemon = await start("--backup-keep=1");
    await hear(daemon, "wrote the backup");
    const names = readdirSync(backups).toSorted();
    expect(names).toEqual([expect.stringMatching(/^monitord-\d{4}-.*Z\.db$/), "other.db"]);
    expect(names[0]).not.toBe(old);
    const file = join(backups, names[0]!);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { health, metrics } = await stateOf(daemon);
    expect(health).toMatchObject({ status: "ok" });
    const made = Number(
      /^monitord_backup_last_success_timestamp_seconds (\S+)$/m.exec(metrics)![1],
    );
    expect(made * 1000).toBe(backupTime(names[0]!));
    expect(await daemon.stop()).toBe(0);
    const drill = join(folder, "drill");
    expect(await runMonitord(["restore", file, "--data-dir", drill])).toMatchObject({ code: 0 });
  });

  test("goes on when no backup can be made, and reports that", async () => {
    writeFileSync(backups, "a file where the folder should be");
    const daemon = await start();
    await hear(daemon, "no backup was made");
    const { health, metrics } = await stateOf(daemon);
    expect(health).toMatchObject({
      status: "warning",
      notificationMessage: "The last backup failed; the log says why.",
    });
    expect(metrics).toContain("\nmonitord_backup_failures 1\n");
    expect((await fetch(`${daemon.url}/readyz`)).status).toBe(200);
    expect(await daemon.stop()).toBe(0);
  });

  test("refuses a time that is none, and a database that it cannot copy", async () => {
    const check = (...more: string[]) =>
      runMonitord(["config", "check", "--backup-dir", backups, ...more]);
    expect((await check("--backup-at", "25:00")).stderr).toContain(
      '--backup-at: "25:00" must be a time of day, such as 03:30.',
    );
    expect((await check("--database-url", "postgres://db.example/m")).stderr).toContain(
      "--backup-dir: is for SQLite.",
    );
  });
});
