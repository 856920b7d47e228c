import { describe, expect, test } from "vitest";
import { judge } from "../../../src/core/health/health.ts";
import { withMeasured } from "../../../src/core/health/own-check.ts";
import { readProbe } from "../../../src/core/health/probe-reading.ts";
import type { Certificate, ChainLink, Fetched, Seen } from "../../../src/core/health/prober.ts";
import type { Reading } from "../../../src/core/command/command.ts";
import type { HealthCheckMonitor } from "../../../src/core/model/model.ts";
import { answered, healthMonitor, night, seen } from "../../support/builders.ts";

const days = 86_400_000;

const certificate = (with_: Partial<Certificate> = {}): Certificate => ({
  subject: "CN=shop.example.com",
  issuer: "CN=Example CA",
  names: ["shop.example.com"],
  valid_from: night - 10 * days,
  valid_to: night + 80 * days,
  fault: null,
  ...with_,
});
const middle = (with_: Partial<ChainLink> = {}): ChainLink => ({
  subject: "CN=Example CA",
  issuer: "CN=Root",
  valid_from: night - 900 * days,
  valid_to: night + 900 * days,
  ...with_,
});
const endedLink = "Certificate chain: CN=Example CA ended 3 days ago (18 November)";
const earlyLink = "Certificate chain: CN=Example CA is not valid before 24 November";
const incomplete = "Certificate chain is incomplete";
const neither = "is neither sent nor trusted";
const timing = { dns: 1, connect: 2, tls: 3, first_byte: 4, total: 230 };
const facts = (with_: Partial<Seen> = {}) =>
  seen({
    address: "203.0.113.7:443",
    protocol: "TLSv1.3",
    timing,
    certificate: certificate(),
    ...with_,
  });

/** One that is valid for `left` more of the days that it lives for. */
const until = (left: number, lifetime = 90) =>
  certificate({ valid_from: night + (left - lifetime) * days, valid_to: night + left * days });

const web = { url: "https://shop.example.com/", expect: "http" as const };
const page = (http_status = 200, body = "Welcome", with_: Partial<Seen> = {}) =>
  answered(http_status, body, facts(with_));
const failure = (
  during: Extract<Fetched, { kind: "failure" }>["during"],
  reason: string,
  more: object = {},
): Fetched => ({ kind: "failure", during, reason, seen: facts(), ...more });

function read(monitor: Partial<HealthCheckMonitor>, fetched: Fetched): Reading & { ok: true } {
  const reading = readProbe(healthMonitor(monitor), fetched, night);
  if (!reading.ok) throw new Error(`no report: ${reading.reason}`);
  return reading;
}
const joined = (reading: Reading & { ok: true }) =>
  withMeasured(reading.results, reading.measured ?? null);
/** A line per sub-check: name, status, and what it says. */
const lines = (monitor: Partial<HealthCheckMonitor>, fetched: Fetched) =>
  joined(read(monitor, fetched)).map(({ name, status, notification_message, short_summary }) =>
    [name.replace("monitord.", ""), status, notification_message ?? short_summary]
      .filter((text) => text !== null)
      .join(" · "),
  );
const verdict = (monitor: Partial<HealthCheckMonitor>, fetched: Fetched) =>
  judge(read(monitor, fetched), healthMonitor(monitor), night);

test("a report that a server keeps from strangers says so", () => {
  const refused = page(400, "400 No required SSL certificate was sent");
  expect(readProbe(healthMonitor(), refused, night)).toMatchObject({
    ok: false,
    reason: "HTTP 400: the server wants a client certificate",
  });
  const odd = answered(200, JSON.stringify({ finishedAt: night, checkResults: [] }), {
    ...facts(),
    odd: ["Content-Length twice"],
  });
  expect(lines({}, odd)).toEqual([
    "answer · warning · The answer breaks the rules of HTTP: Content-Length twice",
  ]);
});

