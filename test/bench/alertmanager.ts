/**
 * Debian's Alertmanager as a peer. It keeps alerts in memory, so that its answer promises less than ours: nothing is on
 * its disk by then.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { makeMonitors, mustHaveCounted, script, wrk, type Load } from "./ingest.ts";
import { cpuOf, spread, startListening, type Child } from "./processes.ts";
import type { Bound, Row } from "./row.ts";

const repetitions = 5;

/** Both sides of a row: what is posted to ours and to the peer, and what has to be true of ours at the end. */
interface Sides {
  name: string;
  ours: (
    daemon: BenchDaemon,
    folder: string,
  ) => Promise<{ load: string; check(sent: number): Promise<void> }>;
  /** A script for `wrk`, as Lua. */
  peer: string;
  /** Of requests a second; and of the 99th percentile and of CPU, ours ÷ theirs. */
  goal: Bound;
  p99?: Bound;
  cpu?: Bound;
}

/** Error reports of 200 monitors beside as many new alerts, both of 1.2 kB. */
export const benchNewAlerts = (): Promise<Row> =>
  compare({
    name: "error reports of 200 monitors, durable, beside new alerts of Alertmanager, in its memory",
    async ours(daemon, folder) {
      const { ids, paths } = await makeMonitors(daemon, 200);
      return {
        load: script(folder, "ours.lua", paths),
        check: (sent) => mustHaveCounted([daemon], ids, sent, repetitions),
      };
    },
    peer: luaOfAlerts(1, "the card was refused by the bank; ".repeat(28)),
    goal: { least: 1 },
    p99: { most: 0.5 },
    cpu: { most: 0.75 },
  });

/** A body of Grafana with ten alerts that fire on, beside the same ten for Alertmanager. */
export const benchTenAlerts = (): Promise<Row> =>
  compare({
    name: "a group's webhook, a body of Grafana with 10 alerts that fire on, beside Alertmanager with the same 10",
    async ours(daemon, folder) {
      const group = await daemon.api<{ webhook_url: string }>("POST", "/alert_groups", {
        title: "Nobody",
      });
      const load = join(folder, "ours.lua");
      writeFileSync(load, luaOfGrafana(new URL(group.webhook_url).pathname));
      return {
        load,
        async check() {
          const open = await daemon.api<unknown[]>("GET", "/incidents?unresolved=true");
          if (open.length !== 10) throw new Error(`${open.length} incidents are open`);
        },
      };
    },
    peer: luaOfAlerts(10, "the disk is almost full"),
    goal: { least: 0.5 },
  });

async function compare({ name, ours, peer, goal, ...goals }: Sides): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-peer-"));
  const daemon = await startBenchDaemon();
  try {
    const side = await ours(daemon, folder);
    const theirs = join(folder, "peer.lua");
    writeFileSync(theirs, peer);
    const runs: { ours: Measured; peer: Measured }[] = [];
    for (let i = 0; i < repetitions; i++) {
      // A fresh one each time: it slows down with the alerts that it keeps.
      const alertmanager = await startAlertmanager(join(folder, `alertmanager-${i}`));
      const measured = await measure(alertmanager, theirs);
      await alertmanager.stop();
      runs.push({ peer: measured, ours: await measure(daemon, side.load) });
    }
    await side.check(runs.reduce((sum, run) => sum + run.ours.requests, 0));
    const median = (of: (run: (typeof runs)[number]) => number) => spread(runs.map(of)).median;
    const described = (side: "ours" | "peer") =>
      `${Math.round(median((run) => run[side].perSecond))}/s, p99 ${median((run) => run[side].p99).toFixed(1)} ms, CPU ${median((run) => run[side].cpu).toFixed(0)} µs`;
    const beside = (figure: "p99" | "cpu") => ({
      name: `${figure} ÷ ${figure}`,
      value: median((run) => run.ours[figure] / run.peer[figure]),
      ...(goals[figure] && { goal: goals[figure] }),
    });
    return {
      name,
      ours: described("ours"),
      peer: `Alertmanager ${described("peer")}`,
      ratio: spread(runs.map((run) => run.ours.perSecond / run.peer.perSecond)),
      goal,
      measures: [beside("p99"), beside("cpu")],
    };
  } finally {
    await daemon.stop();
    rmSync(folder, { recursive: true });
  }
}

/** `cpu`: of one request, µs. */
type Measured = Load & { cpu: number };

async function measure(child: Child, load: string): Promise<Measured> {
  const before = cpuOf(child.pid);
  const run = await wrk(child.url, load);
  return { ...run, cpu: ((cpuOf(child.pid) - before) * 1e6) / run.requests };
}

/** `route` and `receiver`: the rest of its configuration. */
export function startAlertmanager(
  folder: string,
  { route = {}, receiver = {} }: { route?: object; receiver?: object } = {},
): Promise<Child> {
  const config = `${folder}.yml`;
  const receivers = [{ name: "bench", ...receiver }];
  // YAML includes JSON.
  writeFileSync(config, JSON.stringify({ route: { receiver: "bench", ...route }, receivers }));
  return startListening(
    "prometheus-alertmanager",
    [
      `--config.file=${config}`,
      `--storage.path=${folder}`,
      "--web.listen-address=127.0.0.1:0",
      "--cluster.listen-address=",
    ],
    {},
    { from: "stderr", says: /Listening on" address=(\S+)/, scheme: "http://" },
  );
}

/** Bodies with `count` alerts: one by one new ones, ten at a time always the same. */
const luaOfAlerts = (count: number, description: string): string =>
  [
    `wrk.method = "POST"`,
    `wrk.headers["Content-Type"] = "application/json"`,
    "local i = 0",
    "request = function()",
    "  i = i + 1",
    "  local alerts = {}",
    `  for n = 1, ${count} do`,
    `    local id = ${count === 1 ? "i" : "n"}`,
    `    alerts[n] = '{"labels":{"alertname":"Bench","instance":"' .. id .. '"},"annotations":{"description":"${description}"}}'`,
    "  end",
    `  return wrk.format(nil, "/api/v2/alerts", nil, "[" .. table.concat(alerts, ",") .. "]")`,
    "end",
    "",
  ].join("\n");

function luaOfGrafana(path: string): string {
  const alerts = Array.from({ length: 10 }, (_, n) => ({
    status: "firing",
    labels: { alertname: "Bench", instance: String(n) },
    annotations: { description: "the disk is almost full" },
    startsAt: "2026-01-01T00:00:00Z",
    endsAt: "0001-01-01T00:00:00Z",
    generatorURL: "",
    fingerprint: `00000000000000${String(n).padStart(2, "0")}`,
    silenceURL: "",
    dashboardURL: "",
    panelURL: "",
    values: null,
    valueString: "",
  }));
  const body = JSON.stringify({
    receiver: "bench",
    status: "firing",
    orgId: 1,
    alerts,
    groupLabels: { alertname: "Bench" },
    commonLabels: { alertname: "Bench" },
    commonAnnotations: {},
    externalURL: "",
    version: "1",
    groupKey: "bench",
    truncatedAlerts: 0,
    title: "bench",
    state: "alerting",
    message: "",
  });
  return [
    `wrk.method = "POST"`,
    `wrk.headers["Content-Type"] = "application/json"`,
    `wrk.path = "${path}"`,
    `wrk.body = [[${body}]]`,
    "",
  ].join("\n");
}
