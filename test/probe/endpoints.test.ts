/**
 * Holds the tables of the guide, servers and the sub-checks that each of them makes: real servers on loopback, the real
 * prober, and the core's reading of it.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judge } from "../../src/core/health/health.ts";
import { ownPrefix, withMeasured } from "../../src/core/health/own-check.ts";
import { readProbe } from "../../src/core/health/probe-reading.ts";
import type { CheckResult } from "../../src/core/model/model.ts";
import { day } from "../../src/core/text/units.ts";
import { healthMonitor } from "../support/builders.ts";
import { proberOf } from "../support/probing.ts";
import {
  authority,
  certificates,
  must,
  pages,
  pings,
  ports,
  queries,
  sockets,
  type Servers,
} from "./servers.ts";

const guide = readFileSync(new URL("../../src/guide/endpoints.md", import.meta.url), "utf8");

/** A row of the table: server, sub-checks, status of the monitor. */
async function rowOf(name: string, server: Servers[string]): Promise<string[]> {
  const { later = 0, pingPath, ...fields } = await server();
  const monitor = healthMonitor({ ...fields, fetch_retries: 0 });
  const lookup = (host: string) =>
    Promise.resolve(
      host === "shop"
        ? { ok: true as const, addresses: ["127.0.0.1"] }
        : { ok: false as const, reason: `DNS: no such host ${host}` },
    );
  const paths = pingPath === undefined ? {} : { pingPath };
  const fetched = await proberOf({ ca: authority.cert, lookup, ...paths }).fetch(monitor);
  const now = Date.now() + later * day;
  const reading = readProbe(monitor, fetched, now);
  const { status, reason } = judge(reading, monitor, now);
  if (!reading.ok) return [name, reason ?? "", `\`${status}\``];
  const checks = withMeasured(reading.results, reading.measured ?? null);
  return [name, checks.map(inWords).join(" · "), `\`${status}\``];
}

/** `certificate` failed: Certificate ends in 6 days (28 November); numbers that differ from run to run are made equal. */
function inWords({ name, status, notification_message, short_summary }: CheckResult): string {
  const own = name.slice(ownPrefix.length);
  const text = notification_message ?? (telling.has(own) ? short_summary : null);
  const words = text
    ?.replace(/\(\d+ [A-Z][a-z]+( \d+)?\)/, "(28 November)")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080")
    .replace(/Answered in [\d.]+ m?s/, "Answered in 50 ms");
  return `\`${own}\` ${status}${words ? `: ${words}` : ""}`;
}

/** Sub-checks whose summaries are of interest. */
const telling = new Set(["dns", "inverted"]);

/** The rows of the table below a heading of the guide. */
function tableBelow(heading: string): string[][] {
  const [, rest = ""] = guide.split(`\n### ${heading}\n`);
  const lines = rest.split(/\n#/)[0]!.split("\n");
  return lines
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

test.each([
  ["Pages", pages],
  ["Certificates", certificates],
  ["Ports", ports],
  ["WebSockets", sockets],
  ["Pings", pings],
  ["Checks that must fail", must],
  ["DNS queries", queries],
])("%s: each server makes the sub-checks that the guide names", async (heading, servers) => {
  const rows: string[][] = [];
  for (const [name, server] of Object.entries(servers)) rows.push(await rowOf(name, server));
  expect(rows).toEqual(tableBelow(heading));
});
