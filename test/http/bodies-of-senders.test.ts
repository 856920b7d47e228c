/** Bodies as programs send them that were not written for monitord: packed, in other charsets, as forms, as lines. */
import { randomBytes } from "node:crypto";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type Answer, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let group: { id: string; webhook_id: string };
let monitor: { id: string; webhook_id: string };
beforeAll(async () => {
  http = await startHttp();
  group = (await http.api("POST", "/alert_groups", { title: "G" })).json;
  monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "Errors",
      alert_group_id: group.id,
      error_rate_threshold: 1_000_000,
    })
  ).json;
});
afterAll(() => http.end());

type Headers = Record<string, string>;
const to = (target: "group" | "monitor", body: Uint8Array | string, headers: Headers = {}) =>
  http.call("POST", `/api/webhook/${(target === "group" ? group : monitor).webhook_id}`, {
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    headers,
  });
/** A monitor of which no report was sampled away. */
async function freshMonitor() {
  const { id, webhook_id } = (
    await http.api("POST", "/webhook_monitors", { title: "Fresh", alert_group_id: group.id })
  ).json;
  return {
    sent: (body: Uint8Array | string, headers: Headers) =>
      http.call("POST", `/api/webhook/${webhook_id}`, {
        body: typeof body === "string" ? new TextEncoder().encode(body) : body,
        headers,
      }),
    messages: async (): Promise<string[]> =>
      (await http.api("GET", `/webhook_monitors/${id}/reports`)).json.map(
        (report: { message: string }) => report.message,
      ),
  };
}
const latest = async (target: { id: string }) => {
  const { json } = await http.api("GET", `/inbound_events?target_id=${target.id}`);
  return json.at(-1);
};
const titles = async (): Promise<string[]> =>
  (await http.api("GET", `/incidents?source_id=${group.id}`)).json.map(
    (incident: { title: string }) => incident.title,
  );

const json = { "content-type": "application/json" };
const utf16 = (text: string, mark: boolean, big: boolean): Buffer => {
  const bytes = Buffer.from((mark ? "\ufeff" : "") + text, "utf16le");
  return big ? bytes.swap16() : bytes;
};
const packed = (coding: string) => ({ ...json, "content-encoding": coding });
const form = { "content-type": "application/x-www-form-urlencoded" };

/** Forms of one body `{"title": name, "message": name}`. */
const forms: [what: string, (text: string) => Buffer | string, Headers][] = [
  ["gzip", (text) => gzipSync(text), packed("gzip")],
  ["gzip, in capitals", (text) => gzipSync(text), packed("GZIP")],
  ["x-gzip", (text) => gzipSync(text), packed("x-gzip")],
  ["deflate", (text) => deflateSync(text), packed("deflate")],
  ["deflate without its header", (text) => deflateRawSync(text), packed("deflate")],
  ["br", (text) => brotliCompressSync(text), packed("br")],
  ["zstd", (text) => zstdCompressSync(text), packed("zstd")],
  ["packed twice", (text) => brotliCompressSync(gzipSync(text)), packed("gzip, br")],
  ["gzip whose header a proxy took off", (text) => gzipSync(text), json],
  ["identity", (text) => text, packed("identity")],
  ["text/json", (text) => text, { "content-type": "text/json" }],
  ["text/plain", (text) => text, { "content-type": "text/plain; charset=UTF-8" }],
  ["the type of curl -d", (text) => text, form],
  ["a byte order mark", (text) => `\ufeff${text}`, json],
  ["UTF-16 with a mark, little endian", (text) => utf16(text, true, false), json],
  ["UTF-16 with a mark, big endian", (text) => utf16(text, true, true), json],
  ["UTF-16 without a mark", (text) => utf16(text, false, false), json],
  [
    "UTF-16 without a mark, big endian",
    (text) => utf16(text, false, true),
    { "content-type": "application/json; charset=utf-16be" },
  ],
  [
    "a named charset",
    (text) => Buffer.from(text, "latin1"),
    { "content-type": 'application/json; charset="ISO-8859-1"' },
  ],
  ["UTF-16 that is packed", (text) => gzipSync(utf16(text, true, false)), packed("gzip")],
  ["a form with a member that is JSON", (text) => `payload=${encodeURIComponent(text)}&x=1`, form],
  ["a form of fields", (text) => new URLSearchParams(JSON.parse(text) as Headers).toString(), form],
  [
    "a form of fields without its type",
    (text) => new URLSearchParams(JSON.parse(text) as Headers).toString(),
    {},
  ],
  [
    "a form in parts",
    (text) => `--x\r\ncontent-disposition: form-data; name="payload"\r\n\r\n${text}\r\n--x--\r\n`,
    { "content-type": "multipart/form-data; boundary=x" },
  ],
  ["a number without a value", (text) => `${text.slice(0, -1)},"value":NaN}`, json],
];

