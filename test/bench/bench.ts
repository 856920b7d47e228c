/**
 * `npm run bench [-- NAME …]`: figures as ratios, both sides taken in turn within one run, because machines are shared
 * and noisy. Needs `wrk`, `prometheus-blackbox-exporter` and `chromium` (Debian packages); a row without its tool says
 * so.
 */
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { benchChecks } from "./checks.ts";
import { benchCopy } from "./copy.ts";
import { benchFirstPage, benchLive } from "./dashboard.ts";
import { benchCertificates, benchPages } from "./endpoints.ts";
import { benchDatabases } from "./databases.ts";
import { benchFair } from "./fair.ts";
import { benchHistory } from "./history.ts";
import { benchIngest, type Row } from "./ingest.ts";

const has = (tool: string) => !spawnSync(tool, ["--version"]).error;

console.log(`node ${process.version}, ${cpus().length} cores`);
/** Its name, the tool that it needs, and the row. */
const rows: [name: string, tool: string, bench: () => Promise<Row>][] = [
  ["ingest-20", "wrk", () => benchIngest(20)],
  ["ingest-1", "wrk", () => benchIngest(1)],
  ["databases", "wrk", benchDatabases],
  ["checks", "prometheus-blackbox-exporter", benchChecks],
  ["pages", "node", benchPages],
  ["certificates", "openssl", benchCertificates],
  ...(["SQLite", "PostgreSQL"] as const).flatMap((database) =>
    [0, 15_000, 60_000].map((open): [string, string, () => Promise<Row>] => [
      `fair-${database.toLowerCase()}-${open}`,
      "node",
      () => benchFair(database, open),
    ]),
  ),
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
  const { name, ours, peer, ratio, goal } = await bench();
  const [median, min, max] = [ratio.median, ratio.min, ratio.max].map((value) => value.toFixed(2));
  console.log(`${name}\n    ${ours} ÷ ${peer} = ${median} (${min}–${max}), goal ${goal}`);
}