describe("an answer over HTTP", () => {
  test("that is well has a sub-check of each thing that took part", () => {
    expect(lines(web, page())).toEqual([
      "connection · ok · 203.0.113.7:443",
      "certificate · ok · ends in 80 days (9 February 2027)",
      "status · ok · HTTP 200",
      "response_time · ok · 230 ms",
    ]);
    expect(verdict(web, page())).toEqual({ status: "up", reason: null });
  });

  test("has its facts in the meta", () => {
    const meta = Object.fromEntries(
      joined(read(web, page(200, "", { content_type: "text/html", software: "nginx" }))).map(
        (one) => [one.name, one.meta],
      ),
    );
    expect(meta).toEqual({
      "monitord.connection": { address: "203.0.113.7:443", protocol: "TLSv1.3", kept: false },
      "monitord.certificate": {
        subject: "CN=shop.example.com",
        issuer: "CN=Example CA",
        names: ["shop.example.com"],
        valid_from: "2026-11-11T03:00:00.000Z",
        valid_to: "2027-02-09T03:00:00.000Z",
        days_left: 80,
      },
      "monitord.status": { http_status: 200, content_type: "text/html", software: "nginx" },
      "monitord.response_time": {
        dns_ms: 1,
        connect_ms: 2,
        tls_ms: 3,
        first_byte_ms: 4,
        total_ms: 230,
      },
    });
  });

  test("has the same sub-checks when only times and addresses differ", () => {
    const other = page(200, "", {
      address: "203.0.113.8:443",
      kept: true,
      timing: { ...timing, total: 231 },
    });
    expect(read(web, other).results).toEqual(read(web, page()).results);
  });

  test.each<[string, Partial<HealthCheckMonitor>, Fetched, string, string | null]>([
    ["another status", {}, page(503), "down", "HTTP 503"],
    ["an accepted status", { accepted_statuses: "200,503" }, page(503), "up", null],
    ["a missing text", { body_contains: "Hi" }, page(), "down", "The body lacks “Hi”"],
    ["no look at the body of an error", { body_contains: "Hi" }, page(500), "down", "HTTP 500"],
    [
      "a slow answer",
      { slow_above_ms: 2000 },
      page(200, "", { timing: { ...timing, total: 4210 } }),
      "degraded",
      "Answered in 4.2 s, slow above 2 s",
    ],
    ...(
      [
        [
          400,
          "400 No required SSL certificate was sent",
          ": the server wants a client certificate",
        ],
        [400, "400 The SSL certificate error", ": the server refuses the client certificate"],
        [400, "400 Bad Request", ""],
        [500, "400 The SSL certificate error", ""],
      ] as const
    ).map(([status, text, why]): [string, object, Fetched, string, string] => [
      `${status} with “${text}”`,
      {},
      page(status, `<title>${text}</title>`),
      "down",
      `HTTP ${status}${why}`,
    ]),
    [
      "a certificate that ends soon",
      {},
      page(200, "", { certificate: until(20.5) }),
      "degraded",
      "Certificate ends in 20 days (11 December)",
    ],
    [
      "a certificate of a month that ends soon",
      {},
      page(200, "", { certificate: until(9.5, 30) }),
      "degraded",
      "Certificate ends in 9 days (30 November)",
    ],
    [
      "a certificate of a month in its first weeks",
      {},
      page(200, "", { certificate: until(10.5, 30) }),
      "up",
      null,
    ],
    [
      "a certificate of six days at half its life",
      {},
      page(200, "", { certificate: until(3, 6) }),
      "up",
      null,
    ],
    [
      "a certificate of six days at its end",
      {},
      page(200, "", { certificate: until(0.5, 6) }),
      "down",
      "Certificate ends in 12 h (21 November)",
    ],
    [
      "a certificate of a month that ends within the days that were chosen",
      { certificate_warning_days: 20 },
      page(200, "", { certificate: until(10.5, 30) }),
      "degraded",
      "Certificate ends in 10 days (1 December)",
    ],
    [
      "a certificate with a common name alone",
      {},
      page(200, "", { certificate: certificate({ names: [] }) }),
      "degraded",
      "Certificate has its name only as common name (CN), which browsers refuse: it needs a subject alternative name",
    ],
    [
      "an answer that was read leniently",
      {},
      page(200, "", { odd: ["one", "two"] }),
      "degraded",
      "The answer breaks the rules of HTTP: one, two",
    ],
    [
      "an answer of many faults",
      {},
      page(200, "", { odd: ["one", "two", "three", "four", "five"] }),
      "degraded",
      "The answer breaks the rules of HTTP: one, two, three, and 2 more",
    ],
    [
      "a certificate that ends very soon",
      {},
      page(200, "", { certificate: until(7) }),
      "down",
      "Certificate ends in 7 days (28 November)",
    ],
    [
      "a certificate that is not watched",
      { watch_certificate: false },
      page(200, "", { certificate: certificate({ valid_to: night + days }) }),
      "up",
      null,
    ],
    [
      "a redirect to plain HTTP",
      {},
      page(200, "", { certificate: null, redirects: ["http://shop.example.com"] }),
      "degraded",
      "No certificate: the answer came over plain HTTP",
    ],
  ])("with %s", (_, monitor, fetched, status, reason) => {
    expect(verdict({ ...web, ...monitor }, fetched)).toEqual({ status, reason });
  });

  test("after redirects says where it came from", () => {
    const redirects = ["https://www.example.com", "https://shop.example.com"];
    const fetched = page(200, "", { redirects });
    expect(lines({ ...web, watch_certificate: false }, fetched)).toEqual([
      "connection · ok · 203.0.113.7:443",
      "redirects · ok · to https://shop.example.com",
      "status · ok · HTTP 200",
      "response_time · ok · 230 ms",
    ]);
  });

  test("is never stale: it is as old as the check", () => {
    const reading = read(web, page());
    expect(reading).toMatchObject({ finished_at: night, observed: true });
    expect(judge(reading, healthMonitor(web), night + days).status).toBe("up");
  });
});

