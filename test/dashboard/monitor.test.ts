import { describe, expect, test } from "vitest";
import type { HistoryPoint } from "../../src/core/history/point.ts";
import type { MonitorRun, Subject } from "../../src/core/model/model.ts";
import type { WebhookStatus } from "../../src/core/model/status.ts";
import type { RunSlot } from "../../src/core/reports/run-slots.ts";
import { foldChanges } from "../../src/dashboard/monitor/past-panel.ts";
import {
  ranges,
  type HealthModel,
  type MonitorModel,
  type WebhookModel,
} from "../../src/dashboard/monitor/model.ts";
import { monitorPage } from "../../src/dashboard/pages/monitor.ts";
import {
  healthMonitor,
  incident,
  night,
  parent,
  result,
  run,
  silence,
  subject,
  webhookMonitor,
} from "../support/builders.ts";
import { evil, evilLink, expectSafe, frame, hostileSubject, reach } from "./hostile.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, "").replaceAll(/\s+/g, " ");

const point = (at: number, p50_ms: number | null): HistoryPoint => ({
  at,
  checks: p50_ms === null ? 1 : 5,
  failed: p50_ms === null ? 1 : 0,
  p50_ms,
  p95_ms: p50_ms,
  max_ms: p50_ms,
  status_code: 503,
  lag_ms: null,
  errors: 1,
  observed: true,
});
const about = (kind: MonitorModel["kind"], range = 0) => {
  const chosen = ranges[kind][range]!;
  return {
    group_title: "Platform",
    incidents: [],
    open: null,
    quiet: null,
    public: [],
    dependencies: { parents: [], children: [] },
    spans: [
      { from: night - 40 * day, to: night - hour, state: "ok" as const },
      { from: night - hour, to: night, state: "down" as const, note: "HTTP 503" },
    ],
    chart: {
      range: chosen,
      from: night - chosen.ms,
      to: night,
      points: [point(night - hour, 400), point(night - 10 * minute, null)],
      incidents: [],
      marks: [],
    },
  };
};
const health = (more: Partial<HealthModel> = {}): string =>
  monitorPage(frame, {
    kind: "health_check_monitors",
    ...about("health_check_monitors"),
    monitor: { ...healthMonitor(), subject: subject() },
    sub_checks: [],
    ...more,
  });
const webhook = (more: Partial<WebhookModel> = {}): string =>
  monitorPage(frame, {
    kind: "webhook_monitors",
    ...about("webhook_monitors"),
    monitor: { ...webhookMonitor(), subject: subject({ status: "firing" }) },
    webhook_url: "https://mon.example.com/webhook/1",
    ping_url: "https://mon.example.com/ping/1",
    heartbeat: null,
    reports: [],
    ...more,
  });

const hostileIncident = incident({
  pages_again: evil,
  title: evil,
  summary: evil,
  acknowledged_by: evil,
  resolved_at: night,
});
const hostile = {
  group_title: evil,
  quiet: { silence: silence({ reason: evil, created_by: evil }), until: night, maintenance: false },
  incidents: [hostileIncident],
  open: { incident: hostileIncident, reach },
  dependencies: {
    parents: [parent({ id: evil, title: evil, status: "down" })],
    children: Array.from({ length: 21 }, (_, i) => ({
      kind: "webhook_monitors" as const,
      id: `${evil}${i}`,
      title: evil,
    })),
  },
  spans: [{ from: night - hour, to: night, state: "down" as const, note: evil }],
};
const report = (at: number, more: object = {}) => ({
  id: `r${at}`,
  at,
  message: "cart is null",
  source: "web-1",
  meta: null,
  ...more,
});

test("a page of a published monitor has its badges as Markdown", () => {
  const badge = (end: string) => ({
    title: "Shop",
    url: `https://x/badge/${end}`,
    page_url: "https://x",
  });
  const text = health({
    public: [
      {
        id: "p",
        title: evil,
        url: "https://x",
        badge: badge("page.svg"),
        systems: [{ name: evil, state: badge("shop.svg"), uptime: badge("uptime.svg") }],
      },
    ],
  });
  expect(text).toContain("[![Shop](https://x/badge/shop.svg)](https://x)");
  expect(text).toContain("[![Shop](https://x/badge/uptime.svg)](https://x)");
  expect(health()).not.toContain("Badges");
});

