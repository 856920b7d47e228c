/**
 * `npm run bench [-- NAME …]`: figures as ratios, both sides taken in turn within one run, because machines are shared
 * and noisy. Needs `wrk`, `prometheus-blackbox-exporter` and `chromium` (Debian packages); a row without its tool says
 * so.
 */
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { benchNewAlerts, benchTenAlerts } from "./alertmanager.ts";
import { benchChecks } from "./checks.ts";
import { benchCopy } from "./copy.ts";
import { benchFirstPage, benchLive } from "./dashboard.ts";
import { benchCertificates, benchPages } from "./endpoints.ts";
import { benchDatabases } from "./databases.ts";
import { benchFair } from "./fair.ts";
import { benchHistory } from "./history.ts";
import { benchIngest, type Row } from "./ingest.ts";
import { benchSlowDisk } from "./slow-disk.ts";
import { benchListPage, benchWholeList } from "./lists.ts";
import { benchApply, benchCommand } from "./ctl.ts";
import { benchIdle, benchMemoryOfChecks, benchMemoryOfLoad, type Figure } from "./memory.ts";
import { benchKilled, benchMany } from "./schedule.ts";
import { benchPush } from "./push.ts";
import { benchRetention } from "./retention.ts";
import { benchStart } from "./start.ts";
import { benchStorm } from "./storm.ts";

const has = (tool: string) => !spawnSync(tool, ["--version"]).error;

console.log(`node ${process.version}, ${cpus().length} cores`);
/** Its name, the tool that it needs, and the row. */
const rows: [name: string, tool: string, bench: () => Promise<Row | Figure>][] = [
  ["ingest-200", "wrk", () => benchIngest(200, "≥ 0.50")],
  ["ingest-20", "wrk", () => benchIngest(20, "≥ 0.50")],
  ["ingest-1", "wrk", () => benchIngest(1, "≥ 0.65")],
  ["ingest-2000", "wrk", () => benchIngest(2000, "≥ 0.45")],
  ["ingest-slow-1", "wrk", () => benchSlowDisk(1, "≥ 0.35")],
  ["ingest-slow-5", "wrk", () => benchSlowDisk(5, "≥ 0.15")],
  ["alertmanager", "prometheus-alertmanager", benchNewAlerts],
  ["alertmanager-10", "prometheus-alertmanager", benchTenAlerts],
  ["push", "prometheus-alertmanager", benchPush],
  ["storm", "node", () => benchStorm(false)],
  ["storm-folded", "node", () => benchStorm(true)],
  ["retention", "node", benchRetention],
  ["databases", "wrk", benchDatabases],
  ["checks", "prometheus-blackbox-exporter", () => benchChecks("kept")],
  ["checks-fresh", "prometheus-blackbox-exporter", () => benchChecks("fresh")],
  ["checks-tls", "prometheus-blackbox-exporter", () => benchChecks("tls")],
  ["pages", "node", benchPages],
  ["certificates", "openssl", benchCertificates],
  ...(["SQLite", "PostgreSQL"] as const).flatMap((database) =>
    [0, 15_000, 60_000].map((open): [string, string, () => Promise<Row>] => [
      `fair-${database.toLowerCase()}-${open}`,
      "node",
      () => benchFair(database, open),
    ]),
  ),
  ["idle", "node", benchIdle],
  ["memory-checks", "node", benchMemoryOfChecks],
  ["memory-load", "wrk", benchMemoryOfLoad],
  ["start", "node", () => benchStart(0)],
  ["start-10000", "node", () => benchStart(10_000)],
  ["killed", "node", benchKilled],
  ["many", "node", benchMany],
  ["ctl-version", "node", () => benchCommand(["--version"], "≤ 1.4")],
  ["ctl-get", "node", () => benchCommand(["get", "wh"], "≤ 3")],
  ["ctl-apply", "node", benchApply],
  ["list-page", "node", benchListPage],
  ["list-whole", "node", benchWholeList],
  ["history-sqlite", "node", () => benchHistory("SQLite")],
  ["history-postgresql", "node", () => benchHistory("PostgreSQL")],
  ["copy", "node", benchCopy],
  ["first-page", "chromium", benchFirstPage],
  ["live", "chromium", () => benchLive(false)],
  ["live-opened", "chromium", () => benchLive(true)],
];
const asked = process.argv.slice(2);
for (const [named, tool, bench] of rows) {
  if (asked.length > 0 && !asked.includes(named)) continue;
  if (!has(tool)) {
    console.log(`a row was left out: ${tool} is not installed`);
    continue;
  }
  const row = await bench();
  const { name, ours, goal } = row;
  if (!("ratio" in row)) {
    console.log(`${name}\n    ${ours}, goal ${goal}`);
    continue;
  }
  const { peer, ratio } = row;
  const [median, min, max] = [ratio.median, ratio.min, ratio.max].map((value) => value.toFixed(2));
  console.log(`${name}\n    ${ours} ÷ ${peer} = ${median} (${min}–${max}), goal ${goal}`);
}