describe("a probe that failed", () => {
  test.each<[Fetched, string[]]>([
    [
      failure("dns", "no address for shop.example.com"),
      ["connection · failed · No address for shop.example.com"],
    ],
    [
      failure("connection", "connection refused (203.0.113.7:443)"),
      ["connection · failed · Connection refused (203.0.113.7:443)"],
    ],
    [
      failure("answer", "monitord could not read the answer: TypeError: x"),
      ["connection · failed · monitord could not read the answer: TypeError: x"],
    ],
    [
      failure("connection", "timed out", { late: true, seen: seen() }),
      ["connection · failed · No connection within 10 s"],
    ],
    [
      failure("answer", "timed out", { late: true, seen: seen() }),
      ["connection · failed · No answer within 10 s"],
    ],
    [
      failure("answer", "timed out", { late: true }),
      ["connection · failed · The answer did not end within 10 s"],
    ],
    [
      failure("certificate", "TLS: certificate is self-signed", {
        seen: facts({ certificate: certificate({ fault: "certificate is self-signed" }) }),
      }),
      ["connection · ok · 203.0.113.7:443", "certificate · failed · Certificate is self-signed"],
    ],
    ...(
      [
        ["certificate has expired", [middle({ valid_to: night - 3 * days })], endedLink],
        ["certificate has expired", [], "Certificate has expired"],
        ["certificate is not valid yet", [middle({ valid_from: night + 3 * days })], earlyLink],
        ["certificate is not valid yet", [middle()], "Certificate is not valid yet"],
        ["certificate chain is incomplete", undefined, `${incomplete}: CN=Example CA ${neither}`],
        ["certificate chain is incomplete", [middle()], `${incomplete}: CN=Root ${neither}`],
        [
          "certificate chain is incomplete",
          [middle({ issuer: "CN=B" }), middle({ subject: "CN=B", issuer: "CN=Example CA" })],
          `${incomplete}: CN=Example CA ${neither}`,
        ],
        ["certificate chain is incomplete", [middle({ issuer: "CN=Example CA" })], incomplete],
        [
          "certificate is for another name",
          [middle({ valid_to: night - 3 * days })],
          "Certificate is for another name",
        ],
      ] as const
    ).map(([fault, chain, text]): [Fetched, string[]] => [
      failure("certificate", `TLS: ${fault}`, {
        seen: facts({ certificate: certificate({ fault, ...(chain && { chain }) }) }),
      }),
      ["connection · ok · 203.0.113.7:443", `certificate · failed · ${text}`],
    ]),
    [
      failure("certificate", "TLS: no certificate", { seen: facts({ certificate: null }) }),
      ["connection · ok · 203.0.113.7:443", "certificate · failed · TLS: no certificate"],
    ],
    [
      failure("redirects", "too many redirects", {
        seen: facts({ redirects: ["https://a.example"] }),
      }),
      ["connection · ok · 203.0.113.7:443", "redirects · failed · Too many redirects"],
    ],
  ])("%#", (fetched, expected) => {
    expect(lines(web, fetched)).toEqual(expected);
    expect(verdict(web, fetched)).toEqual({
      status: "down",
      reason: expected.at(-1)!.split(" · ")[2],
    });
  });
});

