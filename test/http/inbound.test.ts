import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { StoreUnavailable } from "../../src/store/kit/unavailable.ts";
import type { Store } from "../../src/app/store.ts";
import type { Answer, Ask, HttpSide } from "../support/http.ts";
import { startHttp } from "../support/http.ts";

let http: HttpSide;
let group: { id: string; webhook_id: string };
let monitor: { id: string; webhook_id: string };
beforeAll(async () => {
  http = await startHttp();
  group = (await http.api("POST", "/alert_groups", { title: "G" })).json;
});
afterAll(() => http.end());
beforeEach(async () => {
  monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "Errors",
      alert_group_id: group.id,
      error_rate_threshold: 1_000_000,
    })
  ).json;
});

const json = { "content-type": "application/json" };
const post = (body: unknown, ask: Ask = {}): Promise<Answer> =>
  http.call("POST", `/api/webhook/${monitor.webhook_id}`, { body, ...ask });
const counted = async (): Promise<number> =>
  (await http.api("GET", `/webhook_monitors/${monitor.id}`)).json.errors_in_window;
const kept = async (target = monitor.id) =>
  (await http.api("GET", `/inbound_events?target_id=${target}`)).json;

describe("an error report", () => {
  it.each([
    ["an object", { message: "boom", source: "api" }, 1],
    ["a message alone", { message: "boom" }, 1],
    ["a source alone", { source: "api" }, 1],
    ["an array", [{ message: "a" }, { message: "b" }, { source: "c" }], 3],
    ["an empty array", [], 0],
    ["with more members", { message: "m", level: 3, tags: ["a"] }, 1],
  ])("as %s is accepted once it is on disk", async (_what, body, accepted) => {
    const answer = await post(body);
    expect([answer.status, answer.json]).toEqual([202, { accepted }]);
    expect(answer.text).toMatch(/}\n$/);
    expect(await counted()).toBe(accepted);
  });

  it("is taken by PUT and without an API key or a content type", async () => {
    const put = await http.call("PUT", `/api/webhook/${monitor.webhook_id}`, {
      body: { message: "m" },
    });
    expect(put.status).toBe(202);
    const bytes = new TextEncoder().encode('{"message":"untyped"}');
    expect((await post(bytes)).status).toBe(202);
    for (const type of [
      "application/json; charset=utf-8",
      "application/problem+json",
      "Application/JSON",
    ])
      expect(
        (await post('{"message":"m"}', { headers: { "content-type": type } })).status,
        type,
      ).toBe(202);
    expect(await counted()).toBe(5);
  });

  it("of any number at once is counted exactly", async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => post({ message: `m${i}` })),
    );
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([202]));
    expect(await counted()).toBe(300);
  });

  describe("with an Idempotency-Key", () => {
    const keyed = (body: unknown, key: string) =>
      post(body, { headers: { ...json, "idempotency-key": key } });

    it("counts once and is answered the same, two at once too", async () => {
      const answers = await Promise.all([
        keyed([{ message: "a" }, { message: "b" }], "k1"),
        keyed([{ message: "a" }, { message: "b" }], "k1"),
      ]);
      answers.push(await keyed({ message: "another body" }, "k1"));
      for (const { status, json: body } of answers)
        expect([status, body]).toEqual([202, { accepted: 2 }]);
      expect(await counted()).toBe(2);
      expect((await keyed({ message: "m" }, "k2")).status).toBe(202);
      expect(await counted()).toBe(3);
    });

    it("does not count what was refused before", async () => {
      expect((await keyed("nonsense", "k3")).status).toBe(400);
      expect((await keyed({ message: "m" }, "k3")).status).toBe(202);
      expect(await counted()).toBe(1);
    });

    it("of alerts keeps one delivery", async () => {
      const send = () =>
        http.call("POST", `/api/webhook/${group.webhook_id}`, {
          body: { title: "Disk full" },
          headers: { ...json, "idempotency-key": "k" },
        });
      const [first, second] = [await send(), await send()];
      expect([first.status, first.json]).toEqual([202, { accepted: 1, format: "generic" }]);
      expect([second.status, second.json]).toEqual([first.status, first.json]);
      expect(await kept(group.id)).toHaveLength(1);
    });

    it.each([
      ["empty", ""],
      ["longer than 255 characters", "k".repeat(256)],
    ])("that is %s is refused", async (_what, key) => {
      const { status, json: body } = await keyed({ message: "m" }, key);
      expect([status, body.detail]).toEqual([
        400,
        "Idempotency-Key must have 1 to 255 characters.",
      ]);
      expect(await counted()).toBe(0);
      expect((await keyed({ message: "m" }, "k".repeat(255))).status).toBe(202);
    });
  });

  it("is not refused for a long message", async () => {
    const message = "ü€".repeat(20_000);
    expect((await post({ message })).status).toBe(202);
  });

  it.each([
    [500, "500"],
    [false, "false"],
    [{ code: 500, text: "boom" }, '{"code":500,"text":"boom"}'],
    [["boom"], '["boom"]'],
  ])("counts with the message %j, which is shown as its JSON", async (message, shown) => {
    await http.api("PUT", `/webhook_monitors/${monitor.id}`, {
      title: "Errors",
      alert_group_id: group.id,
      error_rate_threshold: 1,
    });
    expect((await post({ message, source: 7 })).status).toBe(202);
    const { json } = await http.api("GET", `/incidents?source_id=${monitor.id}`);
    expect(json[0].details).toMatchObject({ last_message: shown });
  });

  it("cannot reach a prototype, and its odd text is replaced", async () => {
    const answer = await post(
      '{"message":"a\\u0000b\\ud800c","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      { headers: json },
    );
    expect(answer.status).toBe(202);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("what a known URL refuses is kept with the reason", () => {
  it.each([
    ["not JSON", "{nope", {}, 400],
    ["nothing", "", {}, 400],
    ["too deep", `${"[".repeat(100_000)}`, {}, 400],
    ["no report", { other: 1 }, {}, 422],
    ["a text", '"boom"', {}, 422],
    ["null", "null", {}, 422],
    ["null as message", { message: null }, {}, 422],
    ["a form without fields", "boom", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["256 KiB and more", { message: "x".repeat(300 * 1024) }, {}, 413],
  ])("%s", async (_what, body, headers, status) => {
    const answer = await post(body, {
      headers: typeof body === "string" ? { ...json, ...headers } : {},
    });
    expect(answer.status).toBe(status);
    const [event] = await kept();
    expect(event).toMatchObject({
      target_kind: "webhook_monitor",
      target_id: monitor.id,
      http_status: status,
    });
    const sent = typeof body === "string" ? body : JSON.stringify(body);
    expect(sent.startsWith(event.body.replace(/…$/, ""))).toBe(true);
    expect(event.body.length).toBeLessThanOrEqual(16 * 1024);
    expect(await counted()).toBe(0);
  });

  it.each([
    ["whole up to a mebibyte", 1024 * 1024, 1024 * 1024],
    ["by its beginning when it is larger", 1024 * 1024 + 1, 16 * 1024],
  ])("that a group refuses is kept %s", async (_how, size, most) => {
    const body = `["${"1".repeat(size - 4)}"]`;
    const path = `/api/webhook/${group.webhook_id}`;
    const { status } = await http.call("POST", path, { body, headers: json });
    const { id } = (await kept(group.id)).at(-1);
    const { json: event } = await http.api("GET", `/inbound_events/${id}`);
    expect([status, event.size, Buffer.byteLength(event.body)]).toEqual([422, size, most]);
  });

  it("names every fault of every report, and counts none of them", async () => {
    const answer = await post([{ message: "fine" }, { message: null }, {}]);
    expect(answer.status).toBe(422);
    expect(answer.json.errors.map((e: { field: string }) => e.field)).toEqual([
      "[1].message",
      "[2].message",
    ]);
    expect(await counted()).toBe(0);
  });

  it("and only the latest hundred of one URL", async () => {
    for (let i = 0; i < 105; i++) await post(`bad ${i}`, { headers: json });
    const events = await kept();
    expect(events).toHaveLength(100);
    expect(events.at(-1).body).toBe("bad 104");
  });
});

describe("an inbound URL", () => {
  it("answers 405 to GET and says what is possible", async () => {
    const answer = await http.call("GET", `/api/webhook/${monitor.webhook_id}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST, PUT");
    expect(answer.text).not.toContain(monitor.webhook_id);
  });

  it("of a deleted monitor is not known any more", async () => {
    await http.api("DELETE", `/webhook_monitors/${monitor.id}`);
    expect((await post({ message: "m" })).status).toBe(404);
  });

  it("that nobody knows is refused more firmly after twenty tries, a known one never", async () => {
    const fresh = await startHttp();
    const made = await fresh.api("POST", "/alert_groups", { title: "G" });
    const known = await fresh.api("POST", "/webhook_monitors", {
      title: "M",
      alert_group_id: made.json.id,
    });
    const statuses = new Map<number, number>();
    for (let i = 0; i < 25; i++) {
      const { status, headers } = await fresh.call(
        "POST",
        `/api/webhook/00000000-0000-4000-8000-${String(i).padStart(12, "0")}`,
        { body: { message: "m" } },
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect([...statuses]).toEqual([
      [404, 20],
      [429, 5],
    ]);
    const fine = await fresh.call("POST", `/api/webhook/${known.json.webhook_id}`, {
      body: { message: "m" },
    });
    expect(fine.status).toBe(202);
    await fresh.end();
  });

  it("does not say accepted when the disk did not take it", async () => {
    let broken = false;
    const failing = await startHttp({
      wrap: (store) => ({
        ...store,
        run: ((verb: "report", input: never) =>
          broken && verb === "report"
            ? Promise.reject(new StoreUnavailable("disk full"))
            : store.run(verb, input)) as Store["run"],
      }),
    });
    const made = await failing.api("POST", "/alert_groups", { title: "G" });
    const { json: target } = await failing.api("POST", "/webhook_monitors", {
      title: "M",
      alert_group_id: made.json.id,
    });
    broken = true;
    const answer = await failing.call("POST", `/api/webhook/${target.webhook_id}`, {
      body: { message: "m" },
    });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.text).not.toContain("disk full");
    await failing.end();
  });

  it("survives senders that go away in the middle", async () => {
    const { port } = new URL(http.origin);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write(
          `POST /api/webhook/${monitor.webhook_id} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"mess`,
          () => socket.destroy(),
        );
      });
      socket.on("close", () => resolve());
    });
    expect((await post({ message: "after" })).status).toBe(202);
    expect(await counted()).toBe(1);
  });
});
