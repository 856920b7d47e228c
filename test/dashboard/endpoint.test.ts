/** The page of an endpoint says of each kind only its own facts. */
import { describe, expect, test } from "vitest";
import { settingsPanel } from "../../src/dashboard/monitor/settings-panel.ts";
import { endpointPanels } from "../../src/dashboard/monitor/endpoint-panel.ts";
import { responseTimeChart } from "../../src/dashboard/chart/response-time.ts";
import type { HealthModel } from "../../src/dashboard/monitor/model.ts";
import type { CheckResult, HealthCheckMonitor } from "../../src/core/model/model.ts";
import { day } from "../../src/core/text/units.ts";
import { healthMonitor, night, result, subject } from "../support/builders.ts";
import { evil, expectSafe, frame } from "./hostile.ts";

const plain = (text: string) => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

const model = (
  fields: Partial<HealthCheckMonitor>,
  results: readonly CheckResult[] = [],
): HealthModel => ({
  kind: "health_check_monitors",
  group_title: "Platform",
  incidents: [],
  open: null,
  quiet: null,
  public: [],
  dependencies: { parents: [], children: [] },
  spans: [],
  chart: {
    range: { name: "24h", label: "24 h", period: "last 24 hours", ms: day, step_ms: 300_000 },
    from: night - day,
    to: night,
    points: [],
    incidents: [],
    marks: [],
  },
  monitor: { ...healthMonitor(fields), subject: subject({ results: [...results] }) },
  sub_checks: [],
});
const settings = (fields: Partial<HealthCheckMonitor>) =>
  plain(settingsPanel(frame, model(fields)).text);

test.each<[string, Partial<HealthCheckMonitor>, string, boolean]>([
  ["a report", { url: "https://shop.example.com/health" }, "a report of sub-checks", true],
  ["a page", { url: "https://shop.example.com/", expect: "http" }, "an answer to GET", false],
  ["a port", { url: "tcp://db.example.com:5432" }, "an open port", false],
  ["a TLS server", { url: "tls://mail.example.com:993" }, "a TLS handshake", false],
  [
    "a resolver",
    { url: "dns://192.0.2.1/shop.example.com?type=A" },
    "an answer of the resolver",
    false,
  ],
  ["a host", { url: "icmp://192.0.2.1" }, "an answer to a ping", false],
  ["a socket", { url: "wss://shop.example.com/live" }, "a WebSocket that opens", false],
  [
    "a port that must be closed",
    { url: "tcp://db.example.com:23", invert: true },
    "the check must fail",
    false,
  ],
  ["a URL of no scheme", { url: "gopher://shop.example.com" }, "an answer", false],
])(
  "the configuration of %s says what it expects, and is stale only if it reports",
  (_, fields, expects, stale) => {
    const text = settings(fields);
    expect(text).toContain(`Expects ${fields.invert ? "no success: " : ""}${expects}`);
    expect(text.includes("Stale after")).toBe(stale);
  },
);

test("without an answer in the range a sentence stands in place of an axis", () => {
  const failed = {
    at: night - 600_000,
    checks: 3,
    failed: 3,
    p50_ms: null,
    p95_ms: null,
    max_ms: null,
    status_code: null,
    lag_ms: null,
    errors: 0,
    observed: true,
  };
  const text = responseTimeChart(
    {
      ...model({}).chart,
      step_ms: 300_000,
      points: [failed],
      interval_ms: 60_000,
      timeout_ms: 10_000,
      incidents: [],
      period: "last 24 hours",
    },
    frame,
  ).text;
  expect(plain(text)).toContain("No answer in the last 24 hours: 3 checks failed.");
  expect(text).not.toContain("<svg");
});

const timing = (meta: object) => result({ name: "monitord.response_time", status: "ok", meta });
const certificate = (more: object = {}, meta: object = {}) =>
  result({
    name: "monitord.certificate",
    status: "ok",
    meta: {
      subject: "CN=shop.example.com",
      issuer: "CN=Example CA",
      names: ["shop.example.com", "www.shop.example.com"],
      valid_from: new Date(night - 60 * day).toISOString(),
      valid_to: new Date(night + 30 * day).toISOString(),
      ...meta,
    },
    ...more,
  });
const panels = (...results: CheckResult[]) => endpointPanels(frame, model({}, results))?.text ?? "";

