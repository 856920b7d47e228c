/** The rows of the bench, in the order of their table. */
import { benchNewAlerts, benchTenAlerts } from "./alertmanager.ts";
import { benchMapping, benchSentry } from "./bodies.ts";
import { benchChecks } from "./checks.ts";
import { benchCopy } from "./copy.ts";
import { benchApply, benchCommand } from "./ctl.ts";
import { benchFirstPage, benchLive } from "./dashboard.ts";
import { benchDatabases } from "./databases.ts";
import { benchCertificates, benchPages } from "./endpoints.ts";
import { benchFair } from "./fair.ts";
import { benchGrowth } from "./growth.ts";
import { benchHistory } from "./history.ts";
import { benchIngest } from "./ingest.ts";
import { benchListPage, benchWholeList } from "./lists.ts";
import { benchIdle, benchMemoryOfChecks, benchMemoryOfLoad } from "./memory.ts";
import { benchNodes } from "./nodes.ts";
import { benchPush } from "./push.ts";
import { benchRetention } from "./retention.ts";
import type { Row } from "./row.ts";
import { benchKilled, benchMany } from "./schedule.ts";
import { benchSlowDisk } from "./slow-disk.ts";
import { benchStart } from "./start.ts";
import { benchStorm } from "./storm.ts";

/** Its name, the program that it needs, and what measures it. */
export const rows: readonly [name: string, tool: string, bench: () => Promise<Row>][] = [
  ["ingest-200", "wrk", () => benchIngest(200, { least: 0.5 })],
  ["ingest-20", "wrk", () => benchIngest(20, { least: 0.5 })],
  ["ingest-1", "wrk", () => benchIngest(1, { least: 0.65 })],
  ["ingest-2000", "wrk", () => benchIngest(2000, { least: 0.45 })],
  ["ingest-slow-1", "wrk", () => benchSlowDisk(1, { least: 0.35 })],
  ["ingest-slow-5", "wrk", () => benchSlowDisk(5, { least: 0.15 })],
  ["sentry", "wrk", benchSentry],
  ["mapping", "wrk", benchMapping],
  ["alertmanager", "prometheus-alertmanager", benchNewAlerts],
  ["alertmanager-10", "prometheus-alertmanager", benchTenAlerts],
  ["push", "prometheus-alertmanager", benchPush],
  ["storm", "node", () => benchStorm(false)],
  ["storm-folded", "node", () => benchStorm(true)],
  ["retention", "node", benchRetention],
  ["databases", "wrk", benchDatabases],
  ["nodes", "wrk", benchNodes],
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
  ["ctl-version", "node", () => benchCommand(["--version"], { most: 1.4 })],
  ["ctl-get", "node", () => benchCommand(["get", "wh"], { most: 3 })],
  ["ctl-apply", "node", benchApply],
  ["list-page", "node", benchListPage],
  ["list-whole", "node", benchWholeList],
  ["growth-sqlite", "node", () => benchGrowth("SQLite")],
  ["growth-postgresql", "node", () => benchGrowth("PostgreSQL")],
  ["history-sqlite", "node", () => benchHistory("SQLite")],
  ["history-postgresql", "node", () => benchHistory("PostgreSQL")],
  ["copy", "node", benchCopy],
  ["first-page", "chromium", benchFirstPage],
  ["live", "chromium", () => benchLive(false)],
  ["live-opened", "chromium", () => benchLive(true)],
];
