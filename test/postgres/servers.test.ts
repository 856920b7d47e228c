/** A database URL that names several servers: the one that takes writes is found, at the start and after a failover. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf, type Monitor } from "../support/daemon-client.ts";
import { freePort } from "../support/free-port.ts";
import { startServer } from "../support/postgres-server.ts";
import { dropDatabases, freshDatabase, onServer } from "../support/postgres.ts";
import { isReady, startMonitord, type Running } from "../support/process.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
/** Two ways to one server: an address that ends, and the one that takes its place. */
let before: TcpProxy;
let after: TcpProxy;
let daemon: Running | null = null;

beforeEach(async () => {
  const url = await freshDatabase();
  before = await startTcpProxy(url);
  after = await startTcpProxy(url);
  return async () => {
    await daemon?.kill();
    await before.stop();
    await after.stop();
  };
});
afterAll(dropDatabases);

/** The URL with these servers in it, and the database of the first proxy. */
function listed(hosts: string[]): string {
  const { host } = new URL(before.url);
  return before.url.replace(host, hosts.join()) + "?target_session_attrs=read-write";
}
const hostOf = ({ url }: TcpProxy) => new URL(url).host;

const { api, errors, report } = clientOf(() => daemon!.url, key);

test("servers that only read and servers that are gone are passed over, and after a failover the new one takes reports", async () => {
  const reader = await startServer({ default_transaction_read_only: "on" });
  try {
    await after.down();
    const gone = `127.0.0.1:${await freePort()}`;
    const readerHost = new URL(reader.url).host;
    const url = listed([readerHost, gone, hostOf(before), hostOf(after)]);
    daemon = await startMonitord([], {
      MONITORD_DATABASE_URL: url,
      MONITORD_BOOTSTRAP_API_KEY: key,
    });
    await isReady(daemon);
    const monitor = await errors(1000);
    expect((await report(monitor)).status).toBe(202);

    await before.down();
    await after.up();
    await expect.poll(async () => (await report(monitor)).status).toBe(202);
    const { errors_in_window } = await api<Monitor & { errors_in_window: number }>(
      "GET",
      `/webhook_monitors/${monitor.id}`,
    );
    expect(errors_in_window).toBeGreaterThanOrEqual(2);
  } finally {
    await daemon?.kill();
    await reader.stop();
  }
});

test("a standby that is promoted takes reports, and has all that were acknowledged", async () => {
  const primary = await startServer();
  const url = await freshDatabase(primary.url);
  // It holds from the next start on, in which the standby is made.
  await onServer("alter system set synchronous_standby_names = '*'", primary.url);
  const standby = await primary.standby();
  let senders: Promise<void>[] = [];
  let ended = false;
  try {
    const hosts = [standby, primary].map((server) => new URL(server.url).host);
    daemon = await startMonitord([], {
      MONITORD_DATABASE_URL: url.replace(hosts[1]!, hosts.join()),
      MONITORD_BOOTSTRAP_API_KEY: key,
    });
    await isReady(daemon);
    const monitor = await errors(100_000);
    const sent = { all: 0, acknowledged: 0 };
    const send = async () => {
      while (!ended) {
        sent.all++;
        if ((await report(monitor)).status === 202) sent.acknowledged++;
      }
    };
    senders = Array.from({ length: 4 }, send);
    await expect.poll(() => sent.acknowledged).toBeGreaterThan(50);

    process.kill(primary.pid, "SIGQUIT");
    await primary.stop();
    const before = sent.acknowledged;
    await onServer("select pg_promote()", standby.url);
    await expect.poll(() => sent.acknowledged).toBeGreaterThan(before + 50);
    ended = true;
    await Promise.all(senders);
    const { errors_in_window } = await api<Monitor & { errors_in_window: number }>(
      "GET",
      `/webhook_monitors/${monitor.id}`,
    );
    expect(errors_in_window).toBeGreaterThanOrEqual(sent.acknowledged);
    expect(errors_in_window).toBeLessThanOrEqual(sent.all);
  } finally {
    ended = true;
    await Promise.allSettled(senders);
    await daemon?.kill();
    await standby.stop();
    await primary.stop();
  }
});
