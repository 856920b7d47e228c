/** The database is away, slow, full or cut off in the middle: what senders hear, and what becomes of it. */
import { beforeEach, describe, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { startPhone, type Phone } from "../support/phone.ts";
import { dropDatabases, freshDatabase, onServer } from "../support/postgres.ts";
import { clientOf } from "../support/daemon-client.ts";
import { startMonitord, type Running } from "../support/process.ts";
import { startTarget, type Target } from "../support/target.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

describe("when the database fails", () => {
  let databaseUrl: string;
  let proxy: TcpProxy;
  let phone: Phone;
  let target: Target;
  let daemon: Running;
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));

  const start = async (url = proxy.url) => {
    daemon = await startMonitord([], {
      MONITORD_DATABASE_URL: url,
      MONITORD_NTFY_URL: phone.url,
      MONITORD_BOOTSTRAP_API_KEY: key,
    });
  };
  beforeEach(async () => {
    databaseUrl = await freshDatabase();
    proxy = await startTcpProxy(databaseUrl);
    phone = await startPhone();
    target = await startTarget({ now: () => Date.now() });
    return async () => {
      await daemon.kill();
      await proxy.stop();
      await phone.stop();
      await target.stop();
      await dropDatabases();
    };
  });

  const { api, errors, report } = clientOf(() => daemon.url, key);
  const status = async (path: string) => {
    const answer = await fetch(`${daemon.url}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const until = async (path: string, wanted: number) => {
    for (let i = 0; i < 200; i++) {
      if ((await status(path)).status === wanted) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${path} never answered ${wanted}`);
  };
  const startReady = async (url?: string) => {
    await start(url);
    await until("/readyz", 200);
  };
  const counted = async ({ id }: { id: string }) =>
    (await api<{ errors_in_window: number }>("GET", `/webhook_monitors/${id}`)).errors_in_window;

  test("a daemon that starts without it waits, says so, and begins when it is there", async () => {
    await proxy.down();
    await start();
    expect(daemon.output()).toContain("waits for its database");
    expect(await status("/livez")).toMatchObject({ status: 200 });
    expect(await status("/readyz")).toMatchObject({
      status: 503,
      text: expect.stringContaining("database") as string,
    });
    expect((await report({ webhook_id: crypto.randomUUID() })).status).toBe(503);
    await proxy.up();
    await until("/readyz", 200);
    while (!daemon.output().includes("is now the admin key"))
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await api("GET", "/me")).toMatchObject({
      key: { name: "bootstrap" },
    });
  });

  test("a daemon that still waits stops when it is told to", async () => {
    await proxy.down();
    await start();
    expect(await daemon.stop()).toBe(0);
  });

  test.each([
    ["refuses", () => proxy.down()],
    ["hangs", async () => proxy.stall()],
    ["is gone", () => dropDatabases()],
  ])("a daemon whose database %s stops when it is told to", async (_, fail) => {
    await startReady();
    await errors(1000);
    await fail();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await daemon.stop()).toBe(0);
  });

  test("while it is away nothing is acknowledged; when it is back, checks, pushes and reports go on", async () => {
    await startReady();
    const monitor = await errors(1000);
    await api("POST", "/health_check_monitors", {
      title: "Shop",
      url: target.healthUrl,
      alert_group_id: (await api<{ id: string }[]>("GET", "/alert_groups"))[0]!.id,
      interval_seconds: 5,
    });
    expect((await report(monitor)).status).toBe(202);

    await proxy.down();
    const refused = await report(monitor);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    await until("/readyz", 503);
    expect(await status("/health")).toMatchObject({
      status: 503,
      text: expect.stringContaining('"status":"failed"') as string,
    });
    expect((await status("/metrics")).status).toBe(200);
    target.breakCheck("database", "no connection to the replica");

    await proxy.up();
    await until("/readyz", 200);
    const page = await phone.waitFor(({ message }) =>
      message.includes("no connection to the replica"),
    );
    expect(page.tags).toContain("rotating_light");
    expect((await report(monitor)).status).toBe(202);
    expect(await counted(monitor)).toBe(2);
  });

  test.each([
    ["before" as const, 0],
    ["after" as const, 1],
  ])(
    "a connection that is cut %s the commit arrives is a 503, and %d report is there",
    async (when, stored) => {
      await startReady();
      const monitor = await errors(1000);
      expect((await report(monitor)).status).toBe(202);
      proxy.cutAtCommit(/insert into "reports"/, when);
      expect((await report(monitor)).status).toBe(503);
      expect(await counted(monitor)).toBe(1 + stored);
      expect((await report(monitor)).status).toBe(202);
      expect(await counted(monitor)).toBe(2 + stored);
    },
  );

  test("one that answers nothing any more is given up, and found again", async () => {
    await startReady();
    const monitor = await errors(1000);
    expect((await report(monitor)).status).toBe(202);
    proxy.stall();
    expect((await report(monitor)).status).toBe(503);
    proxy.flow();
    await until("/readyz", 200);
    expect((await report(monitor)).status).toBe(202);
    // What was on its way when it stalled may have arrived after all.
    expect([2, 3]).toContain(await counted(monitor));
  });

  test("one that takes no new connection any more answers by those that are open", async () => {
    await startReady();
    const monitor = await errors(1_000_000);
    proxy.stallNew();
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => [
        (await report(monitor)).status,
        (await api<unknown[]>("GET", "/incidents")).length,
      ]),
    );
    expect(answers).toEqual(answers.map(() => [202, 0]));
    expect((await status("/readyz")).status).toBe(200);
    proxy.flow();
    expect(await counted(monitor)).toBe(answers.length);
  });

  test("when it lets few connections in, what is acknowledged is stored all the same", async () => {
    const role = `few_${crypto.randomUUID().replaceAll("-", "")}`;
    const url = new URL(databaseUrl);
    await onServer(`create role ${role} login connection limit 4`);
    await onServer(`alter database ${url.pathname.slice(1)} owner to ${role}`);
    url.username = role;
    await startReady(url.href);
    const monitor = await errors(1_000_000);
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => (await report(monitor)).status),
    );
    const acknowledged = answers.filter((code) => code === 202).length;
    expect(new Set(answers)).not.toContain(500);
    expect(acknowledged).toBeGreaterThan(0);
    await until("/readyz", 200);
    expect(await counted(monitor)).toBe(acknowledged);
    await daemon.stop();
    await onServer(`drop database ${url.pathname.slice(1)} with (force)`);
    await onServer(`drop role ${role}`);
  });
});
