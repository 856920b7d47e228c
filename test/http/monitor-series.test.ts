/** Series of each monitor, as Prometheus scrapes them. */
import { execFileSync, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exposition, MonitorSeries, type Measured } from "../../src/http/answer/monitor-series.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp();
  const group = (await http.api("POST", "/alert_groups", { title: 'Shop "EU"\\team' })).json;
  const monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "Nightly",
      external_id: "backup",
      alert_group_id: group.id,
      error_rate_threshold: 1,
    })
  ).json;
  const webhook = `/api/webhook/${monitor.webhook_id}`;
  await http.call("POST", webhook, { body: { message: "boom" } });
  await http.call("GET", `${webhook}/success`);
  await http.api("POST", "/health_check_monitors", {
    title: "Site",
    url: "https://example.com/health",
    alert_group_id: group.id,
  });
});
afterAll(() => http.end());

const scrape = (key: string | undefined, accept = "text/plain") =>
  http.call("GET", "/metrics/monitors", { ...(key && { key }), headers: { accept } });

describe("the series of monitors", () => {
  it("need a key that reads", async () => {
    expect((await scrape(undefined)).status).toBe(401);
    expect((await scrape(http.keys.read)).status).toBe(200);
  });

  it("name each monitor, and say what is known of it", async () => {
    const { text, headers } = await scrape(http.keys.read);
    expect(headers.get("content-type")).toBe(exposition.text);
    const webhook = String.raw`title="Nightly",kind="webhook_monitor",group="Shop \"EU\"\\team",external_id="backup"`;
    for (const line of [
      `monitord_monitor_status{id="…",${webhook},status="firing"} 1`,
      `monitord_monitor_failing{id="…",${webhook}} 1`,
      `monitord_monitor_incidents{id="…",${webhook}} 1`,
      `monitord_monitor_errors_in_window{id="…",${webhook}} 1`,
      `monitord_monitor_paused{id="…",${webhook}} 0`,
    ])
      expect(text.replaceAll(/id="[0-9a-f]{8}-[^"]*"/g, 'id="…"').split("\n")).toContain(line);
    expect(text).toMatch(/monitord_monitor_last_success_timestamp_seconds\{.*backup"\} \d+/);
    expect(text).not.toMatch(/response_time_seconds\{.*kind="webhook_monitor"/);
  });

  it("are OpenMetrics for those who ask for it", async () => {
    const accept = "application/openmetrics-text;version=1.0.0,text/plain;q=0.5";
    const { text, headers } = await scrape(http.keys.read, accept);
    expect(headers.get("content-type")).toBe(exposition.openmetrics);
    expect(text).toMatch(/# UNIT monitord_monitor_response_time_seconds seconds\n/);
    expect(text).toMatch(/\n# EOF\n$/);
  });

  it("have no more families than names, each in one piece", async () => {
    const { text } = await scrape(http.keys.read);
    const families = text.match(/(?<=^# TYPE )\S+/gm)!;
    expect(new Set(families).size).toBe(families.length);
    const names = text.split("\n").flatMap((line) => /^(\w+)\{/.exec(line)?.[1] ?? []);
    const runs = names.filter((name, i) => name !== names[i - 1]);
    expect(new Set(runs).size).toBe(runs.length);
  });

  it("of a health check have its response time, its certificate and its last success", () => {
    const now = Date.parse("2026-11-21T03:00:00Z");
    const lines = (subject: object, response_ms: number | null = 230) => {
      const series = new MonitorSeries();
      const monitor = { id: "m", title: "Site", external_id: null, project: null, silence: null };
      const of = {
        kind: "health_check_monitors",
        monitor: { ...monitor, subject },
        group: "G",
        response_ms,
        incidents: 0,
      };
      series.add(of as unknown as Measured, now);
      const valued = /^monitord_monitor_(\w+)\{[^}]*\} (.*)$/;
      return Object.fromEntries(
        series
          .text("text")
          .split("\n")
          .flatMap((line) => {
            const [, name, value] = valued.exec(line) ?? [];
            return name === undefined ? [] : [[name, Number(value)]];
          }),
      );
    };
    const up = {
      status: "up",
      status_since: now - 5_000,
      paused_at: null,
      checked_at: now - 1_000,
      results: [{ name: "certificate", meta: { valid_to: "2026-11-22T15:00:00Z" } }],
    };
    expect(lines(up)).toMatchObject({
      response_time_seconds: 0.23,
      certificate_days: 1.5,
      last_success_timestamp_seconds: (now - 1_000) / 1000,
    });
    expect(lines({ ...up, status: "down", results: null }, null)).toEqual({
      status: 1,
      failing: 1,
      paused: 0,
      silenced: 0,
      incidents: 0,
      status_since_timestamp_seconds: (now - 5_000) / 1000,
      last_success_timestamp_seconds: (now - 5_000) / 1000,
    });
    expect(lines({ ...up, status: "pending", checked_at: null })).not.toHaveProperty(
      "last_success_timestamp_seconds",
    );
  });

  const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
  it.skipIf(!hasPromtool)("pass promtool's check", async () => {
    const { text } = await scrape(http.keys.read);
    execFileSync("promtool", ["check", "metrics"], { input: text });
  });
});
