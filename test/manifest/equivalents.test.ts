/**
 * The tables of the guide that name the equivalents of other tools: each row is a manifest that is valid, or says why there is
 * none. Fields that are joined by "and" or "with" belong together, and other ones are alternatives.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { healthCheckMonitor } from "../../src/resource/health-check-monitor.ts";
import { parseManifest } from "../../src/manifest/manifest.ts";

const guide = readFileSync(new URL("../../src/guide/endpoints.md", import.meta.url), "utf8");

/** The rows of the table below a heading: the words of the other tool, and ours. */
function rowsBelow(heading: string): [string, string][] {
  const [, rest = ""] = guide.split(`\n## ${heading}\n`);
  return rest
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) => {
      const [, theirs = "", ours = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return [theirs, ours];
    });
}

/** Words of a row without a monitor to write. */
const without =
  /^(not supported[:;]|not supported from outside|always checked|a webhook monitor|an alert group)/;

/** The sets of fields that a cell names, in its order. */
function alternatives(cell: string): Record<string, unknown>[] {
  const sets: Record<string, unknown>[] = [];
  let end = 0;
  for (const match of cell.matchAll(/`(\w+: [^`]+)`/g)) {
    const field = parse(match[1]!) as Record<string, unknown>;
    if (!Object.keys(field).every((name) => Object.hasOwn(healthCheckMonitor.fields, name)))
      continue;
    const together = /^ (and|with|becomes) $|becomes $/.test(cell.slice(end, match.index));
    if (together && sets.length > 0) Object.assign(sets.at(-1)!, field);
    else sets.push(field);
    end = match.index + match[0].length;
  }
  return sets;
}

/** A manifest of a monitor with these fields; without a URL it is a page. */
function manifestOf(fields: Record<string, unknown>): string {
  const url = "https://shop.example.com/";
  return stringify({
    version: 1,
    project: "shop",
    users: [{ external_id: "ada", email: "ada@example.com", name: "Ada" }],
    alert_groups: [
      { external_id: "oncall", title: "On call", timezone: "UTC", members: ["ada@example.com"] },
    ],
    health_check_monitors: [
      {
        external_id: "one",
        title: "One",
        alert_group: "oncall",
        ...("url" in fields ? {} : { url, expect: "http" }),
        ...fields,
      },
    ],
  });
}

test.each([...rowsBelow("Coming from Gatus"), ...rowsBelow("Coming from Uptime Kuma")])(
  "the equivalent of %s is valid, or has a reason",
  (_, ours) => {
    const sets = alternatives(ours);
    if (sets.length === 0) expect(ours).toMatch(without);
    for (const fields of sets) {
      const parsed = parseManifest([{ name: "monitors.yaml", text: manifestOf(fields) }]);
      expect([fields, parsed.ok ? [] : parsed.issues]).toEqual([fields, []]);
    }
  },
);

test("the tables have every type of Uptime Kuma and every scheme of Gatus", () => {
  const kuma = rowsBelow("Coming from Uptime Kuma")
    .map(([theirs]) => theirs)
    .join(" ");
  for (const type of [
    "http",
    "keyword",
    "json-query",
    "grpc-keyword",
    "dns",
    "docker",
    "real-browser",
    "group",
    "push",
    "manual",
    "ping",
    "port",
    "snmp",
    "mqtt",
    "rabbitmq",
    "kafka-producer",
    "sqlserver",
    "postgres",
    "mysql",
    "mongodb",
    "redis",
    "radius",
    "sip-options",
    "steam",
    "gamedig",
    "tailscale-ping",
    "globalping",
    "smtp",
    "websocket-upgrade",
    "pm2",
    "system-service",
    "sftp",
    "oracledb",
    "ntp",
  ])
    expect(kuma).toContain(`\`${type}\``);
  const gatus = rowsBelow("Coming from Gatus")
    .map(([theirs]) => theirs)
    .join(" ");
  for (const scheme of [
    "tcp",
    "tls",
    "udp",
    "sctp",
    "icmp",
    "starttls",
    "ws",
    "wss",
    "grpc",
    "ssh",
  ])
    expect(gatus).toContain(`${scheme}://`);
});
