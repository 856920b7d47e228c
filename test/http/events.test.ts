import { createConnection } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventPosition } from "../../src/core/model/model.ts";
import { makeFeed, type Listener } from "../../src/http/feed.ts";
import { promisesOfEvents } from "../support/api-document.ts";
import { listen, type Ear, type Seen } from "../support/events.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let ears: Ear[];
beforeEach(async () => {
  http = await startHttp();
  ears = [];
});
afterEach(async () => {
  for (const ear of ears) ear.stop();
  // Whatever a test listened to, from the first event on.
  const isPromised = promisesOfEvents(http.description);
  const others = ears.flatMap(({ seen }) => seen).filter(({ sent }) => !isPromised(sent));
  expect(others).toEqual([]);
  await http.end();
  // A stream is answered once: its end is nothing to warn of.
  expect(http.logged.filter((line) => line.includes("already sent"))).toEqual([]);
});

async function ear(key = http.keys.read, last?: string): Promise<Ear> {
  const one = await listen(`${http.origin}/api/v1/events`, {
    authorization: `Bearer ${key}`,
    ...(last === undefined ? {} : { "last-event-id": last }),
  });
  ears.push(one);
  if (last === undefined) await one.next(({ event }) => event === "hello");
  return one;
}
const about = (kind: string) => (one: Seen) => one.data.kind === kind;

async function monitor(): Promise<{ id: string; webhook_id: string }> {
  const group = await http.api("POST", "/alert_groups", { title: "G" });
  const made = await http.api("POST", "/webhook_monitors", {
    title: "W",
    alert_group_id: group.json.id,
  });
  return made.json;
}
const report = (webhook_id: string) =>
  http.call("POST", `/api/webhook/${webhook_id}`, { body: { message: "x" } });

describe("the stream of events", () => {
  it("says that a monitor fires, that an incident opens and what becomes of it", async () => {
    const { id, webhook_id } = await monitor();
    const one = await ear();
    await report(webhook_id);
    expect((await one.next(about("status"))).data).toMatchObject({
      id,
      source: "webhook_monitor",
      status: "firing",
      at: expect.stringMatching(/Z$/),
    });
    const opened = await one.next(about("incident"));
    expect(opened.data.change).toBe("opened");
    for (const verb of ["acknowledge", "resolve"])
      await http.api("POST", `/incidents/${opened.data.id}/${verb}`);
    await one.next(({ data }) => data.change === "acknowledged");
    await one.next(({ data }) => data.change === "resolved");
    await http.api("POST", `/incidents/${opened.data.id}/notes`, {
      text: "afterwards",
    });
    await one.next(({ data }) => data.change === "timeline");
  });

  it("is open a limited number of times for a key: one more is refused with a sentence, and other keys are not", async () => {
    const side = await startHttp({ limits: { streams: { perKey: 2, all: 3 } } });
    const url = `${side.origin}/api/v1/events`;
    const asking = (key: string) => ({ authorization: `Bearer ${key}` });
    const { read, write, admin } = side.keys;
    const open = [];
    for (const key of [read, read]) open.push(await listen(url, asking(key)));
    const refused = await fetch(url, { headers: asking(read) });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await refused.json()).toMatchObject({
      detail: "This key has 2 event streams open, which is the limit. Close one first.",
    });
    open.push(await listen(url, asking(write)));
    const full = await fetch(url, { headers: asking(admin) });
    expect(full.status).toBe(503);
    await full.text();
    for (const one of open) one.stop();
    await side.end();
  });

  it("says what is declared, and what was delivered", async () => {
    const one = await ear();
    const group = await http.api("POST", "/alert_groups", { title: "G" });
    expect((await one.next(about("resource"))).data).toMatchObject({
      id: group.json.id,
      resource: "alert_groups",
      action: "create",
    });
    await http.call("POST", `/api/webhook/${group.json.webhook_id}`, {
      body: { alerts: [{ status: "firing", annotations: {} }] },
    });
    expect((await one.next(about("delivery"))).data).toMatchObject({
      target_id: group.json.id,
      http_status: 202,
    });
  });

  it("says nothing of a report that is only counted", async () => {
    const { webhook_id } = await monitor();
    await report(webhook_id);
    const before = await http.store.read.last_event();
    for (let i = 0; i < 5; i++) await report(webhook_id);
    expect(await http.store.read.last_event()).toEqual(before);
  });

  it("sends who comes back what was missed, in order, once", async () => {
    const first = await ear();
    await monitor();
    const last = await first.next(({ data }) => data.resource !== undefined);
    await first.next(({ data }) => data.resource === "webhook_monitors");
    first.stop();
    for (const title of ["a", "b", "c"]) await http.api("POST", "/alert_groups", { title });
    const second = await ear(http.keys.read, last.id!);
    await second.next(() => second.seen.filter(about("resource")).length === 4);
    const ids = second.seen.map(({ id }) => Number(id!.split(".")[1]));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(4);
  });

  it("says reset to who was away for longer than events are kept", async () => {
    await http.api("POST", "/alert_groups", { title: "old" });
    const last = await http.store.read.last_event();
    await http.clock.advance(25 * 3600_000, () => true);
    const day = 24 * 3600_000;
    await http.store.run("expire_rows", {
      now: http.clock.now(),
      retention: {
        reports: day,
        incidents: day,
        inbound_events: day,
        audit_events: day,
        history: day,
        measures: { check: day, hour: day, day },
      },
    });
    const named = ({ tx, seq }: EventPosition) => `${tx}.${seq}`;
    for (const id of [named(last), "7.7", "nonsense", "1.1; drop"]) {
      const one = await ear(http.keys.read, id);
      await one.next(({ event }) => event === "reset");
    }
  });

  it("ends with the key", async () => {
    const made = await http.api("POST", "/api_keys", { name: "brief" });
    const dated = await http.api("POST", "/api_keys", {
      name: "dated",
      expires_at: new Date(http.clock.now() + 5000).toISOString(),
    });
    const [revoked, expired] = [await ear(made.json.key), await ear(dated.json.key)];
    const other = await ear();
    await http.api("DELETE", `/api_keys/${made.json.id}`);
    await revoked.ended;
    await http.clock.advance(5000, () => true);
    await expired.ended;
    await http.api("POST", "/alert_groups", { title: "G" });
    await other.next(({ data }) => data.resource === "alert_groups");
  });

  it("tells organizations apart", async () => {
    const stranger = await ear(http.stranger);
    const own = await ear();
    await http.api("POST", "/alert_groups", { title: "canary" });
    await own.next(about("resource"));
    await http.call("POST", "/api/v1/alert_groups", {
      key: http.stranger,
      body: { title: "theirs" },
    });
    await stranger.next(about("resource"));
    expect(stranger.seen.filter(about("resource"))).toHaveLength(1);
    expect(own.seen.filter(about("resource"))).toHaveLength(1);
  });

  it("is neither gathered nor stored on its way, and pings", async () => {
    const one = await ear();
    expect(one.status).toBe(200);
    expect(one.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(one.headers.get("x-accel-buffering")).toBe("no");
    expect(one.headers.get("cache-control")).toContain("no-store");
    expect(one.headers.get("content-encoding")).toBeNull();
    for (let i = 0; i < 16; i++) {
      await http.clock.advance(1000, () => true);
      await http.store.read.last_event();
    }
    await one.next(({ event }) => event === "ping");
    expect(one.raw()).toContain(": ping\n");
  });

  it("pings as often as it is asked to", async () => {
    const often = await listen(`${http.origin}/api/v1/events?ping_seconds=1`, {
      authorization: `Bearer ${http.keys.read}`,
    });
    const seldom = await ear();
    const pings = (of: typeof often) => of.seen.filter(({ event }) => event === "ping").length;
    while (pings(often) < 3) {
      await http.clock.advance(1000, () => true);
      await http.store.read.last_event();
    }
    expect(pings(seldom)).toBe(0);
    often.stop();
    seldom.stop();
    for (const wrong of ["0", "61", "soon"])
      expect((await http.api("GET", `/events?ping_seconds=${wrong}`)).status).toBe(422);
  });

  it("ends when the server does", async () => {
    const side = await startHttp();
    const one = await listen(`${side.origin}/api/v1/events`, {
      authorization: `Bearer ${side.keys.read}`,
    });
    await one.next(({ event }) => event === "hello");
    await side.end();
    await one.ended;
  });

  it("reads once for five hundred listeners", async () => {
    const all = await Promise.all(Array.from({ length: 500 }, () => ear()));
    const reads = vi.spyOn(http.store.read, "events");
    await http.api("POST", "/alert_groups", { title: "G" });
    await Promise.all(all.map((one) => one.next(about("resource"))));
    // One for each nudge, and those of the pauses between.
    expect(reads.mock.calls.length).toBeLessThan(20);
  });
});