describe("hostile text", () => {
  test("on the page of a health check is only text", () => {
    expectSafe(
      health({
        ...hostile,
        monitor: {
          ...healthMonitor({ title: evil, url: evilLink, project: evil, description: evil }),
          subject: hostileSubject,
        },
        sub_checks: [
          { name: evil, label: evil, at: night - hour, status: "failed", short_summary: evil },
        ],
        chart: {
          ...about("health_check_monitors").chart,
          marks: [{ at: night - minute, text: evil }],
          incidents: [hostileIncident],
        },
      }),
    );
  });

  test("on the page of a webhook monitor is only text", () => {
    expectSafe(
      webhook({
        ...hostile,
        monitor: {
          ...webhookMonitor({ title: evil, project: evil, expect_every_minutes: 60 }),
          subject: { ...hostileSubject, expected_at: night + minute, last_success_at: night },
        },
        webhook_url: evil,
        ping_url: evil,
        heartbeat: {
          only: null,
          slots: [
            {
              result: "failed",
              expected: night,
              at: night,
              run: run({
                outcome: "fail",
                exit_code: 3,
                output: evil,
                rid: evil,
                remote_address: evil,
                user_agent: evil,
              }),
            },
          ],
          messages: [run({ outcome: "log", output: evil })],
        },
        reports: [
          report(night, { message: evil, source: evil, meta: JSON.stringify({ [evil]: evil }) }),
        ],
      }),
    );
  });
});

describe("a health check", () => {
  test("shows its sub-checks with the last day of each, and since when one fails", () => {
    const text = plain(
      health({
        monitor: {
          ...healthMonitor(),
          subject: subject({
            status: "down",
            checked_at: night,
            last_received_at: night,
            results: [
              result({ name: "cache", label: "Cache", status: "ok", short_summary: "1 ms" }),
              result({
                name: "db",
                label: "Database",
                status: "failed",
                short_summary: "refused",
                notification_message: "connection refused by db-1",
              }),
            ],
          }),
        },
        sub_checks: [
          { name: "db", label: "Database", at: night - 2 * day, status: "ok", short_summary: null },
          {
            name: "db",
            label: "Database",
            at: night - hour,
            status: "failed",
            short_summary: null,
          },
        ],
      }),
    );
    expect(text).toContain("1 of 2 pass");
    expect(text.indexOf("<bdi>Database</bdi>")).toBeLessThan(text.indexOf("<bdi>Cache</bdi>"));
    expect(text).toContain('aria-label="Database, last 24 hours: failed for 1 h"');
    expect(text).toMatch(/<bdi>refused<\/bdi> <span class="quiet" ?>since \d\d:\d\d UTC/);
    expect(text).toContain("<bdi>connection refused by db-1</bdi>");
  });

  test("whose last check brought no report shows the old values in grey, dated, and counts none", () => {
    const text = plain(
      health({
        monitor: {
          ...healthMonitor(),
          subject: subject({
            status: "down",
            checked_at: night,
            last_received_at: night - hour,
            results: [result({ name: "db", label: "Database", status: "ok" })],
          }),
        },
        sub_checks: [
          { name: "db", label: "Database", at: night - 2 * day, status: "ok", short_summary: null },
        ],
      }),
    );
    expect(text).toContain("of an old report");
    expect(text).toContain("These are the values of then.");
    expect(text).toContain('<li class="unknown">');
    expect(text).not.toContain(" pass");
    expect(text).toContain("Database, last 24 hours: no report");
  });

  test("shows the response time of the chosen range, which is a link", () => {
    const text = plain(health(about("health_check_monitors", 1)));
    expect(text).toContain("Response time, last 7 days: median 400 ms");
    expect(text).toMatch(/href="[^"]*\?range=7d" aria-current="page" ?>7 d</);
    expect(text).toContain(">1 y<");
  });

  test("that was never checked has sentences instead of empty pictures", () => {
    const text = plain(
      health({
        spans: [],
        chart: { ...about("health_check_monitors").chart, points: [] },
        monitor: { ...healthMonitor(), subject: subject({ status: "pending", checked_at: null }) },
      }),
    );
    expect(text).toContain("They are shown after the first check.");
    expect(text).toContain("No check in the last 24 hours yet.");
    expect(text).toContain("No incidents yet.");
  });

  test("has its open incident and the button to acknowledge it at the top", () => {
    const open = incident({ number: 95, title: "Checkout is down", status: "open" });
    const text = plain(health({ open: { incident: open, reach: { ...reach, people: [] } } }));
    expect(text.indexOf("#95")).toBeLessThan(text.indexOf("Sub-checks"));
    expect(text).toContain("Nobody was notified: the alert group had nobody to page");
    expect(text.match(/class="btn primary"/g)).toHaveLength(1);
  });

  test("that flaps says since when, and when it will have stopped", () => {
    const text = plain(
      health({
        monitor: {
          ...healthMonitor({ confirmations: 3 }),
          subject: subject({ status: "up", flapping_since: night - 10 * minute }),
        },
      }),
    );
    expect(text).toMatch(/Flapping since <time [^>]+>10 min ago<\/time>/);
    expect(text).toContain("when there was none for 30 min");
    expect(text).toContain("3 failed checks in a row");
    expect(plain(health())).not.toContain("Flapping");
  });

  test("has its settings as words, and no form", () => {
    const text = plain(health());
    expect(text).toContain("<dt>Opens after</dt>");
    expect(text).not.toMatch(/confirmations|interval_seconds/);
  });

  test("resolved manually while it still fails says when it pages again", () => {
    const resolved = incident({
      status: "resolved",
      resolved_at: night - minute,
      pages_again: "Pages nobody until it has been up.",
    });
    const text = (of: Partial<Subject>) =>
      plain(
        health({ monitor: { ...healthMonitor(), subject: subject(of) }, incidents: [resolved] }),
      );
    const promise = "Pages nobody until it has been up.";
    expect(text({ status: "down", status_since: night - 2 * minute })).toContain(promise);
    expect(text({ status: "down", status_since: night })).not.toContain(promise);
  });
});

