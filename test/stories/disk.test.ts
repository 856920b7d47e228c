import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf, topic } from "../support/daemon-client.ts";
import { makeEarlierFile } from "../support/earlier-file.ts";
import { startPhone, type Phone } from "../support/phone.ts";
import { runMonitord, startMonitord, type Running } from "../support/process.ts";
import { canMount, startDisk, type SmallDisk } from "../support/small-disk.ts";
import { startTarget, type Target } from "../support/target.ts";

const MB = 1024 ** 2;

// A disk of 20 MB of its own; skipped where the system lets nobody mount one.
describe.runIf(canMount)("a full disk", () => {
  let folder: string;
  let dataDir: string;
  let phone: Phone;
  let target: Target;
  let daemon: Running;
  let disk: SmallDisk;
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
  const start = async (at = dataDir, before = disk.before) =>
    (daemon = await startMonitord(
      ["--data-dir", at],
      {
        MONITORD_NTFY_URL: phone.url,
        MONITORD_BOOTSTRAP_API_KEY: key,
        MONITORD_ALLOW_ADDRESSES: "127.0.0.1",
        MONITORD_API_RATE_LIMIT: "1000000",
      },
      before,
    ));

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "monitord-disk-"));
    dataDir = join(folder, "data");
    phone = await startPhone();
    target = await startTarget();
    disk = await startDisk(dataDir, 20);
    await start();
    return async () => {
      await daemon.kill();
      await disk.end();
      await phone.stop();
      await target.stop();
      rmSync(folder, { recursive: true });
    };
  });

  const { api, onCall, report } = clientOf(() => daemon.url, key);
  const until = async (holds: () => boolean | Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const ready = async () => {
    const answer = await fetch(`${daemon.url}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };
  const said = (text: string) => daemon.output().split(text).length - 1;
  const errorsOf = async (id: string) =>
    (await api<{ errors_in_window: number }>("GET", `/webhook_monitors/${id}`)).errors_in_window;

  test("stops neither checks nor pages: reports get 503, and all goes on when there is room, with exact counts", async () => {
    const alert_group_id = await onCall();
    await api("POST", "/health_check_monitors", {
      title: "Shop",
      url: target.healthUrl,
      alert_group_id,
      interval_seconds: 5,
    });
    const errors = await api<{ id: string; webhook_id: string }>("POST", "/webhook_monitors", {
      title: "Errors",
      alert_group_id,
      error_rate_threshold: 1_000_000,
    });
    await until(() => existsSync(join(disk.path, "monitord.db.reserve")));
    disk.leave(3 * MB);

    // Filled under load, while the monitor fails.
    let accepted = 0;
    let refusal: Response | null = null;
    const flood = async () => {
      while (refusal === null) {
        const answer = await report(errors, "x".repeat(16_000));
        if (answer.status === 202) accepted += 1;
        else refusal ??= answer.clone();
        await answer.text();
      }
    };
    await Promise.all(Array.from({ length: 8 }, flood));
    const refused = refusal as unknown as Response;
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(((await refused.json()) as { detail: string }).detail).toMatch(
      new RegExp(`^The disk that holds ${dataDir} is full: \\S+ \\S+ free of 20 MB\\.`),
    );
    target.breakCheck("database", "gone");
    await phone.waitFor(({ title }) => title.startsWith("Shop"));
    expect((await report(errors)).status).toBe(503);
    await phone.waitFor(({ title }) => title === "The disk of monitord is full");
    expect(await ready()).toMatchObject({
      status: 503,
      text: expect.stringContaining(`The disk that holds ${dataDir} is full`) as string,
    });
    const [incident] = await api<{ id: string }[]>("GET", "/incidents");
    await api("POST", `/incidents/${incident!.id}/acknowledge`, { by: "Ada" });

    disk.clear();
    await until(async () => (await ready()).status === 200);
    expect((await report(errors)).status).toBe(202);
    expect(await errorsOf(errors.id)).toBe(accepted + 1);
    await phone.waitFor(({ title }) => title === "monitord has disk space again");
    expect(existsSync(join(disk.path, "monitord.db.reserve"))).toBe(true);
    expect(said("is full: ")).toBe(1);

    // The one file after a stop is everything, but for the key of its secrets.
    const copy = join(folder, "copy");
    mkdirSync(copy);
    expect(await daemon.stop()).toBe(0);
    for (const name of ["monitord.db", "secrets.key"])
      copyFileSync(join(disk.path, name), join(copy, name));
    await start(copy, []);
    expect(await errorsOf(errors.id)).toBe(accepted + 1);
  });

  test("is no reason not to start: the reserve is for that, too", async () => {
    await until(() => existsSync(join(disk.path, "monitord.db.reserve")));
    await daemon.kill();
    disk.leave(0);
    await start();
    await onCall();
    await until(async () => (await ready()).text.includes("is full"));
    disk.clear();
    await until(async () => (await ready()).status === 200);
  });

  test("without a reserve is named at the start, with exit code 78, and so is an upgrade without room for its copy", async () => {
    expect(await daemon.stop()).toBe(0);
    rmSync(join(disk.path, "monitord.db.reserve"), { force: true });
    disk.leave(0);
    const again = (...args: string[]) =>
      runMonitord([...args, "--data-dir", dataDir, "--port", "0"], {}, disk.before);
    const full = await again("serve");
    expect(full.stderr).toBe(
      `monitord: The disk that holds ${dataDir} is full: 0 bytes free of 20 MB. The database ${dataDir}/monitord.db cannot be opened. Free some space, and start again.\n`,
    );
    expect(full.code).toBe(78);

    disk.clear();
    const earlier = join(folder, "earlier.db");
    makeEarlierFile(earlier);
    copyFileSync(earlier, join(disk.path, "monitord.db"));
    disk.leave(0.5 * MB);
    const upgrade = await again("migrate");
    expect(upgrade.stderr).toMatch(
      /^monitord: The upgrade of \S+ needs \S+ [kM]B for itself and for a copy of the database, and the disk has \d+ kB free\. Free some space, or make a backup elsewhere and start once with --migration-copy no\.\n$/,
    );
    expect(upgrade.code).toBe(78);
  });

  test("on which nothing at all can be written is a push from memory, once, and so is the end of it", async () => {
    await onCall();
    await until(() => existsSync(join(disk.path, "monitord.db.reserve")));
    disk.leave(0);
    const write = () =>
      fetch(`${daemon.url}/api/v1/users`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({
          email: `${crypto.randomUUID()}@example.com`,
          name: "x".repeat(200),
        }),
      });
    await until(async () => {
      disk.leave(0);
      return (await write()).status === 503;
    });
    const page = await phone.waitFor(({ title }) => title === "monitord cannot write");
    expect(page.message).toContain(`The disk that holds ${dataDir} is full: `);
    expect((await fetch(`${daemon.url}/livez`)).status).toBe(200);
    disk.clear();
    await phone.waitFor(({ title }) => title === "monitord can write again");
    await until(async () => (await write()).status === 201);
    const titles = phone.messages(topic).map(({ title }) => title);
    expect(titles.filter((title) => title === "monitord cannot write")).toHaveLength(1);
    expect(said("the database takes no writes: ")).toBe(1);
    expect(said("the database takes writes again")).toBe(1);
  });
});