describe("a listener that does not read", () => {
  it("is cut off, and the others go on", async () => {
    const feed = makeFeed({
      store: http.store,
      clock: http.clock,
      onError: (error) => expect(error).toBeUndefined(),
    });
    const key = await http.store.read.organizations();
    const org_id = key[0]!.id;
    const texts: string[] = [];
    let ended = false;
    const slow: Listener = {
      org_id,
      key_id: "k",
      session_id: null,
      until: null,
      ping_every: 15_000,
      backlog: () => 600 * 1024,
      write: () => expect.unreachable("it is written to"),
      end: () => (ended = true),
    };
    const quick: Listener = {
      org_id,
      key_id: "k",
      session_id: null,
      until: null,
      ping_every: 15_000,
      backlog: () => 0,
      write: (text) => texts.push(text),
      end: () => texts.push("end"),
    };
    await feed.join(slow, null);
    await feed.join(quick, null);
    expect(ended).toBe(true);
    expect(texts.join("")).toContain("event: hello");
    feed.close();
    expect(texts.at(-1)).toBe("end");
  });

  it("may also be one that ends its half of the connection, without a ping", async () => {
    const { port } = new URL(http.origin);
    const socket = createConnection({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
    socket.write(
      `GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${http.keys.read}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once("data", resolve));
    socket.end();
    await new Promise((resolve) => socket.once("close", resolve));
    // A connection without a word is closed after 30 s in any case.
  }, 25_000);

  it("may also be one that vanishes without a word", async () => {
    const { port } = new URL(http.origin);
    const socket = createConnection(Number(port), "127.0.0.1");
    socket.write(
      `GET /api/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${http.keys.read}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once("data", resolve));
    socket.resetAndDestroy();
    const one = await ear();
    await http.api("POST", "/alert_groups", { title: "G" });
    await one.next(about("resource"));
  });
});
