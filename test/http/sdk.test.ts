/** SDKs of other services that report errors to a webhook monitor: Sentry's, and OpenTelemetry's exporters. */
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { randomUUID } from "node:crypto";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startHttp, type Answer, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let group: { id: string; webhook_id: string };
let monitor: { id: string; webhook_id: string };
beforeAll(async () => {
  http = await startHttp();
  group = (await http.api("POST", "/alert_groups", { title: "G" })).json;
});
afterAll(() => http.end());
beforeEach(async () => {
  const made = { title: "Shop", alert_group_id: group.id, error_rate_threshold: 1_000_000 };
  monitor = (await http.api("POST", "/webhook_monitors", made)).json;
});

type Headers = Record<string, string>;
type Report = { message: string; source: string | null; meta: Record<string, unknown> | null };
const bytes = (body: Uint8Array | string) =>
  typeof body === "string" ? new TextEncoder().encode(body) : body;
const reports = async (): Promise<Report[]> =>
  (await http.api("GET", `/webhook_monitors/${monitor.id}/reports`)).json;
const refused = async () =>
  (await http.api("GET", `/inbound_events?target_id=${monitor.id}`)).json.at(-1);

describe("a Sentry SDK", () => {
  const key = () => monitor.webhook_id.replaceAll("-", "");
  const auth = (): Headers => ({
    "x-sentry-auth": `Sentry sentry_version=7, sentry_client=test/1.0, sentry_key=${key()}`,
  });
  const send = (body: Uint8Array | string, headers: Headers = auth(), path = "envelope/") =>
    http.call("POST", `/api/1/${path}`, { body: bytes(body), headers });
  const event = (more: object = {}) => ({
    event_id: "9ec79c33ec9942ab8353589fcb2e04dc",
    platform: "python",
    environment: "production",
    release: "shop@1.2.3",
    transaction: "/checkout",
    exception: {
      values: [
        { type: "KeyError", value: "'sku'" },
        {
          type: "CartError",
          value: "no total",
          stacktrace: {
            frames: [
              { function: "handle", filename: "shop/views.py", lineno: 9, in_app: true },
              { function: "total", filename: "/srv/app/shop/cart.py", lineno: 12, in_app: true },
              { function: "loads", filename: "json/decoder.py", lineno: 355, in_app: false },
            ],
          },
        },
      ],
    },
    user: { email: "ada@example.com" },
    breadcrumbs: [{ message: "secret" }],
    ...more,
  });
  const item = (type: string, payload: object | string, headers: object = {}) => {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    return `${JSON.stringify({ type, length: Buffer.byteLength(text), ...headers })}\n${text}`;
  };
  const envelope = (...items: string[]) =>
    [
      JSON.stringify({ event_id: event().event_id, sent_at: "2026-11-21T03:00:00Z" }),
      ...items,
    ].join("\n");

  it("reports an exception with its kind, its source, and no data of users", async () => {
    const answer = await send(`${envelope(item("event", event({ tags: { region: "eu" } })))}\n`);
    expect([answer.status, answer.json], answer.text).toEqual([200, { id: event().event_id }]);
    expect(answer.headers.get("x-sentry-rate-limits")).toMatch(
      /^86400:transaction;.*:organization$/,
    );
    expect(await reports()).toMatchObject([
      {
        message: "CartError: no total",
        source: "production, shop@1.2.3, /checkout",
        meta: {
          exception: "CartError in total (shop/cart.py:12)",
          level: "error",
          event_id: event().event_id,
          platform: "python",
          tags: { region: "eu" },
        },
      },
    ]);
    expect(JSON.stringify(await reports())).not.toMatch(/ada@|secret/);
  });

  it.each<[what: string, body: (text: string) => Uint8Array, coding: string]>([
    ["gzip", (text) => gzipSync(text), "gzip"],
    ["deflate", (text) => deflateSync(text), "deflate"],
    ["br", (text) => brotliCompressSync(text), "br"],
    ["zstd", (text) => zstdCompressSync(text), "zstd"],
  ])("packs with %s", async (_what, packed, coding) => {
    const answer = await send(packed(envelope(item("event", event()))), {
      ...auth(),
      "content-encoding": coding,
      "content-type": "application/x-sentry-envelope",
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await reports()).toHaveLength(1);
  });

  it.each<[what: string, sent: object, message: string]>([
    ["a message", { message: "it broke" }, "it broke"],
    ["a formatted message", { logentry: { formatted: "it broke 7" } }, "it broke 7"],
    ["a template", { logentry: { message: "%s broke %d", params: ["it", 7] } }, "it broke 7"],
    ["an old message", { message: { message: "it", formatted: "it broke" } }, "it broke"],
    ["a fatal error", { level: "FATAL", message: "it broke" }, "it broke"],
    ["a list of exceptions", { exception: [{ type: "E", value: "v" }] }, "E: v"],
    ["one exception", { exception: { type: "E" } }, "E"],
    ["nothing", {}, "An error without a message"],
  ])("reports %s", async (_what, sent, message) => {
    await send(envelope(item("event", sent)));
    expect((await reports()).map((one) => one.message)).toEqual([message]);
  });

  it("sends events by themselves to the older path, and its key in the query or as tunnel does", async () => {
    const query = `store/?sentry_key=${key()}&sentry_version=7`;
    const answer = await send(JSON.stringify(event()), {}, query);
    expect([answer.status, answer.json]).toEqual([200, { id: event().event_id }]);
    await send(envelope(item("event", event())), {}, `envelope/?sentry_key=${key()}`);
    await send(envelope(item("event", event())), {
      authorization: `Sentry sentry_key=${key().toUpperCase()}`,
    });
    expect(await reports()).toHaveLength(3);
  });

  it("has its DSN in the headers of the envelope alone, as tunnel sends it", async () => {
    const dsn = (id: string) =>
      JSON.stringify({ event_id: event().event_id, dsn: `https://${id}@monitor.example.com/1` });
    for (const more of [{}, { message: "m".repeat(100_000) }]) {
      const text = `${dsn(key())}\n${item("event", event(more))}`;
      expect((await send(text, {}, "envelope/")).status).toBe(200);
    }
    expect(await reports()).toHaveLength(2);
    for (const head of [dsn("0".repeat(32)), dsn("nobody"), "{}", "no JSON"]) {
      const { status } = await send(`${head}\n${item("event", event())}`, {}, "envelope/");
      expect([401, 404]).toContain(status);
    }
  });

  it("sends all else too, which is counted by its kind and dropped", async () => {
    const answer = await send(
      envelope(
        item("session", { sid: "s" }),
        item("transaction", { spans: [] }),
        item("replay_recording", "\u0000binary"),
        item("event", event({ level: "warning" })),
        item("event", event({ level: "info" })),
        item("made_up", {}),
        `{"type":"client_report"}\n{"discarded_events":[]}`,
        item("log", { items: [] }),
        item("event", event()),
      ),
    );
    expect(answer.status, answer.text).toBe(200);
    expect(await reports()).toHaveLength(1);
    const { text } = await http.call("GET", "/metrics");
    for (const kind of ["session", "event of level warning", "other", "client_report", "log"])
      expect(text).toContain(`monitord_sdk_items_dropped_total{item="${kind}"} 1`);
    expect(text).not.toContain("made_up");
  });

  it("in a browser may send from any page and read the answer", async () => {
    const asked = await http.call("OPTIONS", "/api/1/envelope/", {
      headers: {
        origin: "https://shop.example.com",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type, x-sentry-auth",
      },
    });
    expect([
      asked.status,
      asked.headers.get("access-control-allow-origin"),
      asked.headers.get("access-control-allow-headers"),
    ]).toEqual([204, "*", "content-type, x-sentry-auth"]);
    for (const answer of [await send(envelope(item("event", event()))), await send("nope")])
      expect([
        answer.headers.get("access-control-allow-origin"),
        answer.headers.get("access-control-expose-headers"),
      ]).toEqual(["*", expect.stringContaining("x-sentry-rate-limits")]);
  });

  it("with a wrong length after an event loses no event", async () => {
    const answer = await send(
      `${envelope(item("event", event()))}\n{"type":"replay_recording","length":9}\nx`,
    );
    expect([answer.status, (await reports()).length]).toEqual([200, 1]);
    const { text } = await http.call("GET", "/metrics");
    expect(text).toContain('monitord_sdk_items_dropped_total{item="unreadable rest"} 1');
  });

  it.each<[what: string, body: string, why: RegExp]>([
    ["without a header", "nope\n", /first line/],
    ["whose item has no type", '{}\n{"length":2}\n{}', /item 1 .* type/],
    [
      "whose item is cut short",
      '{}\n{"type":"event","length":99}\n{}',
      /shorter than the 99 bytes/,
    ],
    ["with a negative length", '{}\n{"type":"event","length":-1}\n{}', /not a number of bytes/],
    [
      "with a length that is a text",
      '{}\n{"type":"event","length":"2"}\n{}',
      /not a number of bytes/,
    ],
    ["whose event is no JSON", envelope(item("event", "{")), /not JSON/],
    ["whose event is no object", envelope(item("event", "[]")), /not a JSON object/],
    ["whose event is deep", envelope(item("event", "[".repeat(100_000))), /deeper/],
    ["with too many items", `{}\n${'{"type":"log","length":0}\n\n'.repeat(1_001)}`, /1000 items/],
  ])("envelope %s is refused with the reason, and kept", async (_what, body, why) => {
    const answer = await send(body);
    expect([answer.status, answer.json.detail]).toEqual([400, expect.stringMatching(why)]);
    expect((await refused()).reason).toMatch(why);
    expect(await reports()).toEqual([]);
  });

  it("whose refused envelope was mended here is replayed as one", async () => {
    await send(envelope(item("event", "{")));
    const { id } = await refused();
    const again = await http.api("POST", `/inbound_events/${id}/replay`, {});
    expect([again.status, again.json.detail]).toEqual([400, expect.stringMatching(/not JSON/)]);
  });

  it.each<[what: string, path: () => string, headers: () => Headers, status: number]>([
    ["without a key", () => "/api/1/envelope/", () => ({}), 401],
    ["with a key that is none", () => "/api/1/envelope/?sentry_key=abc", () => ({}), 401],
    ["of an unknown key", () => `/api/1/envelope/?sentry_key=${"0".repeat(32)}`, () => ({}), 404],
    ["of a project without a number", () => "/api/shop/envelope/", auth, 404],
    [
      "with the key of a group",
      () => `/api/1/envelope/?sentry_key=${group.webhook_id.replaceAll("-", "")}`,
      () => ({}),
      404,
    ],
  ])("%s: %i", async (_what, path, headers, status) => {
    const answer = await http.call("POST", path(), { body: bytes(envelope()), headers: headers() });
    expect(answer.status).toBe(status);
  });
});

describe("an exporter of OpenTelemetry", () => {
  const send = (signal: string, body: unknown, headers: Headers = {}): Promise<Answer> =>
    http.call("POST", `/api/webhook/${monitor.webhook_id}/v1/${signal}`, {
      body: bytes(body instanceof Uint8Array ? body : JSON.stringify(body)),
      headers: { "content-type": "application/json", ...headers },
    });
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const resource = {
    attributes: [
      attribute("service.name", "shop"),
      attribute("service.version", "1.2.3"),
      attribute("deployment.environment.name", "production"),
    ],
  };
  const logs = (...logRecords: object[]) => ({
    resourceLogs: [{ resource, scopeLogs: [{ scope: { name: "shop.cart" }, logRecords }] }],
  });
  const traces = (...spans: object[]) => ({
    resourceSpans: [{ resource, scopeSpans: [{ scope: {}, spans }] }],
  });
  const body = (text: string) => ({ body: { stringValue: text } });

  it("reports log records of severity ERROR and above", async () => {
    const answer = await send(
      "logs",
      logs(
        {
          ...body("payment failed"),
          severityNumber: 17,
          severityText: "ERROR",
          attributes: [
            attribute("exception.type", "PayError"),
            attribute("exception.message", "card"),
            attribute("exception.stacktrace", "Error\n    at pay (file:///srv/shop/pay.js:7:3)\n"),
          ],
        },
        { ...body("fatal"), severityNumber: "SEVERITY_NUMBER_FATAL2" },
        { ...body("by its word"), severityText: "critical" },
        { ...body("a warning"), severityNumber: 13, severityText: "ERROR?" },
        { ...body("a word"), severityText: "info" },
        { ...body("no severity") },
      ),
    );
    expect([answer.status, answer.json]).toEqual([200, {}]);
    expect(await reports()).toMatchObject([
      {
        message: "payment failed",
        source: "production, shop@1.2.3",
        meta: {
          exception: "PayError in pay (shop/pay.js:7)",
          thrown: "PayError: card",
          logger: "shop.cart",
        },
      },
      { message: "fatal" },
      { message: "by its word" },
    ]);
  });

  it.each([
    [
      '  File "/srv/app/shop/cart.py", line 12, in total\n    x\n  File "/usr/a/b.py", line 3, in load\n',
      "b.py:3",
    ],
    [
      "java.lang.X: y\n\tat com.shop.Cart.total(Cart.java:12)\n\tat b.C.d(C.java:1)",
      "com.shop.Cart.total (Cart.java:12)",
    ],
    ["Error: x\n    at /srv/shop/pay.js:7:3", "shop/pay.js:7"],
    ["goroutine 1 [running]", null],
  ])("names the place of a stack trace: %s", async (stack, place) => {
    const attributes = [attribute("exception.type", "E"), attribute("exception.stacktrace", stack)];
    await send("logs", logs({ severityNumber: 17, attributes }));
    const [{ meta }] = (await reports()) as [Report];
    const text = String(meta!["exception"]);
    if (place === null) expect(text).toBe("E");
    else expect(text).toContain(place);
  });

  it("reports spans whose status is an error", async () => {
    await send(
      "traces",
      traces(
        { name: "GET /cart", status: { code: 2, message: "500" } },
        { name: "GET /ok", status: { code: 1 } },
        { name: "none" },
        {
          name: "POST /pay",
          status: { code: "STATUS_CODE_ERROR" },
          events: [
            {
              name: "exception",
              attributes: [
                attribute("exception.type", "PayError"),
                attribute("exception.message", "card"),
              ],
            },
          ],
        },
      ),
    );
    expect(await reports()).toMatchObject([
      {
        message: "500",
        source: "production, shop@1.2.3, GET /cart",
        meta: { span: "GET /cart" },
      },
      { message: "PayError: card", meta: { exception: "PayError in POST /pay" } },
    ]);
  });

  it("hears that metrics are not taken", async () => {
    const answer = await send("metrics", {
      resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "a" }, { name: "b" }] }] }],
    });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        partialSuccess: {
          rejectedDataPoints: "2",
          errorMessage: "monitord keeps no metrics: send them elsewhere.",
        },
      },
    ]);
  });

  it("with more errors than one request may have hears how many were not taken", async () => {
    const record = { severityNumber: 17, body: { stringValue: "e" } };
    const answer = await send("logs", logs(...Array.from({ length: 10_002 }, () => record)));
    expect(answer.json.partialSuccess).toEqual({
      rejectedLogRecords: "2",
      errorMessage: "A request may have 10000 errors.",
    });
  });

  const protobuf = { "content-type": "application/x-protobuf" };
  const message = (field: number, of: BinaryWriter) => (into: BinaryWriter) =>
    into.uint32((field << 3) | 2).bytes(of.finish());
  const text = (into: BinaryWriter, field: number, value: string) =>
    into.uint32((field << 3) | 2).string(value);
  const inRequest = (record: BinaryWriter) =>
    [2, 2, 1].reduce((inner, field) => message(field, inner)(new BinaryWriter()), record).finish();
  const record = () => {
    const value = message(5, text(new BinaryWriter(), 1, "from protobuf"));
    return value(
      new BinaryWriter()
        .uint32((2 << 3) | 0)
        .int32(17)
        .uint32((1 << 3) | 1)
        .fixed64(1n)
        .uint32((99 << 3) | 0)
        .int32(1),
    );
  };

  it("may send protobuf, and is answered in it", async () => {
    const answer = await send("logs", inRequest(record()), protobuf);
    expect([answer.status, answer.headers.get("content-type"), answer.text]).toEqual([
      200,
      "application/x-protobuf",
      "",
    ]);
    const packed = await send("logs", gzipSync(inRequest(record())), {
      ...protobuf,
      "content-encoding": "gzip",
    });
    expect(packed.status).toBe(200);
    expect((await reports()).map((one) => one.message)).toEqual(["from protobuf", "from protobuf"]);
    const metrics = await send("metrics", inRequest(new BinaryWriter()), protobuf);
    expect(metrics.text).toContain("monitord keeps no metrics");
  });

  it.each<[what: string, body: Uint8Array]>([
    ["whose length is a lie", Uint8Array.from([0x0a, 0xff, 0xff, 0x03, 0x12])],
    ["whose inner length is a lie", Uint8Array.from([0x0a, 0x02, 0x12, 0x7f])],
    ["that is cut", inRequest(record()).subarray(0, 20)],
    ["that is text", new TextEncoder().encode("hello")],
    ["with an endless number", new Uint8Array(64).fill(0xff)],
    [
      "with empty messages without end",
      new Uint8Array(1_000_000).map((_, i) => (i % 2 === 0 ? 0x0a : 0)),
    ],
  ])("protobuf %s is refused with the reason, and kept", async (_what, bad) => {
    const answer = await send("logs", bad, protobuf);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      400,
      "application/x-protobuf",
    ]);
    // `google.rpc.Status`: code 3, then the message behind its length.
    expect(answer.text.startsWith("\x08\x03\x12")).toBe(true);
    expect(answer.text.slice(4)).toMatch(/^The body is not the protobuf of OTLP/);
    expect((await refused()).http_status).toBe(400);
  });

  it.each<[what: string, body: unknown]>([
    ["a list", []],
    ["a text", "x"],
  ])("JSON that is %s is refused", async (_what, bad) => {
    const answer = await send("logs", bad);
    expect([answer.status, answer.json]).toEqual([
      400,
      { code: 3, message: "The request is not a JSON object." },
    ]);
  });

  it("to an address that does not exist hears it in a status, which says whether to send again", async () => {
    const gone = await http.call("POST", `/api/webhook/${randomUUID()}/v1/logs`, { body: {} });
    expect([gone.status, gone.json.code]).toEqual([404, 5]);
  });

  it.each<[what: string, body: object]>([
    ["without resources", {}],
    [
      "with resources that are none",
      { resourceLogs: [1, null, { scopeLogs: [{ logRecords: "x" }] }] },
    ],
    ["of another signal", { resourceSpans: [] }],
    ["with values of wrong types", logs({ severityNumber: {}, body: [], attributes: {} })],
  ])("JSON %s has no errors", async (_what, odd) => {
    expect([(await send("logs", odd)).status, await reports()]).toEqual([200, []]);
  });

  it("whose refused request is replayed is read as what it was", async () => {
    const ofMany = logs({ severityNumber: 17, ...body("again") });
    await http.api("PUT", `/webhook_monitors/${monitor.id}`, {
      title: "Shop",
      alert_group_id: group.id,
    });
    const bad = await http.call("POST", `/api/webhook/${monitor.webhook_id}`, {
      body: bytes(JSON.stringify(ofMany)),
      headers: { "content-type": "application/json" },
    });
    expect(bad.status).toBe(422);
    const { id } = await refused();
    expect((await http.api("POST", `/inbound_events/${id}/replay`, {})).json).toEqual({
      accepted: 1,
    });
    expect((await reports()).map((one) => one.message)).toEqual(["again"]);
  });
});