describe("a delivery is read as what it is meant as:", () => {
  it.each(forms)("%s, to a group", async (what, written, headers) => {
    const title = `Größe: ${what}`;
    const answer = await to("group", written(JSON.stringify({ title, message: title })), headers);
    expect([answer.status, answer.json.accepted], answer.text).toEqual([202, 1]);
    expect(await titles()).toContain(title);
  });

  it.each(forms)("%s, to a monitor", async (what, written, headers) => {
    const message = `Größe: ${what}`;
    const { messages, sent } = await freshMonitor();
    const answer = await sent(written(JSON.stringify({ title: "t", message })), headers);
    expect([answer.status, answer.json], answer.text).toEqual([202, { accepted: 1 }]);
    expect(await messages()).toEqual([message]);
  });

  const lines = (name: string, end = "\n") =>
    [1, 2, 3]
      .map((n) => JSON.stringify({ title: `${name} ${n}`, message: `${name} ${n}` }))
      .join(end);

  it.each([
    ["lines", lines("line"), { "content-type": "application/x-ndjson" }],
    ["lines as Windows writes them", `${lines("windows", "\r\n")}\r\n`, json],
    ["a list", `[${lines("item", ",")}]`, json],
  ])("many bodies as %s", async (_what, body, headers) => {
    const group = await to("group", body, headers);
    expect([group.status, group.json.accepted], group.text).toEqual([202, 3]);
    const monitor = await to("monitor", body, headers);
    expect([monitor.status, monitor.json.accepted], monitor.text).toEqual([202, 3]);
  });

  it("members as loggers name them", async () => {
    const { messages, sent } = await freshMonitor();
    await sent("name=app&msg=it+broke&levelname=ERROR", form);
    await sent('{"msg":"not this","message":"this"}', json);
    expect(await messages()).toEqual(["it broke", "this"]);
  });

  it("a key that is a number, as it was written", async () => {
    const about = (key: string, status: string) =>
      to("group", `{"title":"K","fingerprint":${key},"status":"${status}"}`, json);
    await about("1.10", "firing");
    await about("1.1", "firing");
    await about("12345678901234567890", "firing");
    await about("12345678901234567891", "firing");
    await about('"1.10"', "ok");
    const { json: open } = await http.api("GET", `/incidents?source_id=${group.id}&status=open`);
    const own = open.filter((incident: { title: string }) => incident.title === "K");
    expect(own.map((one: { key: string }) => one.key).toSorted()).toEqual([
      "1.1",
      "12345678901234567890",
      "12345678901234567891",
    ]);
  });
});

describe("a delivery that cannot be unpacked or read", () => {
  const bomb = (size: number) => gzipSync(Buffer.alloc(size, " "), { level: 9 });
  it.each<[what: string, body: Buffer | string, headers: Headers, status: number, why: string]>([
    ["an unknown coding", "{}", packed("compress"), 415, "compress cannot be read"],
    ["another coding than it says", "{}", packed("gzip"), 400, "not what Content-Encoding: gzip"],
    ["half of a coding", gzipSync("{}").subarray(0, 9), packed("gzip"), 400, "not what"],
    ["a bomb", bomb(32 << 20), packed("gzip"), 413, "unpacks to more than"],
    [
      "a bomb in a bomb",
      gzipSync(bomb(32 << 20)),
      packed("gzip, gzip"),
      413,
      "unpacks to more than",
    ],
    [
      "an unknown charset",
      "{}",
      { "content-type": "application/json; charset=klingon" },
      415,
      "klingon",
    ],
    [
      "a form in parts without an end",
      "--x\r\nnope",
      { "content-type": "multipart/form-data; boundary=x" },
      400,
      "not the form",
    ],
    ["more fields than a form has", "a=1&".repeat(20_000), form, 400, "is a form"],
    ["lines of which one is broken", '{"title":"a"}\n{"title":\n', json, 400, "not JSON"],
  ])("%s is refused with the reason, and kept", async (_what, body, headers, status, why) => {
    for (const target of ["group", "monitor"] as const) {
      const answer: Answer = await to(target, body, headers);
      const isForm = target === "monitor" && why === "is a form";
      expect(answer.status, answer.text).toBe(isForm ? 415 : status);
      if (!isForm) expect(answer.json.detail).toContain(why);
      const event = await latest(target === "group" ? group : monitor);
      expect([event.http_status, event.reason]).toEqual([answer.status, answer.json.detail]);
      expect(event.size).toBe(Buffer.byteLength(body));
    }
  });
});

