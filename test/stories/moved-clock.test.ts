/**
 * The daemon as its users run it, and its database, on a machine whose wall clock is set to another time. Skipped
 * where libfaketime is not installed. `clock.test.ts` asks more, of a clock within the process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf, topic } from "../support/daemon-client.ts";
import { canMoveClock, movedClock } from "../support/moved-clock.ts";
import { startPhone, type Phone } from "../support/phone.ts";
import { startServer } from "../support/postgres-server.ts";
import { isReady, startMonitord, type Running } from "../support/process.ts";
import { startTarget, type Target } from "../support/target.ts";
import { onPostgres } from "../support/world.ts";

describe.runIf(canMoveClock)("a wall clock that is", () => {
  let phone: Phone;
  let target: Target;
  let daemon: Running;
  let clock: ReturnType<typeof movedClock>;
  let start: () => Promise<void>;
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
  const { api, onCall, report } = clientOf(() => daemon.url, key);

  beforeEach(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "monitord-moved-clock-"));
    clock = movedClock();
    const server = onPostgres ? await startServer({}, clock.env) : null;
    phone = await startPhone();
    target = await startTarget();
    start = async () => {
      daemon = await startMonitord(["--data-dir", dataDir], {
        ...clock.env,
        ...(server && { MONITORD_DATABASE_URL: server.url }),
        MONITORD_NTFY_URL: phone.url,
        MONITORD_BOOTSTRAP_API_KEY: key,
        MONITORD_ALLOW_ADDRESSES: "127.0.0.1",
      });
      await isReady(daemon);
    };
    await start();
    return async () => {
      await daemon.kill();
      await server?.stop();
      await phone.stop();
      await target.stop();
      clock.end();
      rmSync(dataDir, { recursive: true });
    };
  });

  const until = async (holds: () => boolean | Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const health = async () => {
    const answer = await fetch(`${daemon.url}/health`);
    const { checkResults } = (await answer.json()) as {
      checkResults: { name: string; status: string }[];
    };
    return checkResults.find(({ name }) => name === "clock")!.status;
  };
  const gaps = () => api<{ reason: string }[]>("GET", "/blind_periods");
  /** Everything that retention could delete, and a step could end. */
  const records = async () => {
    const lists = ["incidents", "audit_events", "notifications", "webhook_monitors"];
    const [incidents, audit, notifications, monitors] = await Promise.all(
      lists.map((list) => api<{ id: string; errors_in_window?: number }[]>("GET", `/${list}`)),
    );
    const reports = await api<unknown[]>("GET", `/webhook_monitors/${monitors![0]!.id}/reports`);
    return {
      incidents: incidents!.map(({ id }) => id),
      audit: audit!.length,
      notifications: notifications!.length,
      counted: monitors![0]!.errors_in_window,
      reports: reports.length,
    };
  };

  test.each([
    ["an hour ahead", 3600],
    ["370 days ahead", 370 * 86_400],
    ["five minutes back", -300],
  ])("%s, and set right after a restart, changes nothing", async (_, seconds) => {
    const alert_group_id = await onCall();
    const errors = await api<{ id: string; webhook_id: string }>("POST", "/webhook_monitors", {
      title: "Errors",
      alert_group_id,
      error_rate_threshold: 1,
      error_rate_window_minutes: 30,
    });
    await api("POST", "/health_check_monitors", {
      title: "Shop",
      url: target.healthUrl,
      alert_group_id,
      interval_seconds: 5,
      fetch_retries: 0,
    });
    expect((await report(errors)).status).toBe(202);
    await phone.waitFor(({ title }) => title.startsWith("Errors"));
    const delivered = async () => {
      const pushes = await api<{ state: string }[]>("GET", "/notifications");
      return pushes.length > 0 && pushes.every(({ state }) => state === "delivered");
    };
    await until(delivered);
    await until(() => target.requests.length > 0);
    const before = await records();

    clock.set(seconds);
    await until(async () => (await health()) === "warning");
    const fetched = target.requests.length;
    await until(() => target.requests.length > fetched);
    expect(await daemon.stop()).toBe(0);
    await start();
    const again = target.requests.length;
    await until(() => target.requests.length > again);
    clock.set(0);
    await until(async () => (await health()) === "ok");
    expect(await records()).toEqual(before);

    target.breakCheck("database", "gone");
    await phone.waitFor(({ title }) => title === "Shop is down");
    expect(phone.messages(topic).map(({ title }) => title)).toEqual([
      "Errors: 1 error in 30 minutes",
      "Shop is down",
    ]);
    const open = await api<{ status: string }[]>("GET", "/incidents");
    expect(open.map(({ status }) => status)).toEqual(["open", "open"]);
    expect(await gaps()).toMatchObject([{ reason: "clock" }]);
  });
});