describe("a WebSocket", () => {
  const live = { url: "wss://shop.example.com/live" };

  test("has the sub-checks of its handshake, certificate and message", () => {
    const fetched = answered(101, "all well", facts());
    expect(lines({ ...live, body_contains: "well" }, fetched)).toEqual([
      "connection · ok · 203.0.113.7:443",
      "certificate · ok · ends in 80 days (9 February 2027)",
      "status · ok · HTTP 101",
      "body · ok",
      "response_time · ok · 230 ms",
    ]);
    expect(verdict({ ...live, body_lacks: "well" }, fetched).reason).toBe(
      "The body contains “well”",
    );
  });

  test.each<[Fetched, string]>([
    [answered(200, "", facts()), "HTTP 200 instead of a WebSocket handshake"],
    [failure("answer", "timed out", { late: true }), "No message within 10 s"],
  ])("is down without a handshake or a message: %#", (fetched, reason) => {
    expect(verdict(live, fetched)).toEqual({ status: "down", reason });
  });
});

test("a ping has its connection and the round trip", () => {
  const seenThen = seen({ address: "203.0.113.7", timing: { ...timing, total: 13 } });
  expect(lines({ url: "icmp://a.example" }, { kind: "connected", seen: seenThen })).toEqual([
    "connection · ok · 203.0.113.7",
    "response_time · ok · 13 ms",
  ]);
});

describe("certificates", () => {
  const said = (valid_from: number, valid_to: number) =>
    verdict(
      {
        url: "tls://mail.example.com:465",
        certificate_failing_days: 0,
        certificate_warning_days: 0,
      },
      { kind: "connected", seen: facts({ certificate: certificate({ valid_from, valid_to }) }) },
    ).reason;

  test("that ended, or do not begin yet", () => {
    expect(said(0, night - 3 * days)).toBe("Certificate ended 3 days ago (18 November)");
    expect(said(0, night - 5_400_000)).toBe("Certificate ended 1 h ago (21 November)");
    expect(said(0, night)).toBe("Certificate ended less than 1 h ago (21 November)");
    expect(said(night + days, night + 400 * days)).toBe(
      "Certificate is not valid before 22 November",
    );
    expect(said(0, night + 1)).toBe(null);
  });
});

describe("a TCP or TLS port", () => {
  const connected: Fetched = { kind: "connected", seen: facts() };

  test("that is open", () => {
    expect(lines({ url: "tcp://db.example.com:5432" }, connected)).toEqual([
      "connection · ok · 203.0.113.7:443",
      "response_time · ok · 230 ms",
    ]);
    expect(lines({ url: "tls://mail.example.com:465" }, connected)).toEqual([
      "connection · ok · 203.0.113.7:443",
      "certificate · ok · ends in 80 days (9 February 2027)",
      "response_time · ok · 230 ms",
    ]);
  });
});

