/**
 * `npm run bench`: figures as ratios, both sides taken in turn within one run, because machines are shared
 * and noisy. Needs `wrk`, `prometheus-blackbox-exporter` and `chromium` (Debian packages); a row without its tool says
 * so.
 */
import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { benchChecks } from "./checks.ts";
import { benchFirstPage, benchLive } from "./dashboard.ts";
import { benchCertificates, benchPages } from "./endpoints.ts";
import { benchDatabases } from "./databases.ts";
import { benchFair } from "./fair.ts";
import { benchHistory } from "./history.ts";
import { benchIngest, type Row } from "./ingest.ts";

const has = (tool: string) => !spawnSync(tool, ["--version"]).error;

console.log(`node ${process.version}, ${cpus().length} cores`);
const rows: [string, () => Promise<Row>][] = [
  ["wrk", () => benchIngest(20)],
  ["wrk", () => benchIngest(1)],
  ["wrk", benchDatabases],
  ["prometheus-blackbox-exporter", benchChecks],
  ["node", benchPages],
  ["openssl", benchCertificates],
  ...(["SQLite", "PostgreSQL"] as const).flatMap((database) =>
    [0, 15_000, 60_000].map((open): [string, () => Promise<Row>] => [
      "node",
      () => benchFair(database, open),
    ]),
  ),
  ["node", () => benchHistory("SQLite")],
  ["node", () => benchHistory("PostgreSQL")],
  ["chromium", benchFirstPage],
  ["chromium", benchLive],
];
for (const [tool, bench] of rows) {
  if (!has(tool)) {
    console.log(`a row was left out: ${tool} is not installed`);
    continue;
  }
  const { name, ours, peer, ratio, goal } = await bench();
  const [median, min, max] = [ratio.median, ratio.min, ratio.max].map((value) => value.toFixed(2));
  console.log(`${name}\n    ${ours} ÷ ${peer} = ${median} (${min}–${max}), goal ${goal}`);
}
