/** `monitorctl import`: what the configurations of other tools become, and that it is a manifest without mistakes. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { kumaTables } from "../support/uptime-kuma.ts";
import { newPlace, type Place } from "./run.ts";

let place: Place;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place[Symbol.dispose]());

type Items = Record<string, unknown>[];

/** The imported manifest, which has no mistakes, and what is said beside it. */
async function imported(tool: string, file: string) {
  const { code, stdout, stderr } = await place.inside(["import", tool, file, "--project", "shop"]);
  expect([code, stderr.split("\n").slice(1, -1)]).toEqual([0, expect.any(Array)]);
  place.write("imported.yaml", stdout);
  place.write("secrets.env", "TOKEN=abc\n");
  const valid = await place.inside(["validate", "imported.yaml", "--vars", "secrets.env"]);
  expect([valid.code, valid.stderr]).toEqual([0, ""]);
  const { alert_groups, health_check_monitors, webhook_monitors } = parse(stdout) as {
    alert_groups: Items;
    health_check_monitors: Items;
    webhook_monitors: Items;
  };
  return { text: stdout, stderr, alert_groups, health_check_monitors, webhook_monitors };
}

describe("from Gatus", () => {
  const endpoint = (url: string, conditions: string[], more = "") =>
    `endpoints:\n  - name: Shop\n    url: ${url}\n${more}    conditions:\n${conditions.map((one) => `      - ${JSON.stringify(one)}\n`).join("")}`;
  const fieldsOf = async (url: string, ...conditions: string[]) => {
    place.write("config.yaml", endpoint(url, conditions));
    const { health_check_monitors } = await imported("gatus", "config.yaml");
    const {
      external_id: _id,
      title: _title,
      alert_group: _group,
      url: _url,
      expect: _expect,
      fetch_retries: _retries,
      confirmations: _confirmations,
      ...fields
    } = health_check_monitors[0]!;
    return fields;
  };

  test("endpoints become monitors of their group, as often and as patiently checked", async () => {
    place.write(
      "config.yaml",
      `endpoints:
  - name: Website
    group: Core services
    url: https://shop.example.com/
    interval: 1m30s
    method: POST
    body: '{"a": 1}'
    headers: { Authorization: Bearer $TOKEN, X-From: gatus }
    client: { timeout: 5s }
    conditions: ["[STATUS] == 200", "[BODY] == pat(*Welcome*)", "[RESPONSE_TIME] < 500"]
    alerts:
      - { type: email, failure-threshold: 5 }
      - { type: pagerduty, failure-threshold: 2 }
`,
    );
    const { alert_groups, health_check_monitors, stderr, text } = await imported(
      "gatus",
      "config.yaml",
    );
    expect(alert_groups).toEqual([{ external_id: "core-services", title: "Core services" }]);
    expect(health_check_monitors).toEqual([
      {
        external_id: "website",
        title: "Website",
        alert_group: "core-services",
        url: "https://shop.example.com/",
        expect: "http",
        method: "POST",
        request_body: '{"a": 1}',
        request_headers: { Authorization: "Bearer ${TOKEN}", "X-From": "gatus" },
        interval_seconds: 90,
        timeout_seconds: 5,
        fetch_retries: 0,
        confirmations: 2,
        body_contains: "Welcome",
        slow_above_ms: 500,
        accepted_statuses: "200",
      },
    ]);
    expect(stderr).toContain("plain text");
    expect(text).toContain("[RESPONSE_TIME] < 500: is a warning here");
  });

  test.each<[string, Record<string, unknown>]>([
    ["[STATUS] == any(200, 429)", { accepted_statuses: "200,429" }],
    ["[STATUS] < 300", { accepted_statuses: "100-299" }],
    ["[STATUS] != 500", { accepted_statuses: "100-499,501-599" }],
    ["[STATUS] == pat(2*)", {}],
    ["[CONNECTED] == true", {}],
    ["[CERTIFICATE_EXPIRATION] > 48h", { certificate_failing_days: 2 }],
    [
      "[CERTIFICATE_EXPIRATION] > 720h",
      { certificate_failing_days: 30, certificate_warning_days: 30 },
    ],
    [
      "[BODY].user.name == john",
      { body_json: [{ pointer: "/user/name", comparison: "equals", value: "john" }] },
    ],
    [
      "[BODY].data[0].id >= 5",
      { body_json: [{ pointer: "/data/0/id", comparison: "at_least", value: 5 }] },
    ],
    ["has([BODY].users) == true", { body_json: [{ pointer: "/users", comparison: "exists" }] }],
    ["[BODY] != pat(*error*)", { body_lacks: "error" }],
  ])("%s", async (condition, fields) => {
    expect(await fieldsOf("https://shop.example.com/", condition)).toEqual(fields);
  });

  test.each(["len([BODY].data) < 5", "[DOMAIN_EXPIRATION] > 720h", "[BODY].id == any(1, 2)"])(
    "%s is said to have no counterpart",
    async (condition) => {
      place.write("config.yaml", endpoint("https://shop.example.com/", [condition]));
      const { text } = await imported("gatus", "config.yaml");
      expect(text).toContain(`# ${condition} has no counterpart\n  - external_id: shop`);
    },
  );

  test("a name to resolve, a port and a certificate are checked as such", async () => {
    place.write(
      "config.yaml",
      `endpoints:
  - { name: Address, url: 192.0.2.53, dns: { query-name: shop.example.com., query-type: A }, conditions: ["[BODY] == 203.0.113.7", "[DNS_RCODE] == NOERROR"] }
  - { name: Port, url: "tcp://db.example.com:5432", conditions: ["[CONNECTED] == true"] }
  - { name: Mail, url: "tls://mail.example.com:465", conditions: ["[CERTIFICATE_EXPIRATION] > 240h"] }
`,
    );
    const { health_check_monitors } = await imported("gatus", "config.yaml");
    expect(health_check_monitors).toMatchObject([
      { url: "dns://192.0.2.53/shop.example.com?type=A", dns_answers: ["203.0.113.7"] },
      { url: "tcp://db.example.com:5432" },
      { url: "tls://mail.example.com:465", certificate_failing_days: 10 },
    ]);
  });

  test("what cannot be checked is named at the head, and external endpoints expect reports", async () => {
    place.write(
      "config.yaml",
      `endpoints:
  - { name: Ping, url: "icmp://example.com", conditions: ["[CONNECTED] == true"] }
external-endpoints:
  - { name: Backup, group: Jobs, token: secret, heartbeat: { interval: 24h } }
alerting: { email: {} }
`,
    );
    const { text, webhook_monitors, stderr } = await imported("gatus", "config.yaml");
    expect(text).toContain("# - Ping: icmp cannot be checked");
    expect(text).toContain("# - alerting: add the devices of your people");
    expect(webhook_monitors).toMatchObject([
      { external_id: "backup", alert_group: "jobs", expect_every_minutes: 1440 },
    ]);
    expect(stderr).toContain("1 monitor and 1 alert group imported, 2 entries not");
  });
});