describe("a DNS query", () => {
  const query = { url: "dns://192.0.2.53/shop.example.com?type=AAAA" };
  const resolved = (...answers: string[]): Fetched => ({
    kind: "resolved",
    type: "AAAA",
    answers,
    seen: facts({ timing: { ...timing, total: 1200 } }),
  });

  test.each<[Fetched, string[], string]>([
    [resolved("2001:db8::1"), [], "ok · 2001:db8::1"],
    [resolved("1", "2", "3", "4"), [], "ok · 1, 2, 3 and 1 more"],
    [resolved("2001:db8::1"), ["2001:DB8:0::1"], "ok · 2001:db8::1"],
    [resolved("2001:db8::1"), ["none"], "failed · The answers lack “none”"],
    [resolved("2001:db8::1"), ["2001:db8::2"], "failed · The answers lack “2001:db8::2”"],
    [resolved(), [], "failed · No AAAA record for shop.example.com"],
    [failure("dns", "NXDOMAIN"), [], "failed · NXDOMAIN"],
  ])("%#", (fetched, dns_answers, expected) => {
    expect(lines({ ...query, dns_answers }, fetched)[0]).toBe(`dns · ${expected}`);
  });

  test("compares thousands of answers, and keeps a hundred", () => {
    const answers = Array.from({ length: 3000 }, (_, i) => `2001:db8::${i.toString(16)}`);
    const reading = read({ ...query, dns_answers: ["2001:db8::bb7"] }, resolved(...answers));
    expect(reading.results[0]).toMatchObject({ status: "ok" });
    expect(JSON.stringify(reading)).toContain('"2001:db8::63"');
    expect(JSON.stringify(reading)).not.toContain('"2001:db8::64"');
  });

  test("says how long the answer took", () => {
    expect(lines(query, resolved("2001:db8::1"))[1]).toBe("response_time · ok · 1.2 s");
  });

  test("compares texts as they are, and names without case and the dot at their end", () => {
    const of = (type: "TXT" | "NS", answer: string, wanted: string) =>
      verdict(
        { url: `dns:///example.com?type=${type}`, dns_answers: [wanted] },
        { kind: "resolved", type, answers: [answer], seen: seen() },
      ).status;
    expect(of("TXT", "v=1", "V=1")).toBe("down");
    expect(of("NS", "ns.example.com", "NS.example.com.")).toBe("up");
  });
});

describe("beside a health report", () => {
  const report = (checkResults: unknown) =>
    page(200, JSON.stringify({ finishedAt: night / 1000, checkResults }));
  const database = { name: "database", status: "ok" };

  test("there is nothing of ours unless it is asked for", () => {
    const reading = read({}, report([database]));
    expect(reading.results.map(({ name }) => name)).toEqual(["database"]);
    expect(reading).not.toHaveProperty("measured");
    expect(reading).not.toHaveProperty("observed");
  });

  test("response time and certificate are sub-checks like the application's", () => {
    const asked = { slow_above_ms: 100, watch_certificate: true };
    expect(lines(asked, report([database]))).toEqual([
      "database · ok",
      "certificate · ok · ends in 80 days (9 February 2027)",
      "response_time · warning · Answered in 230 ms, slow above 100 ms",
    ]);
    expect(read(asked, report([database])).counts).toEqual({ total: 3, passing: 2 });
  });

  test("they are there when the report has more sub-checks than are kept", () => {
    const many = Array.from({ length: 250 }, (_, i) => ({ name: `check ${i}`, status: "ok" }));
    const reading = read({ slow_above_ms: 1000 }, report(many));
    expect(reading.results).toHaveLength(201);
    expect(reading.results.at(-1)!.name).toBe("monitord.response_time");
    expect(reading.counts).toEqual({ total: 251, passing: 251 });
  });

  test("a report that cannot be read fails as ever", () => {
    const asked = healthMonitor({ watch_certificate: true });
    expect(readProbe(asked, page(200, "Welcome"), night)).toEqual({
      ok: false,
      reason: "Not a health report: the body is not JSON",
      answer: { ms: 230, status_code: 200 },
    });
    expect(readProbe(asked, failure("connection", "connection refused"), night)).toEqual({
      ok: false,
      reason: "connection refused",
      answer: { ms: null, status_code: null },
    });
    expect(readProbe(asked, { kind: "connected", seen: seen() }, night).ok).toBe(false);
  });

  test("an application's sub-check never takes a name of ours", () => {
    const reading = read({}, report([{ ...database, name: "monitord.status" }]));
    expect(reading.results[0]!.name).toBe("reported.monitord.status");
    expect(reading.remarks).toEqual([
      "monitord.status is a name of monitord's own sub-checks, shown as reported.monitord.status",
    ]);
    expect(read({}, report({ "monitord.body": "odd" })).results[0]!.name).toBe(
      "reported.monitord.body",
    );
  });
});
