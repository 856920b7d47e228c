/** What people declare: manifests, schedules, matchers, and files of other tools. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { check } from "../../../src/api/check.ts";
import { Declaration } from "../../../src/api/declaration.ts";
import { cronFields } from "../../../src/core/on-call/cron-fields.ts";
import { pemFaults } from "../../../src/core/declare/rules-pem.ts";
import { maskUrl, userinfoOf } from "../../../src/core/declare/secrets.ts";
import { cronText } from "../../../src/core/silence/cron-text.ts";
import { cronFault, lastRun, nextRun } from "../../../src/core/silence/maintenance.ts";
import { matches, parseMatcher } from "../../../src/core/silence/matcher.ts";
import { statusPageRules } from "../../../src/core/status/page-rules.ts";
import { fromGatus } from "../../../src/importer/gatus/gatus.ts";
import { gatusConfig } from "../../../src/importer/gatus/config.ts";
import { fromHealthchecks } from "../../../src/importer/healthchecks/healthchecks.ts";
import { betterStackOf, fromBetterStack } from "../../../src/importer/hosted/better-stack.ts";
import { checklyOf, fromCheckly } from "../../../src/importer/hosted/checkly.ts";
import { fromUptimeRobot, uptimeRobotOf } from "../../../src/importer/hosted/uptimerobot.ts";
import { fromUptimeKuma, type KumaTables } from "../../../src/importer/kuma/uptime-kuma.ts";
import { format } from "../../../src/manifest/format/format.ts";
import type { Surroundings } from "../../../src/manifest/variables.ts";
import { parseManifest } from "../../../src/manifest/manifest.ts";
import { now } from "../../inbound/samples.ts";
import { holds, type Target } from "../target.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .toSorted()
    .map((name) => readFileSync(root + name, "utf8"));
const manifests = [
  ...read("examples/*/*.yaml").filter((text) => text.includes("project:") && text.length < 6_000),
  "project: x\nhealth_check_monitors:\n  - external_id: a\n    title: ${NAME:-Shop}\n    url: https://example.com/${PATH_:?no}\n    alert_group: g\nalert_groups:\n  - external_id: g\n    title: G\n",
  "project: x\ninclude: ./*.yaml\n",
  "defaults: &d\n  health_check_monitors: {interval_seconds: 60}\nproject: x\nrepeat:\n  - each: [a, b]\n",
  "project: x\nschedules:\n  - external_id: s\n    title: S\n    timezone: Europe/Berlin\n    layers: []\n",
];
const surroundings: Surroundings = {
  variables: { NAME: "x", A: "$", KEY: "secret" },
  read: () => ({ ok: false, why: "does not exist" }),
  readAll: () => [{ ok: false, why: "does not exist" }],
};
const json = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
const hosted = [
  '{"checks":[{"name":"Job","grace":900,"schedule":"Mon..Fri *-*-* 08..17:0/15","tz":"UTC","channels":"a,b","tags":"x y"}],"channels":[{"id":"a","kind":"email"}]}',
  '{"data":[{"id":"1","type":"monitor","attributes":{"url":"https://example.com","monitor_type":"status","check_frequency":30,"request_headers":[{"name":"a","value":"b"}],"maintenance_from":"01:00:00"}}]}',
  '{"version":4,"resources":[{"mode":"managed","type":"checkly_check","name":"r","instances":[{"attributes":{"name":"A","type":"API","frequency":5,"request":[{"url":"https://example.com","assertion":[{"source":"STATUS_CODE","comparison":"EQUALS","target":"200"},{"source":"JSON_BODY","property":"$.a[0]","comparison":"GREATER_THAN","target":"1"}]}]}}]}]}',
  '{"monitors":[{"id":1,"friendly_name":"A","url":"https://example.com","type":2,"keyword_value":"x","interval":300,"custom_http_headers":{"a":"b"},"mwindows":[{"start_time":1,"duration":30,"value":"1-2"}]}]}',
  '{"monitor":[{"id":1,"name":"A","type":"http","url":"https://example.com","interval":20,"accepted_statuscodes_json":"[\\"200-299\\"]","headers":"{}","active":1},{"id":2,"name":"K","type":"json-query","json_path":"$.a","expected_value":"1","json_path_operator":"==","url":"https://x.example.com"}],"maintenance":[{"id":1,"title":"m","strategy":"cron","cron":"0 1 * * *","duration":60,"timezone":"UTC","weekdays":"[1]","days_of_month":"[]"}],"monitor_maintenance":[{"monitor_id":1,"maintenance_id":1}],"notification":[{"id":1,"name":"n","config":"{\\"type\\":\\"ntfy\\",\\"ntfyserverurl\\":\\"https://ntfy.sh\\"}"}],"monitor_notification":[],"tags":["a"]}',
];
/** The tables of a database, in which each value is one that SQLite has. */
function tablesOf(value: unknown): KumaTables | null {
  if (typeof value !== "object" || value === null) return null;
  const rows = (name: string) => {
    const list = (value as Record<string, unknown>)[name];
    return Array.isArray(list)
      ? list
          .filter((row) => typeof row === "object" && row !== null)
          .map((row: object) =>
            Object.fromEntries(
              Object.entries(row).filter(([, one]) => typeof one !== "object" || one === null),
            ),
          )
      : [];
  };
  const names = [
    "monitor",
    "maintenance",
    "monitor_maintenance",
    "notification",
    "monitor_notification",
    "status_page",
    "group",
    "monitor_group",
    "status_page_cname",
  ];
  return {
    ...Object.fromEntries(names.map((name) => [name, rows(name)])),
    tags: [],
  } as unknown as KumaTables;
}