describe("a webhook monitor", () => {
  test("shows its errors against the threshold, and the reports by message with the newest body", () => {
    const text = plain(
      webhook({
        reports: [
          report(night - 1, { meta: '{"order":"A-1","stack":"cart.php:118"}' }),
          report(night - 2),
          report(night - 3, { message: "timeout", source: null }),
        ],
      }),
    );
    expect(text).toContain("Errors in a window of 5 min, last hour:");
    expect(text).toContain("2 kinds, last hour");
    expect(text).toMatch(/<span class="n">2<\/span ?>/);
    expect(text).toContain("&quot;order&quot;: &quot;A-1&quot;");
    expect(text.indexOf("cart is null")).toBeLessThan(text.indexOf("timeout"));
  });

  test("cuts a very long body, and shows meta that is no JSON as text", () => {
    const text = webhook({ reports: [report(night, { meta: `{"cut":"${"x".repeat(9000)}` })] });
    expect(text).toMatch(/… \d+ more characters/);
    expect(text.length).toBeLessThan(60_000);
  });

  test("without errors has no list of messages", () => {
    expect(webhook()).not.toContain("messages-title");
  });

  test("hides its URL from users who may only read", () => {
    expect(plain(webhook({ webhook_url: null }))).toContain("The webhook URL is hidden");
  });
});