describe("the last request", () => {
  test("is its phases, which add up to the whole", () => {
    const text = panels(
      timing({ dns_ms: 4, connect_ms: 10, tls_ms: 26, first_byte_ms: 40, total_ms: 100 }),
    );
    expect(text).toContain("DNS 4 ms, Connect 10 ms, TLS 26 ms, First byte 40 ms, Transfer 20 ms");
    const widths = [...text.matchAll(/\swidth="([\d.]+)"/g)].map(([, width]) => Number(width));
    expect(widths.reduce((a, b) => a + b, 0)).toBeCloseTo(600);
  });

  test("says so when the rest was redirects, and shows no phase that did not take place", () => {
    const redirects = result({
      name: "monitord.redirects",
      status: "ok",
      meta: { to: ["https://x"] },
    });
    const text = panels(timing({ dns_ms: null, connect_ms: 10, total_ms: 50 }), redirects);
    expect(text).toContain("of the last request: Connect 10 ms, Redirects, transfer 40 ms");
  });

  test("of a handshake alone has no transfer", () => {
    const text = panels(timing({ connect_ms: 1, tls_ms: 2, total_ms: 5 }));
    expect(text).toContain("of the last request: Connect 1 ms, TLS 2 ms, Rest 2 ms");
  });

  test("is not shown of a report of an application, by its names alone", () => {
    expect(panels(result({ name: "db", status: "ok" }), timing({ total_ms: "100" }))).toBe("");
  });
});

describe("the certificate", () => {
  test("has its names, its dates and the days at which it warns and fails", () => {
    const text = plain(panels(certificate()));
    expect(text).toMatch(/Certificate 30 days left/);
    expect(text).toContain("Subject CN=shop.example.com");
    expect(text).toContain("shop.example.com , www.shop.example.com");
    expect(text).toContain("Issuer CN=Example CA");
    expect(text).toContain("Warns at 21 days left");
    expect(text).toContain("Fails at 7 days left");
    expect(text).not.toContain("Wrong");
  });

  test("of six days warns and fails by its own lifetime", () => {
    const short = {
      valid_from: new Date(night - 5 * day).toISOString(),
      valid_to: new Date(night + day).toISOString(),
    };
    expect(plain(panels(certificate({}, short)))).toMatch(
      /1 day left.*Warns at 2 days left.*Fails at 0 days left/,
    );
  });

  test("that has ended says since when, and why it is wrong", () => {
    const ended = { valid_to: new Date(night - 3 * day).toISOString(), names: [] };
    const more = {
      status: "failed" as const,
      notification_message: "Certificate ended 3 days ago",
    };
    const text = plain(panels(certificate(more, ended)));
    expect(text).toContain("ended 3 days ago");
    expect(text).toContain("Wrong Certificate ended 3 days ago");
    expect(text).toContain("Names none");
  });

  const at = (days: number) => new Date(night + days * day).toISOString();
  const link = (subject: string, issuer: string, to = 900, from = -900) => ({
    subject,
    issuer,
    valid_from: at(from),
    valid_to: at(to),
  });
  const chainOf = (...chain: object[]) =>
    [...panels(certificate({}, { chain })).matchAll(/<li>(.*?)<\/li>/gs)].map(([, row]) =>
      plain(row!).trim(),
    );

  test("has its chain from its own to that of its authority, with what is wrong at each", () => {
    const [own, middle, root, ...more] = chainOf(
      link("CN=Root", "CN=Root"),
      link("CN=Other", "CN=Root"),
      link("CN=Example CA", "CN=Root", -3),
    );
    expect(own).toMatch(/^CN=shop\.example\.com /);
    expect(middle).toMatch(/^CN=Example CA .* ended$/);
    expect(root).toMatch(/^CN=Root (?!.*(ended|valid|sent))/);
    expect(more).toEqual([expect.stringMatching(/^CN=Other .*, sent, but not needed$/)]);
  });

  test("says which authority of its chain the server did not send", () => {
    expect(chainOf().at(-1)).toBe("CN=Example CA not sent by the server");
    expect(chainOf(link("CN=Example CA", "CN=Root", 900, 2))).toEqual([
      expect.stringMatching(/^CN=shop\.example\.com /),
      expect.stringMatching(/^CN=Example CA .* not valid yet$/),
      "CN=Root not sent by the server",
    ]);
  });

  test("that signed itself has no chain, and is not trusted", () => {
    const itself = certificate({ status: "failed" }, { issuer: "CN=shop.example.com" });
    expect(panels(itself)).not.toContain("<ol");
    expect(plain(panels(itself))).toMatch(/Certificate not trusted/);
  });

  test("shows foreign text as text", () => {
    expectSafe(
      panels(
        certificate(
          { notification_message: evil, status: "failed" },
          { subject: evil, issuer: `${evil}!`, names: [evil], chain: [link(evil, evil)] },
        ),
      ),
    );
  });
});