test("settings of Gatus without a counterpart stand beside the monitor", async () => {
  place.write(
    "config.yaml",
    `endpoints:
  - name: Shop
    url: https://shop.example.com/
    enabled: false
    graphql: true
    client: { insecure: true, ignore-redirect: true, proxy-url: "http://proxy:3128", oauth2: { token-url: "https://x" } }
    maintenance-windows: [{ start: "01:00", duration: 1h }]
    conditions: ["[STATUS] == 200"]
`,
  );
  const { text } = await imported("gatus", "config.yaml");
  expect(text.match(/^ {2}# .*/gm)).toEqual([
    "  # was not enabled in Gatus: pause it after the import",
    "  # ignored faults of the certificate in Gatus, which is not possible here",
    "  # went through a proxy in Gatus, and is direct here",
    "  # followed no redirects in Gatus; here three are followed",
    "  # fetched a token by OAuth 2, which is not possible here: give it a lasting one in request_headers",
    "  # had maintenance windows: monitorctl silence add --cron … --duration …",
    '  # the body of graphql is sent as it is: write it as {"query": "…"}',
  ]);
});

describe("from Uptime Kuma", () => {
  /** A database with the columns that version 2 has, and these monitors. */
  function kuma(...monitors: Record<string, unknown>[]) {
    const database = new Database(join(place.folder, "kuma.db"));
    database.exec(`${kumaTables}
      insert into tag values (1, 'prod');
      insert into monitor_tag values (1, 1, 1);
      insert into maintenance values (1, 'Weekly', 1, 'recurring-weekday', '0 2 * * 0', 7200, null, null, null, 'Europe/Berlin');
      insert into maintenance values (2, 'Upgrade', 1, 'single', null, null, '2026-12-01 01:00:00', '2026-12-01 03:30:00', null, 'UTC');
      insert into maintenance values (3, 'Rare', 1, 'recurring-interval', '0 2 * * *', 3600, null, null, 3, null);
      insert into maintenance values (4, 'By hand', 1, 'manual', null, null, null, null, null, null);
      insert into maintenance values (5, 'Of nothing', 1, 'manual', null, null, null, null, null, null);
      insert into monitor_maintenance (monitor_id, maintenance_id) values (2, 1), (2, 2), (3, 2), (2, 3), (3, 4);
    `);
    for (const row of monitors) {
      const names = Object.keys(row);
      database
        .prepare(
          `insert into monitor (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
        )
        .run(...Object.values(row));
    }
    database.close();
    return imported("uptime-kuma", "kuma.db");
  }

  test("dollar signs stay dollar signs, because nothing there is a variable", async () => {
    const { text, health_check_monitors } = await kuma({
      name: "Price ${list}",
      type: "keyword",
      url: "https://shop.example.com/?q=${x}",
      keyword: "$$ 5",
    });
    expect(health_check_monitors[0]).toMatchObject({
      title: "Price $${list}",
      url: "https://shop.example.com/?q=$${x}",
      body_contains: "$$$ 5",
    });
    place.write("prices.yaml", text);
    const { stdout } = await place.inside(["validate", "prices.yaml", "-o", "json"]);
    expect(stdout).not.toContain("unset");
  });

  test("pages, keywords and JSON queries become checks of pages, in the group of their folder", async () => {
    const { alert_groups, health_check_monitors, text } = await kuma(
      { name: "Shop", type: "group" },
      {
        name: "Front page",
        type: "keyword",
        url: "https://shop.example.com/",
        keyword: "Welcome",
        parent: 1,
        interval: 60,
        timeout: 48,
        maxretries: 2,
        accepted_statuscodes_json: '["200-299","301"]',
        headers: '{"X-Token": "abc"}',
        expiry_notification: 0,
      },
      {
        name: "API",
        type: "json-query",
        url: "https://shop.example.com/api",
        json_path: "$.queue.length",
        json_path_operator: "<",
        expected_value: "100",
        auth_method: "basic",
        basic_auth_user: "ada",
        basic_auth_pass: "pw",
        active: 0,
      },
    );
    expect(alert_groups.map(({ title }) => title)).toEqual(["Shop", "On call"]);
    expect(health_check_monitors).toEqual([
      {
        external_id: "front-page",
        title: "Front page",
        alert_group: "shop",
        url: "https://shop.example.com/",
        expect: "http",
        request_headers: { "X-Token": "abc" },
        accepted_statuses: "200-299,301",
        watch_certificate: false,
        timeout_seconds: 48,
        fetch_retries: 0,
        confirmations: 3,
        body_contains: "Welcome",
      },
      {
        external_id: "api",
        title: "API",
        alert_group: "oncall",
        url: "https://ada:pw@shop.example.com/api",
        expect: "http",
        interval_seconds: 20,
        timeout_seconds: 48,
        fetch_retries: 0,
        body_json: [{ pointer: "/queue/length", comparison: "below", value: "100" }],
      },
    ]);
    expect(text).toContain("was paused in Uptime Kuma");
    const said = text.split("\n").filter((line) => line.includes("a maintenance"));
    expect(said).toEqual([
      '# - Weekly: a maintenance that comes again: monitorctl silence add --monitor hc/front-page --cron "0 2 * * 0" --duration 120m --timezone Europe/Berlin --reason maintenance',
      "# - Upgrade: a maintenance once, times of UTC: monitorctl silence add --monitor hc/front-page --from 2026-12-01T01:00 --until 2026-12-01T03:30 --reason maintenance; the same for hc/api",
      '# - Rare: a maintenance every 3 days, which a cron expression cannot say (this one is daily): monitorctl silence add --monitor hc/front-page --cron "0 2 * * *" --duration 60m --timezone ZONE --reason maintenance',
      "# - By hand: a maintenance that is switched by hand: monitorctl silence add --monitor hc/api --for 2h --reason maintenance",
    ]);
    expect(text).toContain("# - Tags: monitors have none here: prod");
  });

  test("ports, names and push monitors have their counterparts, others are named", async () => {
    const { health_check_monitors, webhook_monitors, text } = await kuma(
      { name: "Database", type: "port", hostname: "db.example.com", port: 5432 },
      { name: "V6", type: "port", hostname: "2001:db8::1", port: 22 },
      {
        name: "Address",
        type: "dns",
        hostname: "shop.example.com",
        dns_resolve_server: "1.1.1.1,8.8.8.8",
        dns_resolve_type: "MX",
        port: 53,
      },
      {
        name: "Backup",
        type: "push",
        push_token: "x",
        interval: 3600,
        maxretries: 2,
        retry_interval: 60,
      },
      { name: "Router", type: "ping", hostname: "192.0.2.1" },
      { name: "Container", type: "docker" },
      { name: "Closed", type: "port", hostname: "192.0.2.1", port: 23, upside_down: 1 },
    );
    expect(health_check_monitors.map(({ url }) => url)).toEqual([
      "tcp://db.example.com:5432",
      "tcp://[2001:db8::1]:22",
      "dns://1.1.1.1/shop.example.com?type=MX",
    ]);
    expect(webhook_monitors).toMatchObject([
      { title: "Backup", expect_every_minutes: 60, grace_minutes: 2 },
    ]);
    expect(text)
      .toContain(`# - Router: ping cannot be checked; tcp:// or tls:// checks the connection
# - Container: monitors of type docker have no counterpart; let the application report it as a sub-check
# - Closed: was upside down: here it would page when all is well
`);
  });

  test("a file that is no database of it is named, and so is one that is not there", async () => {
    place.write("kuma.db", "hello");
    const broken = await place.inside(["import", "uptime-kuma", "kuma.db"]);
    expect([broken.code, broken.stderr]).toEqual([
      3,
      expect.stringContaining("kuma.db cannot be read"),
    ]);
    const absent = await place.inside(["import", "uptime-kuma", "absent.db"]);
    expect([absent.code, absent.stdout]).toEqual([3, ""]);
  });
});

describe("from Healthchecks", () => {
  const check = (fields: Record<string, unknown>) => {
    place.write(
      "checks.json",
      JSON.stringify({ checks: [{ name: "Job", grace: 900, ...fields }] }),
    );
    return imported("healthchecks", "checks.json");
  };

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["a period", { timeout: 3600 }, { expect_every_minutes: 60, grace_minutes: 15 }],
    [
      "a cron schedule",
      { schedule: "15 5 * * *", tz: "Europe/Riga" },
      { expect_cron: "15 5 * * *", expect_timezone: "Europe/Riga" },
    ],
    ["a named schedule of systemd", { schedule: "daily" }, { expect_cron: "0 0 * * *" }],
    [
      "a schedule of systemd",
      { schedule: "Mon..Fri *-*-* 08..17:0/15", tz: "UTC" },
      { expect_cron: "*/15 8-17 * * MON-FRI" },
    ],
  ])("%s", async (_, given, fields) => {
    const { webhook_monitors } = await check(given);
    expect(webhook_monitors).toMatchObject([{ title: "Job", alert_group: "oncall", ...fields }]);
  });

  test("what a check had beside its schedule is said", async () => {
    const { text } = await check({
      timeout: 60,
      status: "paused",
      tags: "prod",
      methods: "POST",
      filter_body: true,
      manual_resume: true,
    });
    expect(text.match(/^ {2}# .*/gm)).toEqual([
      "  # has a new ping URL: monitorctl webhook url --ping NAME",
      "  # was paused: pause it after the import",
      "  # has tags, which monitors do not have",
      "  # took POST alone; GET and HEAD count here too",
      "  # told success from failure by words in the body or mail: ping …/success and …/fail",
    ]);
  });

  test("a check whose next ping would have resumed it is named: here a ping does not", async () => {
    const resumed = "because a ping does not";
    expect((await check({ status: "paused" })).text).toContain(resumed);
    expect((await check({ status: "paused", manual_resume: true })).text).not.toContain(resumed);
    expect((await check({ status: "up" })).text).not.toContain(resumed);
  });

  test("slugs stay, so that jobs ping by them; a second one alike and none get names of their own", async () => {
    place.write(
      "checks.json",
      JSON.stringify({
        checks: [
          { name: "Database backup", slug: "db_backup" },
          { name: "Other", slug: "db_backup" },
          { name: "Files backup", slug: "" },
          { name: "Odd", slug: "a/b" },
        ],
      }),
    );
    const { webhook_monitors } = await imported("healthchecks", "checks.json");
    expect(webhook_monitors.map(({ external_id }) => external_id)).toEqual([
      "db_backup",
      "other",
      "files-backup",
      "odd",
    ]);
  });

  test("a schedule that no cron expression says is named", async () => {
    const { text } = await check({ schedule: "Mon *-*-01 08:00" });
    expect(text).toContain("# - Job: its schedule cannot be written as a cron expression");
  });
});

test("names what can be imported from, and overwrites nothing", async () => {
  const unknown = await place.inside(["import", "nagios", "x"]);
  expect([unknown.code, unknown.stderr]).toEqual([
    3,
    expect.stringContaining("gatus, healthchecks, uptime-kuma"),
  ]);
  place.write("config.yaml", "endpoints: []\n");
  const [first, second] = [
    await place.inside(["import", "gatus", "config.yaml", "--out", "m.yaml"]),
    await place.inside(["import", "gatus", "config.yaml", "--out", "m.yaml"]),
  ];
  expect([first.code, second.code]).toEqual([0, 3]);
});