/** What an importer makes is a declaration that YAML can hold. */
function declared({ declaration }: { declaration?: unknown }): void {
  holds(JSON.stringify(declaration) !== "", "it is a value");
}

export const declaredTexts: readonly Target[] = [
  {
    name: "manifests",
    alone: true,
    most: 40_000,
    seeds: manifests,
    words: [
      "${",
      "}",
      ":-",
      ":?",
      "file:",
      "each",
      "<<: *d",
      "&d ",
      "!!",
      "|\n",
      ">-\n",
      "? ",
      "- ",
      "  ",
      "project: ",
      "alert_groups:\n",
      "include: ",
      "defaults:\n",
      "~",
      "---\n",
      "%YAML 1.1\n",
    ],
    run(text) {
      const parsed = parseManifest([{ name: "m.yaml", text }], surroundings);
      const issues = parsed.ok ? parsed.warnings : [...parsed.issues, ...parsed.warnings];
      for (const { message } of issues) holds(message !== "", "a mistake has a sentence");
      const formatted = format({ name: "m.yaml", text });
      if (formatted.ok) {
        const again = format({ name: "m.yaml", text: formatted.text });
        holds(again.ok && again.text === formatted.text, "formatting twice is formatting once");
      }
      if (parsed.ok) return "read";
      holds(issues.length > 0, "what is not read has a mistake");
      return issues[0]?.code;
    },
  },
  {
    name: "declarations",
    most: 262_144,
    seeds: [
      '{"project":"x","alert_groups":[{"external_id":"g","title":"G"}],"health_check_monitors":[{"external_id":"a","title":"A","url":"https://example.com","alert_group":"g","body_json":[{"pointer":"/a","comparison":"equals","value":1}]}]}',
    ],
    words: ['"external_id":', '"users":[', '"schedules":[', '"silences":[', '"inbound_mapping":{'],
    run(text) {
      const value = json(text);
      if (value === undefined) return "no JSON";
      const faults = check(Declaration, value);
      for (const { message } of faults) holds(message !== "", "a fault has a sentence");
      return `${faults[0]?.code} ${faults[0]?.field}`;
    },
  },
  {
    name: "schedules",
    most: 300,
    seeds: [
      "0 2 * * SUN",
      "*/15 8-17 * * MON-FRI",
      "@weekly",
      "0 0 29 2 *",
      "0 0 L * *",
      "59 23 31 12 7",
      "0 0 * * 5#2",
      "1,2,3 1-5/2 1W JAN-DEC ?",
    ],
    words: ["*", "/", "-", ",", "#", "L", "W", "?", "@", "MON", "JAN", "0/0", "60", "  "],
    run(text) {
      const fault = cronFault(text, "Europe/Berlin");
      holds(typeof cronText(text) === "string", "it has a sentence");
      const fields = cronFields(text);
      if (fault !== null) return fault;
      const rule = { cron: text, timezone: "Europe/Berlin" };
      const next = nextRun(rule, now);
      holds(next !== null && next > now, "what has no fault comes again");
      const last = lastRun(rule, next);
      holds(last === next, "its run is the last one at its instant");
      if (fields) holds(fields.minutes.length > 0, "it has a minute");
      return `good ${fields !== null}`;
    },
  },
  {
    name: "matchers",
    most: 4_096,
    seeds: [
      "env=prod\nprod",
      "host!=db-*\ndb-1",
      'a="b c*"\nb c',
      'a="\\"x\\*"\n"x*',
      "a=~b\nx",
      "a=*a*b*\naab",
    ],
    words: ["*", "\\*", '"', "!=", "=", "\\\\", "**"],
    run(text) {
      const at = text.indexOf("\n");
      const matcher = parseMatcher(at < 0 ? text : text.slice(0, at));
      if (typeof matcher === "string") return matcher;
      const value = at < 0 ? "" : text.slice(at + 1);
      const fits = matches(matcher, { [matcher.name]: value });
      holds(
        matches({ ...matcher, equal: !matcher.equal }, { [matcher.name]: value }) !== fits,
        "!= is not =",
      );
      const literal = matcher.parts.join("x");
      if (matcher.equal) holds(matches(matcher, { [matcher.name]: literal }), "stars fit a text");
      return `${fits} ${matcher.parts.length}`;
    },
  },
  {
    name: "files of other tools",
    most: 262_144,
    seeds: hosted,
    words: [
      '"type":"',
      '"url":',
      '"resources":[',
      '"checks":[',
      '"monitors":[',
      '"request":[{',
      '"assertion":[{',
      "http://",
      "$.a",
    ],
    run(text) {
      const value = json(text);
      if (value === undefined) return "no JSON";
      declared(fromHealthchecks(value, "x"));
      declared(fromBetterStack(betterStackOf(value), "x"));
      declared(fromCheckly(checklyOf(value), "x"));
      declared(fromUptimeRobot(uptimeRobotOf(value), "x"));
      const tables = tablesOf(value);
      if (tables) declared(fromUptimeKuma(tables, "x"));
      return "read";
    },
  },
  {
    name: "configurations of Gatus",
    alone: true,
    most: 40_000,
    seeds: read("test/fixtures/gatus/*.yaml"),
    words: [
      "[STATUS]",
      "[BODY].",
      "[RESPONSE_TIME]",
      "[CERTIFICATE_EXPIRATION]",
      "len(",
      "any(",
      "pat(",
      "has(",
      " == ",
      " < ",
      "${A}",
      "$$",
      "48h",
      "endpoints:\n",
      "- name: ",
    ],
    run(text) {
      const config = gatusConfig([{ name: "g.yaml", text }]);
      if ("issues" in config) return config.issues[0]?.code;
      declared(fromGatus(config, "x"));
      return "read";
    },
  },
  {
    name: "pictures, certificates and URLs",
    most: 65_536,
    seeds: [
      `data:image/svg+xml;base64,${btoa("<?xml version='1.0'?><!-- a --><!DOCTYPE svg><svg>")}`,
      `data:image/png;base64,${btoa("\x89PNG\r\n")}`,
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
      "https://user:pw@example.com/a?b=c",
    ],
    words: [
      "-----BEGIN ",
      "-----END ",
      "CERTIFICATE-----",
      "RSA PRIVATE KEY-----",
      btoa("<!-- --><!---->  "),
      "@",
      "***",
    ],
    run(text) {
      const logo = statusPageRules({ slug: null, logo: text });
      // As the schema has it before its rules are asked.
      const inside = /^[\x20-\x7e]*$/.test(text)
        ? statusPageRules({ slug: null, logo: `data:image/svg+xml;base64,${btoa(text)}` })
        : [];
      const faults = pemFaults({ tls_ca: text, tls_client_cert: text });
      const { length } = maskUrl(text);
      userinfoOf(text);
      holds(length <= text.length + 20, "a masked URL has its length");
      return `${logo.length} ${inside.length} ${faults.map(({ message }) => message).join()}`;
    },
  },
];
