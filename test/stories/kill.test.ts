import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { startPhone, type Phone } from "../support/phone.ts";
import { dropDatabases, emptyDatabase } from "../support/postgres.ts";
import { clientOf, topic } from "../support/daemon-client.ts";
import { isReady, startMonitord, type Running } from "../support/process.ts";
import { startTarget } from "../support/target.ts";
import { readersOf } from "../support/titled.ts";
import { onPostgres } from "../support/world.ts";

describe("kill -9", () => {
  let phone: Phone;
  let daemon: Running;
  let start: () => Promise<Running>;
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));

  beforeEach(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "monitord-kill-"));
    const databaseUrl = onPostgres ? await emptyDatabase() : undefined;
    phone = await startPhone();
    start = async () => {
      daemon = await startMonitord(["--data-dir", dataDir], {
        ...(databaseUrl && { MONITORD_DATABASE_URL: databaseUrl }),
        MONITORD_NTFY_URL: phone.url,
        MONITORD_BOOTSTRAP_API_KEY: key,
        MONITORD_LOG_LEVEL: "warn",
      });
      await isReady(daemon);
      return daemon;
    };
    await start();
    return async () => {
      await daemon.kill();
      await phone.stop();
      rmSync(dataDir, { recursive: true });
      await dropDatabases();
    };
  });

  const { api, onCall, errors, report } = clientOf(() => daemon.url, key);
  const opened = () => phone.messages(topic).filter(({ tags }) => tags.includes("rotating_light"));

  test("in a large apply leaves all of it or nothing, and nobody sees half of it", async () => {
    const count = 1500;
    const monitor = await errors(50);
    const readers = readersOf(() => daemon.url, key);
    const seen: string[][] = [];
    for (const [edition, reports] of [2, 6, 12].entries()) {
      const title = `Edition ${edition}`;
      const applying = readers.apply(count, title).catch(() => null);
      for (let i = 0; i < reports; i++) {
        expect((await report(monitor, `${i}`)).status).toBe(202);
        const { api: listed, page } = await readers.look();
        seen.push(listed, page);
      }
      await daemon.kill();
      await applying;
      await start();
      const all = Object.values(await readers.count());
      expect(all.length === 0 ? [count] : all).toEqual([count]);
    }
    expect(seen.filter((titles) => titles.length > 1)).toEqual([]);
    await readers.apply(count, "Edition 9");
    expect(await readers.count()).toEqual({ "Edition 9": count });
  });

  test("in a burst of reports loses none that got its 202, and pages once", async () => {
    const monitor = await errors(50);
    let acknowledged = 0;
    let sent = 0;
    const flood = async () => {
      for (let i = 0; i < 200; i++) {
        sent++;
        try {
          const answer = await report(monitor, `${i}`);
          if (answer.status === 202) acknowledged++;
          await answer.text();
        } catch {
          return;
        }
        if (acknowledged === 300) await daemon.kill();
      }
    };
    await Promise.all(Array.from({ length: 16 }, flood));
    expect(acknowledged).toBeGreaterThanOrEqual(300);

    await start();
    const shown = await api<{ errors_in_window: number; status: string }>(
      "GET",
      `/webhook_monitors/${monitor.id}`,
    );
    expect(shown.status).toBe("firing");
    expect(shown.errors_in_window).toBeGreaterThanOrEqual(acknowledged);
    expect(shown.errors_in_window).toBeLessThanOrEqual(sent);
    await phone.waitFor(({ tags }) => tags.includes("rotating_light"));
    const incidents = await api<{ id: string; details: object }[]>("GET", "/incidents");
    expect(incidents).toHaveLength(1);
    // One page, and one more at most when the kill fell between the push and its being written down.
    const { attempts_made } = await pushOf(incidents[0]!.id);
    expect(opened().length).toBeLessThanOrEqual(attempts_made.length);
    expect(attempts_made.filter(({ outcome }) => outcome === "delivered")).toHaveLength(1);
  });

  const pushOf = async (incident: string) => {
    const deadline = performance.now() + 18_000;
    for (;;) {
      const detail = await api<{
        notifications: { id: string; state: string }[];
      }>("GET", `/incidents/${incident}`);
      const [push] = detail.notifications;
      if (push?.state === "delivered" || performance.now() > deadline)
        return api<{ state: string; attempts_made: { outcome: string }[] }>(
          "GET",
          `/notifications/${push!.id}`,
        );
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  test("while a push is on its way sends it again, as the same notification", async () => {
    const monitor = await errors(1);
    phone.hang();
    await report(monitor, "boom");
    const deadline = performance.now() + 60_000;
    while (phone.attempts(topic) === 0 && performance.now() < deadline)
      await new Promise((resolve) => setImmediate(resolve));
    await daemon.kill();
    phone.failWith(null);
    await start();
    // On PostgreSQL the claim of the killed daemon has to run out first: fifteen seconds.
    await phone.waitFor(({ tags }) => tags.includes("rotating_light"));
    expect(opened()).toHaveLength(1);
    const [incident] = await api<{ id: string }[]>("GET", "/incidents");
    expect((await pushOf(incident!.id)).attempts_made.map(({ outcome }) => outcome)).toEqual([
      "lost",
      "delivered",
    ]);
  });

  test("while a check is under way checks again, and pages once", async () => {
    const target = await startTarget();
    target.hang();
    await api("POST", "/health_check_monitors", {
      title: "Shop",
      url: target.healthUrl,
      alert_group_id: await onCall(),
    });
    const deadline = performance.now() + 10_000;
    while (target.requests.length === 0 && performance.now() < deadline)
      await new Promise((resolve) => setImmediate(resolve));
    await daemon.kill();
    target.respond(null);
    target.breakCheck("database", "gone");
    await start();
    await phone.waitFor(({ tags }) => tags.includes("rotating_light"));
    expect(opened()).toHaveLength(1);
    await target.stop();
  });

  test("does not hold: SIGTERM under load stops in time with exit 0 and loses nothing", async () => {
    const monitor = await errors(1000);
    let acknowledged = 0;
    const flood = async () => {
      for (let i = 0; i < 400; i++) {
        try {
          const answer = await report(monitor, "boom");
          if (answer.status === 202) acknowledged++;
          await answer.text();
        } catch {
          return;
        }
      }
    };
    const floods = Array.from({ length: 8 }, flood);
    while (acknowledged < 100) await new Promise((resolve) => setImmediate(resolve));
    expect(await daemon.stop()).toBe(0);
    await Promise.all(floods);
    await start();
    const shown = await api<{ errors_in_window: number }>("GET", `/webhook_monitors/${monitor.id}`);
    expect(shown.errors_in_window).toBe(acknowledged);
  });
});
