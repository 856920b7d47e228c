import { describe, expect, test } from "vitest";
import { judge } from "../../../src/core/health/health.ts";
import { withMeasured } from "../../../src/core/health/own-check.ts";
import { readProbe } from "../../../src/core/health/probe-reading.ts";
import { readNext } from "../../../src/core/health/unchanged-check.ts";
import type { Fetched } from "../../../src/core/health/prober.ts";
import type { HealthCheckMonitor } from "../../../src/core/model/model.ts";
import { answered, healthMonitor, night, seen } from "../../support/builders.ts";

type Fields = Partial<HealthCheckMonitor>;

const facts = seen({ address: "203.0.113.7:443" });
const web = { url: "https://shop.example.com/", expect: "http" as const };
const report = (finishedAt: number, ...statuses: string[]) =>
  answered(
    200,
    JSON.stringify({
      finishedAt: finishedAt / 1000,
      checkResults: statuses.map((status) => ({
        name: status,
        status,
        notificationMessage: `it is ${status}`,
      })),
    }),
  );
const failure = (reason: string, more: object = {}): Fetched => ({
  kind: "failure",
  during: "connection",
  reason,
  seen: facts,
  ...more,
});

const monitorOf = (fields: Fields) => healthMonitor({ ...fields, invert: true });
const readingOf = (fields: Fields, fetched: Fetched) =>
  readProbe(monitorOf(fields), fetched, night);
const verdict = (fields: Fields, fetched: Fetched) =>
  judge(readingOf(fields, fetched), monitorOf(fields), night);

/** A line per sub-check: name, status, and what it says. */
function lines(fields: Fields, fetched: Fetched): string[] {
  const reading = readingOf(fields, fetched);
  if (!reading.ok) return [reading.reason];
  return withMeasured(reading.results, reading.measured ?? null).map(
    ({ name, status, notification_message, short_summary }) =>
      [name, status, notification_message ?? short_summary].filter((text) => text).join(" · "),
  );
}

describe("a monitor that must fail is down while its check succeeds", () => {
  test.each<[string, Fields, Fetched, string]>([
    ["a page", web, answered(200, "Welcome", facts), "Answers with HTTP 200, which it must not"],
    [
      "a health report",
      {},
      report(night, "ok", "warning"),
      "Answers with HTTP 200, which it must not",
    ],
    [
      "a port",
      { url: "tcp://db.example.com:23" },
      { kind: "connected", seen: facts },
      "Accepts connections, which it must not",
    ],
    [
      "a ping",
      { url: "icmp://db.example.com" },
      { kind: "connected", seen: facts },
      "Answers a ping, which it must not",
    ],
    [
      "a WebSocket",
      { url: "wss://shop.example.com/" },
      answered(101, "", facts),
      "Accepts WebSocket connections, which it must not",
    ],
    [
      "a name",
      { url: "dns:///example.com" },
      { kind: "resolved", answers: ["192.0.2.1"], type: "A", seen: facts },
      "Resolves, which it must not",
    ],
  ])("%s", (_, fields, fetched, reason) => {
    expect(verdict(fields, fetched)).toEqual({ status: "down", reason });
  });

  test("and an answer that is no health report is an answer", () => {
    expect(verdict({}, answered(200, "<h1>Welcome</h1>"))).toEqual({
      status: "down",
      reason: "Answers with HTTP 200, which it must not",
    });
  });
});

describe("a monitor that must fail is up while its check fails", () => {
  test.each<[string, Fields, Fetched]>([
    ["no connection", web, failure("connection refused")],
    ["no connection for a report", {}, failure("connection refused")],
    ["another status", web, answered(404, "", facts)],
    ["another body", { ...web, body_contains: "Welcome" }, answered(200, "", facts)],
    ["an error page for a report", {}, answered(502, "Bad gateway")],
    ["a failed sub-check", {}, report(night, "ok", "failed", "crashed", "warning")],
    ["a stale report", {}, report(night - 3_600_000, "ok")],
    ["a name that does not exist", { url: "dns:///a.example" }, failure("no such name")],
    [
      "an answer that is missing",
      { url: "dns:///a.example", dns_answers: ["192.0.2.2"] },
      { kind: "resolved", answers: ["192.0.2.1"], type: "A", seen: facts },
    ],
  ])("%s", (_, fields, fetched) => {
    expect(verdict(fields, fetched)).toEqual({ status: "up", reason: null });
  });

  test("and its sub-checks are well, in their own words", () => {
    expect(lines(web, answered(404, "", facts))).toEqual([
      "monitord.connection · ok · 203.0.113.7:443",
      "monitord.status · ok · HTTP 404",
      "monitord.response_time · ok · 0 ms",
      "monitord.inverted · ok · Fails, as it must: HTTP 404",
    ]);
    expect(lines({}, report(night, "failed", "ok"))).toEqual([
      "failed · ok · it is failed",
      "ok · ok · it is ok",
      "monitord.inverted · ok · Fails, as it must: failed: it is failed",
    ]);
    expect(lines({}, failure("connection refused"))).toEqual([
      "monitord.inverted · ok · Fails, as it must: connection refused",
    ]);
    expect(readingOf(web, answered(404, "", facts))).toMatchObject({
      observed: true,
      counts: { total: 4, passing: 4 },
      answer: { ms: 0, status_code: 404 },
    });
  });

  test("and does not become stale, nor is it another check when only durations differ", () => {
    const monitor = monitorOf({});
    const first = readNext(monitor, null, report(night - 3_600_000, "ok"), night, 0);
    const later = night + 60_000;
    const next = readNext(monitor, first.last, report(night - 3_600_000, "ok"), later, 0);
    expect(next.same).toMatchObject({ finished_at: later });
  });
});

describe("a check that shows nothing about the target", () => {
  test.each([web, {}])("is a failure of a monitor that must fail, too: %j", (fields) => {
    const refused = failure("address 10.0.0.1 is not allowed: private", { undecided: true });
    expect(verdict(fields, refused)).toEqual({
      status: "down",
      reason: "The check could not be made: address 10.0.0.1 is not allowed: private",
    });
    expect(readProbe(healthMonitor(fields), refused, night)).toEqual(
      readProbe(healthMonitor(fields), { ...refused, undecided: undefined } as never, night),
    );
  });
});

test("the end of a certificate is not watched where the check must fail", () => {
  const certificate = {
    subject: "CN=shop.example.com",
    issuer: "CN=Example CA",
    names: [],
    valid_from: night - 1000,
    valid_to: night + 1000,
    fault: null,
  };
  expect(verdict(web, answered(200, "", { ...facts, certificate }))).toMatchObject({
    status: "down",
    reason: "Answers with HTTP 200, which it must not",
  });
});