describe("a delivery that is refused after it was unpacked", () => {
  const whole = async ({ id }: { id: string }) =>
    (await http.api("GET", `/inbound_events/${id}`)).json;

  it.each<[what: string, pack: (text: string) => Buffer, headers: Headers]>([
    ["packed", (text) => gzipSync(text), packed("gzip")],
    ["in UTF-16", (text) => utf16(text, true, false), json],
  ])("%s: its text is kept, whole and to be replayed", async (_what, pack, headers) => {
    const text = `{"title": "Disk full on zoë", "id": ${"9".repeat(20_000)},}`;
    expect((await to("group", pack(text), headers)).status).toBe(400);
    const event = await whole(await latest(group));
    expect([event.body, event.size]).toEqual([text, Buffer.byteLength(text)]);
    const again = await http.api("POST", `/inbound_events/${event.id}/replay`, {});
    expect([again.status, again.json.detail]).toEqual([400, event.reason]);
    // Of one to a monitor, the beginning.
    expect((await to("monitor", pack(text), headers)).status).toBe(400);
    expect((await whole(await latest(monitor))).body).toMatch(
      /^\{"title": "Disk full on zoë", "id": 9{16000}/,
    );
  });
});

describe("a delivery of tens of megabytes, packed", () => {
  const huge = (title: string) =>
    gzipSync(
      JSON.stringify({
        alerts: Array.from({ length: 100 }, (_, i) => ({
          status: "firing",
          labels: { alertname: title, instance: `i${i}` },
          annotations: { description: `${i}: ${randomBytes(45_000).toString("hex")}` },
        })),
      }),
    );

  it("is read whole, and its beginning is kept", async () => {
    const answer = await to("group", huge("Huge"), packed("gzip"));
    expect([answer.status, answer.json], answer.text).toEqual([
      202,
      { accepted: 100, format: "alerts" },
    ]);
    const { json: event } = await http.api("GET", `/inbound_events/${(await latest(group)).id}`);
    expect(event.body).toMatch(/^{"alerts":.*… \(cut; sha256 as sent: [0-9a-f]{64}\)$/s);
  });

  it("is refused when it is no JSON", async () => {
    const body = gzipSync(Buffer.concat([Buffer.alloc(9 << 20, '{"a":"b'), Buffer.from(".")]), {
      level: 0,
    }).subarray(0, 8 << 20);
    expect((await to("group", body, packed("gzip"))).status).toBe(400);
  });
});

describe("paths that clients of other services append", () => {
  const at = (path: string, body: unknown) =>
    http.call("POST", `/api/webhook/${group.webhook_id}${path}`, { body });
  const alerts = [
    { labels: { alertname: "FromPrometheus" }, annotations: {}, startsAt: "2026-11-01T00:00:00Z" },
  ];

  it.each(["/api/v2/alerts", "/api/v1/alerts"])("Alertmanager's %s", async (path) => {
    const answer = await at(path, alerts);
    expect([answer.status, answer.json]).toEqual([
      200,
      { accepted: 1, format: "alertmanager-api", status: "success" },
    ]);
  });

  it("PagerDuty's /v2/enqueue answers with the key that ends it, made up where none was sent", async () => {
    const payload = { summary: "Disk full", source: "db1", severity: "critical" };
    const sent = await at("/v2/enqueue", {
      routing_key: "r",
      event_action: "trigger",
      dedup_key: "mine",
      payload,
    });
    expect([sent.status, sent.json]).toEqual([
      202,
      {
        status: "success",
        message: "Event processed",
        dedup_key: "mine",
        accepted: 1,
        format: "pagerduty",
      },
    ]);
    const made = await at("/v2/enqueue", { routing_key: "r", event_action: "trigger", payload });
    const { dedup_key } = made.json as { dedup_key: string };
    const open = async () =>
      (await http.api("GET", `/incidents?source_id=${group.id}&status=open`)).json.map(
        (one: { key: string }) => one.key,
      );
    expect(await open()).toEqual(expect.arrayContaining(["mine", dedup_key]));
    await at("/v2/enqueue", { routing_key: "r", event_action: "resolve", dedup_key });
    expect(await open()).not.toContain(dedup_key);
  });

  it("PagerDuty's /v2/enqueue takes a body that is no event, too", async () => {
    const answer = await at("/v2/enqueue", { title: "Not an event" });
    expect(answer.json).toMatchObject({ status: "success", format: "generic" });
    expect(answer.json.dedup_key).toMatch(/./);
  });

  it("PagerDuty's path of version 1", async () => {
    const answer = await at("/generic/2010-04-15/create_event.json", {
      service_key: "s",
      event_type: "trigger",
      incident_key: "srv01/HTTP",
      description: "HTTP down on srv01",
    });
    expect(answer.json).toMatchObject({ status: "success", message: "Event processed" });
    expect([answer.status, typeof answer.json.incident_key]).toEqual([200, "string"]);
  });

  it("of an unknown URL, and of a monitor's, are no way in", async () => {
    const unknown = await http.call(
      "POST",
      "/api/webhook/00000000-0000-4000-8000-000000000000/v2/enqueue",
      {
        body: {},
      },
    );
    expect(unknown.status).toBe(404);
    const answer = await http.call("POST", `/api/webhook/${monitor.webhook_id}/v2/enqueue`, {
      body: { event_action: "trigger" },
    });
    expect(answer.status).toBe(404);
  });
});