describe("a heartbeat", () => {
  const job = (status: WebhookStatus, slots: readonly RunSlot[], more: Partial<Subject> = {}) =>
    plain(
      webhook({
        chart: { ...about("webhook_monitors").chart, points: [] },
        monitor: {
          ...webhookMonitor({
            expect_cron: "0 3 * * *",
            expect_timezone: "Europe/Berlin",
            grace_minutes: 90,
            error_rate_threshold: 1,
          }),
          subject: subject({
            status,
            last_success_at: night - day,
            expected_at: night + day,
            ...more,
          }),
        },
        heartbeat: { slots, messages: [], only: null },
      }),
    );
  const slot = (
    result: RunSlot["result"],
    at: number,
    more: Partial<MonitorRun> = {},
  ): RunSlot => ({
    result,
    expected: at,
    at,
    run: result === "missing" ? null : run({ id: `r${at}`, at, started_at: at, ...more }),
  });

  test("whose last run failed says so first, with its exit code and the last line of its output", () => {
    const failed = {
      outcome: "fail" as const,
      exit_code: 2,
      output: "dump\nNo space left on device\n",
    };
    const text = job("firing", [slot("success", night - day), slot("failed", night, failed)]);
    expect(text).toContain("Failed, exit code 2</span>");
    expect(text).toContain("<bdi>No space left on device</bdi></span></summary>");
    expect(text).toContain('id="run-r1795230000000" open');
    expect(text).toContain("1 of 2</b><span>in time · 1 failed");
    expect(text).toContain(
      'aria-label="Last 2 runs: 1 in time, 1 failed. The latest, 03:00 UTC: failed with exit code 2, took 1 min"',
    );
  });

  test("that is missing has a row without anything to open, which names its incident", () => {
    const text = job("missing", [slot("success", night - 2 * day), slot("missing", night - day)]);
    expect(text).toContain("Missing since");
    expect(text).toMatch(/<div class="runrow"> <span><\/span><span class="state stale">/);
    expect(text).toContain("no ping came");
  });

  test("that has never reported says it once, and shows how to report", () => {
    const text = job("waiting", [], { last_success_at: null, expected_at: null });
    expect(text).toContain("Waiting for the first ping");
    expect(text.split("No run has reported yet")).toHaveLength(2);
    expect(text).not.toContain("no report yet");
    expect(text).toMatch(/<details class="fold snip" id="ping-cron" open/);
    expect(text).toContain("0 3 * * * curl");
  });

  test("in time is on time, and never a page of empty charts of errors", () => {
    const text = job("quiet", [slot("success", night)]);
    expect(text).toContain("On time</span>");
    expect(text).toContain("every day 03:00 (Europe/Berlin), 1 h 30 min of grace");
    expect(text).not.toContain("errors-title");
    expect(text).not.toContain("uptime-title");
    expect(text).toContain("Longest allowed 1 h 30 min, above the scale");
  });

  test("shows posted errors beside its failed runs, but not the failed runs alone", () => {
    const slots = [
      slot("failed", night - 5 * minute, { outcome: "fail", ended_at: night - 4 * minute }),
    ];
    const chart = about("webhook_monitors").chart;
    const page = (points: readonly HistoryPoint[]) =>
      webhook({ chart: { ...chart, points }, heartbeat: { slots, messages: [], only: null } });
    expect(page([point(night - 4 * minute, null)])).not.toContain("errors-title");
    expect(page([point(night - 4 * minute, null), point(night - 3 * minute, null)])).toContain(
      "errors-title",
    );
  });

  test("folds the successes at the end of its list, and says how many they are", () => {
    const slots = Array.from({ length: 30 }, (_, i) => slot("success", night - (30 - i) * hour));
    const text = job("quiet", slots);
    expect(text).toContain("25 successes");
    expect(text.split('<details id="run-')).toHaveLength(31);
  });

  test("hides its URL from users who may only read", () => {
    const heartbeat = { slots: [], messages: [], only: null };
    const text = plain(webhook({ ping_url: null, webhook_url: null, heartbeat }));
    expect(text).toContain("The webhook URL is hidden");
    expect(text).not.toContain("https://mon.example.com/ping");
  });
});

test("more than five changes within an hour are one line in the worst of their states", () => {
  const spans = Array.from({ length: 12 }, (_, i) => ({
    from: 10 * hour + i * minute,
    to: 10 * hour + (i + 1) * minute,
    state: i % 2 === 0 ? ("ok" as const) : ("down" as const),
  }));
  const quiet = { from: 8 * hour, to: 10 * hour, state: "ok" as const, note: "x" };
  expect(foldChanges([quiet, ...spans])).toEqual([
    { from: 10 * hour, to: 10 * hour + 12 * minute, state: "down", note: null, count: 12 },
    { ...quiet, count: 1 },
  ]);
});
