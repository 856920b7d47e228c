/** The examples in front of a real monitord: what a sender promises of a bad network, and what an endpoint leads to. */
import { once } from "node:events";
import { createServer, connect, type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  atEnd,
  endPrograms,
  endpoints,
  missing,
  run,
  senders,
  serveHealth,
} from "./support/examples.ts";
import { freePort, refusing } from "./support/free-port.ts";
import { minutes, seconds, startWorld, topic, type World } from "./support/world.ts";

let world: World;

beforeEach(async () => {
  // Reports of the endpoints are of now.
  world = await startWorld({ start: Date.now() });
  atEnd(() => world.end());
});
afterEach(endPrograms);

/** A network in front of a URL that ends the first connection at once, and the second one before its answer. */
async function badNetwork(url: string): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  let connections = 0;
  const server = createServer((near) => {
    connections++;
    if (connections === 1) return void near.destroy();
    const far = connect(Number(port), hostname);
    const end = () => (near.destroy(), far.destroy());
    for (const socket of [near, far]) socket.on("error", end).on("close", end);
    near.pipe(far);
    if (connections === 2) far.once("data", end);
    else far.pipe(near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
}

describe.each(senders)("send-errors/$name", (example) => {
  beforeEach(({ skip }) => skip(!example.has, missing(example)));

  test("one report over a network that loses connections is one, and opens an incident", async () => {
    const group = await world.onCall();
    const monitor = await world.api<{ id: string; webhook_url: string }>(
      "POST",
      "/webhook_monitors",
      { title: "Shop errors", alert_group_id: group.id, error_rate_threshold: 1 },
    );
    const path = new URL(monitor.webhook_url).pathname;
    const sent = await run([...example.command, "Payment failed"], {
      MONITOR_WEBHOOK_URL: await badNetwork(world.daemon.url + path),
    });
    expect(sent.code, sent.output).toBe(0);
    await world.settle();
    expect(await world.api("GET", `/webhook_monitors/${monitor.id}`)).toMatchObject({
      status: "firing",
      errors_in_window: 1,
    });
    const messages = world.phone.messages(topic).map(({ message }) => message);
    expect(messages).toEqual([expect.stringContaining("Payment failed")]);
  });
});

describe.each(endpoints)("health-endpoint/$name", (example) => {
  beforeEach(({ skip }) => skip(!example.has, missing(example)));

  test("its database going away pages, and its return resolves", async () => {
    const database = createServer((socket) => socket.on("error", () => socket.destroy()));
    database.listen(0, "127.0.0.1");
    await once(database, "listening");
    atEnd(async () => void database.close());
    const there = `127.0.0.1:${(database.address() as AddressInfo).port}`;
    const group = await world.onCall();
    // Its checks run every 30 s: started anew, it has looked at its database.
    const PORT = String(await freePort());
    const servedWith = (DATABASE: string) => serveHealth(example.command, { PORT, DATABASE });
    let endpoint = await servedWith(there);
    const again = async (database: string) => {
      await endpoint.stop();
      endpoint = await servedWith(database);
      await world.pass(minutes(2) + seconds(1));
    };
    const { id } = await world.api<{ id: string }>("POST", "/health_check_monitors", {
      title: "Shop",
      alert_group_id: group.id,
      url: endpoint.url,
      interval_seconds: 60,
    });
    const status = async () =>
      (await world.api<{ status: string }>("GET", `/health_check_monitors/${id}`)).status;
    // This machine may be as busy as its tests make it, and say so.
    const healthy = /^(up|degraded)$/;
    await again(there);
    expect(await status()).toMatch(healthy);

    await again(refusing.address);
    expect(await status()).toBe("down");
    const pages = world.phone.messages(topic);
    expect(pages.at(-1)).toMatchObject({ title: "Shop is down" });
    expect(pages.at(-1)!.message).toContain("Could not connect");

    await again(there);
    expect(await status()).toMatch(healthy);
    const resolved = await world.api<unknown[]>("GET", "/incidents?status=resolved");
    expect(resolved).toHaveLength(1);
  });
});
