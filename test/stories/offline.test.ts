/** Its own network goes away: applications and push server stand behind proxies that can be taken down. */
import { beforeEach, describe, expect, test } from "vitest";
import { startPhone, type Phone } from "../support/phone.ts";
import { startTarget, type Target } from "../support/target.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { minutes, startWorld, topic, type World } from "../support/world.ts";

let world: World;
let phone: Phone;
let toPhone: TcpProxy;
let applications: { title: string; target: Target; proxy: TcpProxy }[];
/** What becomes of the heartbeat. */
let beats: Target;

const proxies = () => [toPhone, ...applications.map(({ proxy }) => proxy)];
const networkDown = () => Promise.all(proxies().map((proxy) => proxy.down()));
const networkUp = () => Promise.all(proxies().map((proxy) => proxy.up()));
const titles = () => phone.messages(topic).map(({ title }) => title);
const monitors = () =>
  world.api<{ title: string; status: string; status_reason: string | null }[]>(
    "GET",
    "/health_check_monitors",
  );
const statuses = async () => [...new Set((await monitors()).map(({ status }) => status))];
const incidents = () => world.api<{ status: string }[]>("GET", "/incidents");
const periods = () => world.api<{ reason: string }[]>("GET", "/blind_periods");

beforeEach(async () => {
  phone = await startPhone();
  beats = await startTarget();
  toPhone = await startTcpProxy(phone.url);
  world = await startWorld({
    channels: { ntfy: { url: toPhone.url.replace(/\/$/, ""), token: null } },
    heartbeatUrl: beats.url,
  });
  applications = [];
  return async () => {
    await world.end();
    await phone.stop();
    await beats.stop();
    for (const proxy of proxies()) await proxy.stop();
    for (const { target } of applications) await target.stop();
  };
});

/** Six applications with their monitors, looked at once. The last two are asked every so many seconds. */
async function watched(more: Record<string, unknown> = {}, lastEvery = 60): Promise<void> {
  const group = await world.onCall({ priority_level: 2, ...more });
  for (let n = 1; n <= 6; n++) {
    const target = await startTarget({ now: () => world.clock.now() });
    const proxy = await startTcpProxy(target.healthUrl);
    const title = `App ${n}`;
    applications.push({ title, target, proxy });
    await world.api("POST", "/health_check_monitors", {
      title,
      url: proxy.url,
      interval_seconds: n > 4 ? lastEvery : 60,
      alert_group_id: group.id,
    });
  }
  await world.pass(minutes(4));
}

describe("while nothing can be reached", () => {
  test("nothing is held against the applications; afterwards one message says from when to when, and what changed", async () => {
    await watched();
    await networkDown();
    await world.pass(minutes(3));
    // The first ones are found down before there is a reason to ask for the network.
    expect((await incidents()).length).toBeLessThan(3);
    expect((await monitors()).map((one) => one.status_reason)).toContain(
      "not checked: monitord has no network",
    );
    const health = await (await fetch(`${world.daemon.url}/health`)).text();
    expect(health).toContain("Neither monitors nor push servers");
    const before = beats.requests.length;
    await world.pass(minutes(1));
    expect(beats.requests.length).toBe(before);

    // One whose readings were skipped: which ones are found down before that depends on their ids.
    const { title } = (await monitors()).find(
      (one) => one.status === "up" && one.status_reason === "not checked: monitord has no network",
    )!;
    applications.find((one) => one.title === title)!.target.breakCheck("cache", "full");
    await networkUp();
    await world.pass(minutes(3));
    expect(titles()).toEqual([
      expect.stringMatching(/^Monitoring gap 03:0\d–03:0\d UTC \(\d min\): 1 incident opened$/),
    ]);
    expect(phone.messages(topic)[0]!.message).toContain(
      `monitord had no network. Changes found afterwards:\n- ${title} is down: Cache: full`,
    );
    expect(await periods()).toMatchObject([{ reason: "offline" }]);
    expect((await incidents()).filter(({ status }) => status === "open")).toHaveLength(1);
    expect((await monitors()).map((one) => one.status_reason)).not.toContain(
      "not checked: monitord has no network",
    );
    expect(beats.requests.length).toBeGreaterThan(before);
  });

  test("people hear of it also when nothing has changed, and once", async () => {
    await watched();
    await networkDown();
    await world.pass(minutes(3));
    await networkUp();
    await world.pass(minutes(3));
    expect(titles()).toEqual([expect.stringMatching(/^Monitoring gap .*: nothing changed$/)]);

    expect(await statuses()).toEqual(["up"]);
  });

  test("incidents open after five minutes all the same, and what was none is not told", async () => {
    await watched();
    await networkDown();
    await world.pass(minutes(9));
    expect(await incidents()).toHaveLength(6);
    expect(await statuses()).toEqual(["down"]);
    applications[1]!.target.breakCheck("cache", "full");
    await networkUp();
    await world.pass(minutes(3));
    expect(titles()).toEqual([expect.stringMatching(/^Monitoring gap .*: 1 incident opened$/)]);
    expect(phone.messages(topic)[0]!.message).toContain("App 2 is down");
  });
});

test("when all applications are away and the push server is not, everybody is paged as always", async () => {
  await watched();
  for (const { proxy } of applications) await proxy.down();
  await world.pass(minutes(2));
  expect(await incidents()).toHaveLength(6);
  expect(titles()[0]).toMatch(/App \d is down|6 open/);
  expect(await periods()).toEqual([]);
});

test("what was looked at in vain before the suspicion pages when it is clear that it is broken", async () => {
  // Two that answer every few seconds prove that there is a network.
  await watched({}, 5);
  for (const { proxy } of applications.slice(0, 4)) await proxy.down();
  await toPhone.down();
  await world.pass(minutes(2));
  expect(await incidents()).toHaveLength(4);
  await toPhone.up();
  await world.pass(minutes(2));
  expect(titles().length).toBeGreaterThan(0);
  expect(await periods()).toEqual([]);
});

test("a monitor that must fail is not up because there is no network, but for five minutes at most", async () => {
  const group = await world.onCall();
  const target = await startTarget({ now: () => world.clock.now() });
  const proxy = await startTcpProxy(target.healthUrl);
  applications.push({ title: "Admin", target, proxy });
  const { port } = new URL(proxy.url);
  await world.api("POST", "/health_check_monitors", {
    title: "Admin",
    url: `tcp://127.0.0.1:${port}`,
    invert: true,
    fetch_retries: 0,
    interval_seconds: 5,
    alert_group_id: group.id,
  });
  await world.pass(minutes(1));
  expect(await monitors()).toMatchObject([
    { status: "down", status_reason: "Accepts connections, which it must not" },
  ]);

  await networkDown();
  await world.pass(minutes(4));
  expect(await statuses()).toEqual(["down"]);
  await networkUp();
  await world.pass(minutes(1));
  expect(await statuses()).toEqual(["down"]);
  expect(titles()).toEqual([expect.stringContaining("Admin is down")]);

  // The network works, and only the monitor is away: that is how it must be.
  await proxy.down();
  await world.pass(minutes(1));
  expect(await statuses()).toEqual(["up"]);
  await proxy.up();
  await world.pass(minutes(1));
  expect(await statuses()).toEqual(["down"]);
  await networkDown();
  await world.pass(minutes(7));
  expect(await statuses()).toEqual(["up"]);
});
