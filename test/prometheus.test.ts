/**
 * Debian's own Prometheus, configured as the example says: it scrapes the monitors, and its alerts come to an alert group
 * without an Alertmanager. Where Prometheus is not installed that is left out; `.ci/programs` installs it.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { makeKey } from "../src/core/access/api-key.ts";
import { families } from "../src/http/answer/monitor-series.ts";
import { makeMetrics } from "../src/http/answer/metrics.ts";
import { startMonitord } from "./support/process.ts";
import { startPhone } from "./support/phone.ts";

const example = "examples/prometheus";
const text = (name: string) => readFileSync(`${example}/${name}`, "utf8");
const installed = spawnSync("prometheus", ["--version"]).status === 0;

test("rules and dashboard name metrics that monitord has", async () => {
  const all = await makeMetrics("1.0.0").text(null, { channels: [], disk: null } as never, 0);
  const known = new Set([
    ...families.map(({ name }) => name),
    "monitord_monitor_status",
    ...(all.match(/(?<=^# TYPE )\S+/gm) ?? []),
  ]);
  const named = new Set(`${text("rules.yml")}${text("dashboard.json")}`.match(/\bmonitord_\w+/g));
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
});

describe.skipIf(!installed)("a real Prometheus", () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });

  test("finds no mistake in the example", () => {
    const folder = mkdtempSync(join(tmpdir(), "prometheus-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    cpSync(example, folder, { recursive: true });
    writeFileSync(join(folder, "monitord-read.key"), "mon_x");
    execFileSync("promtool", ["check", "config", join(folder, "prometheus.yml")]);
  });

  test("scrapes the monitors, and its alert opens an incident and resolves it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "prometheus-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const phone = await startPhone();
    cleanups.push(() => phone.stop());
    const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
    const monitord = await startMonitord(
      ["--data-dir", join(folder, "data"), "--ntfy-url", phone.url, "--port", "0"],
      { MONITORD_BOOTSTRAP_API_KEY: key },
    );
    cleanups.push(() => monitord.stop());
    const api = async (path: string, body?: object) => {
      const answer = await fetch(`${monitord.url}/api/v1${path}`, {
        method: body ? "POST" : "GET",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as any;
    };
    const group = await api("/alert_groups", { title: "Ops" });
    const monitor = await api("/webhook_monitors", {
      title: "Shop",
      alert_group_id: group.id,
      error_rate_threshold: 1,
    });

    const config = parse(text("prometheus.yml"));
    const { host } = new URL(monitord.url);
    config.global = { scrape_interval: "1s", evaluation_interval: "1s" };
    for (const job of config.scrape_configs) job.static_configs[0].targets = [host];
    const [sender] = config.alerting.alertmanagers;
    sender.path_prefix = new URL(group.webhook_url).pathname;
    sender.static_configs[0].targets = [host];
    const rule = {
      alert: "ShopFails",
      expr: 'monitord_monitor_failing{title="Shop"} == 1 unless monitord_monitor_paused == 1',
    };
    writeFileSync(join(folder, "rules.yml"), stringify({ groups: [{ name: "g", rules: [rule] }] }));
    writeFileSync(join(folder, "prometheus.yml"), stringify(config));
    writeFileSync(join(folder, "monitord-read.key"), key);
    const prometheus = spawn(
      "prometheus",
      [
        `--config.file=${join(folder, "prometheus.yml")}`,
        `--storage.tsdb.path=${join(folder, "tsdb")}`,
        "--web.listen-address=127.0.0.1:0",
        "--rules.alert.resend-delay=1s",
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    let log = "";
    prometheus.stderr.on("data", (some) => (log += String(some)));
    cleanups.push(async () => {
      const ended = once(prometheus, "exit");
      prometheus.kill("SIGTERM");
      await ended;
    });

    const incident = (status: string) =>
      expect
        .poll(() => api(`/incidents?source_id=${group.id}`), { timeout: 60_000, interval: 250 })
        .toMatchObject([{ title: expect.stringContaining("ShopFails"), status }])
        .catch((error: unknown) => {
          throw new Error(`${String(error)}\n${log}`);
        });
    await fetch(monitor.webhook_url, { method: "POST", body: '{"message":"boom"}' });
    await incident("open");
    await api(`/webhook_monitors/${monitor.id}/pause`, {});
    await incident("resolved");
  }, 120_000);
});
