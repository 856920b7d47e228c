/** States of Terraform, and answers of the APIs, of Better Stack, Checkly and UptimeRobot as manifests. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newPlace, type Place } from "../ctl/run.ts";
import { imported } from "../support/imports.ts";

let place: Place;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place[Symbol.dispose]());

type Fields = Record<string, unknown>;

const from = (tool: string, value: unknown, environment: Record<string, string> = {}) => {
  place.write("source.json", JSON.stringify(value));
  return imported(place, tool, "source.json", environment);
};

/** The file of a state, with one resource of a type for each object. */
const stateOf = (provider: string, ...resources: [type: string, attributes: Fields][]) => ({
  version: 4,
  terraform_version: "1.9.0",
  resources: resources.map(([type, attributes], index) => ({
    mode: "managed",
    type: `${provider}_${type}`,
    name: `r${index}`,
    instances: [{ attributes }],
  })),
});

/** The same as `terraform show -json` prints it, in a module. */
const shownOf = (provider: string, ...resources: [type: string, values: Fields][]) => ({
  format_version: "1.0",
  terraform_version: "1.9.0",
  values: {
    root_module: {
      child_modules: [
        {
          address: "module.all",
          resources: resources.map(([type, values]) => ({
            mode: "managed",
            type: `${provider}_${type}`,
            values,
          })),
        },
      ],
    },
  },
});

describe("Better Stack", () => {
  const monitor = {
    id: "1",
    monitor_type: "keyword",
    url: "https://shop.example.com/",
    pronounceable_name: "Shop",
    required_keyword: "Welcome",
    policy_id: "9",
    check_frequency: 30,
    confirmation_period: 90,
    recovery_period: 180,
    request_timeout: 15,
    ip_version: "ipv6",
    http_method: "post",
    request_body: '{"a":1}',
    request_headers: [{ id: "1", name: "Authorization", value: "Bearer abc1" }],
    auth_username: "ada",
    auth_password: "hunter2",
    ssl_expiration: 14,
    domain_expiration: 30,
    verify_ssl: false,
    regions: ["us", "eu"],
    maintenance_from: "23:00:00",
    maintenance_to: "01:30:00",
    maintenance_days: ["sat", "sun"],
    maintenance_timezone: "Europe/Berlin",
  };
  const policy = {
    id: "9",
    name: "On duty",
    repeat_count: 3,
    steps: [
      { type: "escalation", wait_before: 0, step_members: [{ type: "user", id: 5 }] },
      { type: "escalation", wait_before: 600, step_members: [{ type: "entire_team" }] },
      { type: "time_branching", wait_before: 0, policy_id: 3 },
    ],
  };
  const resources: [string, Fields][] = [
    ["monitor", monitor],
    ["policy", policy],
    ["team_member", { id: "5", email: "ada@example.com" }],
    ["heartbeat", { id: "2", name: "Backup", period: 10_800, grace: 90, heartbeat_group_id: 4 }],
    ["heartbeat_group", { id: "4", name: "Jobs" }],
    ["status_page", { id: "6", company_name: "Shop" }],
  ];

  test.each([
    ["a file of a state", stateOf("betteruptime", ...resources)],
    ["a printed state", shownOf("betteruptime", ...resources)],
    [
      "answers of the API in a list",
      [
        {
          data: resources.map(([type, { id, ...attributes }]) => ({ id, type, attributes })),
          pagination: { next: null },
        },
      ],
    ],
  ])("%s", async (_, value) => {
    const {
      alert_groups,
      users,
      health_check_monitors,
      webhook_monitors,
      remarks,
      notes,
      secrets,
    } = await from("better-stack", value);
    expect(alert_groups).toEqual([
      {
        external_id: "on-duty",
        title: "On duty",
        members: ["ada@example.com"],
        escalate_to: "on-duty-step-2",
        escalate_after_minutes: 10,
      },
      { external_id: "jobs", title: "Jobs" },
      { external_id: "on-duty-step-2", title: "On duty, step 2" },
    ]);
    expect(users).toEqual([{ external_id: "ada", email: "ada@example.com" }]);
    expect(health_check_monitors).toEqual([
      {
        external_id: "shop",
        title: "Shop",
        alert_group: "on-duty",
        url: "https://ada:${SHOP_URL_PASSWORD}@shop.example.com/",
        ip_version: "ipv6",
        expect: "http",
        method: "POST",
        request_body: '{"a":1}',
        request_headers: { Authorization: "${SHOP_AUTHORIZATION}" },
        body_contains: "Welcome",
        certificate_failing_days: 14,
        interval_seconds: 30,
        timeout_seconds: 15,
        confirmations: 4,
      },
    ]);
    expect(webhook_monitors).toMatchObject([
      { title: "Backup", alert_group: "jobs", expect_every_minutes: 180, grace_minutes: 2 },
    ]);
    expect(secrets).toEqual({ SHOP_AUTHORIZATION: "Bearer abc1", SHOP_URL_PASSWORD: "hunter2" });
    expect(remarks).toEqual([
      "resolved after 180 s without a failure; here the first success resolves",
      "watched the end of the domain, which is not possible here",
      "ignored faults of the certificate, which is not possible here",
      "report to the new webhook URL: …/success",
      "grace 90 s: grace_minutes is 2 here",
    ]);
    expect(notes).toEqual([
      'Shop: a maintenance window: monitorctl silence add --monitor hc/shop --cron "0 23 * * SAT,SUN" --duration 150m --timezone Europe/Berlin --reason maintenance',
      "On duty: its steps that branch by time or metadata are left out",
      "On duty, step 2: notified entire team: add members or schedules to on-duty-step-2",
      "On duty: was repeated: repeat_minutes and repeat_limit of each group do that",
      "Regions: checks came from us, eu: here they come from the machine of monitord alone",
      "Shop: is a status page, which is not imported",
    ]);
  });

  test("each type of monitor has its counterpart or its reason", async () => {
    const of = (monitor_type: string, more: Fields): [string, Fields] => [
      "monitor",
      { id: monitor_type, pronounceable_name: monitor_type, monitor_type, ...more },
    ];
    const { health_check_monitors, left, remarks } = await from(
      "better-stack",
      stateOf(
        "betteruptime",
        of("status", { url: "https://a.example.com/" }),
        of("expected_status_code", {
          url: "https://a.example.com/",
          expected_status_codes: [200, 401],
        }),
        of("keyword_absence", { url: "https://a.example.com/", required_keyword: "error" }),
        of("ping", { url: "router.example.com" }),
        of("tcp", { url: "db.example.com", port: "5432", request_timeout: 2000 }),
        of("smtp", { url: "mail.example.com", port: "465,587" }),
        of("dns", { url: "192.0.2.53", request_body: "shop.example.com" }),
        of("udp", { url: "a.example.com", port: "1", required_keyword: "x" }),
        of("playwright", { url: "https://a.example.com/" }),
        of("brand_new", { url: "https://a.example.com/", paused: true }),
      ),
    );
    expect(
      health_check_monitors.map(({ title, url, accepted_statuses, body_lacks, timeout_seconds }) =>
        JSON.stringify([title, url, accepted_statuses, body_lacks, timeout_seconds]),
      ),
    ).toEqual([
      '["status","https://a.example.com/",null,null,30]',
      '["expected_status_code","https://a.example.com/","200,401",null,30]',
      '["keyword_absence","https://a.example.com/",null,"error",30]',
      '["ping","icmp://router.example.com",null,null,1]',
      '["tcp","tcp://db.example.com:5432",null,null,2]',
      '["smtp","tls://mail.example.com:465",null,null,1]',
      '["dns","dns://192.0.2.53/shop.example.com?type=A",null,null,1]',
    ]);
    expect(remarks).toEqual([
      "only the connection is checked here, not the server of smtp",
      "checked the ports 587 too: add a monitor for each",
    ]);
    expect(left).toEqual([
      "udp: UDP is not spoken",
      "playwright: scenarios of a browser are not run; let a job run them and report",
      "brand_new: monitors of type brand_new have no counterpart",
    ]);
  });
});

describe("Checkly", () => {
  test("a state of either generation of its provider", async () => {
    const check = {
      id: "c1",
      name: "API",
      type: "API",
      activated: false,
      frequency: 5,
      max_response_time: 10_000,
      degraded_response_time: 5000,
      use_global_alert_settings: false,
      locations: ["us-west-1"],
      tags: ["prod"],
      group_id: 7,
      alert_settings: [
        { escalation_type: "RUN_BASED", run_based_escalation: [{ failed_run_threshold: 2 }] },
      ],
      retry_strategy: { type: "FIXED", max_retries: 10 },
      alert_channel_subscription: [{ channel_id: 3, activated: true }],
      request: [
        {
          url: "https://{{HOST}}/api",
          method: "POST",
          body: '{"a":1}',
          body_type: "JSON",
          follow_redirects: true,
          headers: { "X-Token": "abc1$x" },
          query_parameters: { q: "a b" },
          basic_auth: [{ username: "ada", password: "hunter2" }],
          assertion: [
            { source: "STATUS_CODE", comparison: "LESS_THAN", target: "300" },
            { source: "JSON_BODY", property: "$.status", comparison: "EQUALS", target: "ok" },
            { source: "JSON_BODY", property: "$.n", comparison: "GREATER_THAN", target: "3" },
            { source: "TEXT_BODY", property: "", comparison: "CONTAINS", target: "Welcome" },
            { source: "HEADERS", property: "etag", comparison: "NOT_NULL", target: "" },
            { source: "RESPONSE_TIME", comparison: "LESS_THAN", target: "2000" },
          ],
        },
      ],
    };
    const { health_check_monitors, alert_groups, remarks, notes, secrets } = await from(
      "checkly",
      stateOf(
        "checkly",
        ["check", check],
        ["check_group", { id: "7", name: "Web" }],
        [
          "alert_channel",
          { id: "3", slack: [{ url: "https://hooks.slack.com/x", channel: "ops" }] },
        ],
        [
          "maintenance_windows",
          {
            name: "Upgrade",
            starts_at: "2026-12-01T01:00:00.000Z",
            ends_at: "2026-12-01T02:00:00.000Z",
          },
        ],
        ["snippet", { id: "1", name: "setup" }],
      ),
      { HOST: "api.example.com" },
    );
    expect(alert_groups.map(({ title }) => title)).toEqual(["Web"]);
    expect(health_check_monitors).toEqual([
      {
        external_id: "api",
        title: "API",
        alert_group: "web",
        interval_seconds: 300,
        slow_above_ms: 2000,
        fetch_retries: 5,
        confirmations: 2,
        url: "https://ada:${API_URL_PASSWORD}@${HOST}/api?q=a%20b",
        expect: "http",
        method: "POST",
        request_body: '{"a":1}',
        request_headers: { "X-Token": "${API_X_TOKEN}", "Content-Type": "application/json" },
        body_json: [
          { pointer: "/status", comparison: "equals", value: "ok" },
          { pointer: "/n", comparison: "above", value: "3" },
        ],
        body_contains: "Welcome",
        accepted_statuses: "100-299",
      },
    ]);
    expect(secrets).toEqual({
      API_X_TOKEN: "abc1$x",
      API_URL_PASSWORD: "hunter2",
      OPS_TARGET: "https://hooks.slack.com/x",
    });
    expect(remarks).toEqual([
      "HEADERS etag NOT_NULL has no counterpart",
      "a slow answer is a warning here; to fail instead, set timeout_seconds",
      "10 retries: fetch_retries is 5 here",
      "was paused in Checkly: pause it after the import",
    ]);
    expect(notes).toEqual([
      'ops: becomes a device, for a member of web: monitorctl devices add EMAIL "${OPS_TARGET}" --kind webhook --format slack --name "ops"',
      "Upgrade: a maintenance once: monitorctl silence add --group GROUP --from 2026-12-01T01:00Z --until 2026-12-01T02:00Z --reason maintenance",
      "Regions: checks came from us-west-1: here they come from the machine of monitord alone",
      "Tags: monitors have none here: prod",
    ]);
  });

  test("the answer of its API, and each type of check", async () => {
    const of = (checkType: string, more: Fields) => ({
      id: checkType,
      name: checkType,
      checkType,
      activated: true,
      frequency: 1,
      useGlobalAlertSettings: true,
      ...more,
    });
    const { health_check_monitors, webhook_monitors, left, remarks } = await from("checkly", [
      of("API", {
        shouldFail: true,
        request: {
          url: "https://a.example.com/",
          skipSSL: false,
          headers: [{ key: "Authorization", value: "Bearer abc1", locked: true }],
          basicAuth: { username: "", password: "" },
          assertions: [],
        },
      }),
      of("URL", { request: { url: "https://a.example.com/", assertions: [] } }),
      of("TCP", {
        request: { hostname: "db.example.com", port: 5432 },
        frequency: 0,
        frequencyOffset: 20,
      }),
      of("DNS", {
        request: {
          query: "shop.example.com",
          recordType: "A",
          nameServer: "192.0.2.53",
          assertions: [
            { source: "RESPONSE_CODE", comparison: "EQUALS", target: "NOERROR" },
            { source: "TEXT_ANSWER", comparison: "EQUALS", target: "203.0.113.7" },
          ],
        },
      }),
      of("SSL", { request: { hostname: "a.example.com", alertDaysBeforeExpiry: 30 } }),
      of("HEARTBEAT", {
        heartbeat: { period: 1, periodUnit: "days", grace: 30, graceUnit: "seconds" },
      }),
      of("ICMP", { request: { hostname: "router.example.com" } }),
      of("BROWSER", { script: "x" }),
      of("MULTI_STEP", { script: "x" }),
    ]);
    expect(health_check_monitors).toMatchObject([
      {
        url: "https://a.example.com/",
        accepted_statuses: "400-599",
        request_headers: { Authorization: "${API_AUTHORIZATION}" },
      },
      { url: "https://a.example.com/", accepted_statuses: "200-399" },
      { url: "tcp://db.example.com:5432", interval_seconds: 20 },
      { url: "dns://192.0.2.53/shop.example.com?type=A", dns_answers: ["203.0.113.7"] },
      {
        url: "tls://a.example.com:443",
        certificate_failing_days: 30,
        certificate_warning_days: 30,
      },
      { url: "icmp://router.example.com" },
    ]);
    expect(webhook_monitors).toMatchObject([{ expect_every_minutes: 1440, grace_minutes: 1 }]);
    expect(remarks).toEqual([
      "report to the new webhook URL: …/success",
      "grace 30 seconds: grace_minutes is 1 here",
    ]);
    expect(left).toEqual([
      "BROWSER: scripts of a browser are not run; let a job run them and report",
      "MULTI_STEP: scripts of several steps are not run; let a job run them and report",
    ]);
  });
});

describe("UptimeRobot", () => {
  test("a state of its own provider", async () => {
    const { health_check_monitors, webhook_monitors, remarks, notes, left, secrets, users } =
      await from(
        "uptimerobot",
        stateOf(
          "uptimerobot",
          [
            "monitor",
            {
              id: "1",
              name: "Shop",
              type: "KEYWORD",
              url: "https://shop.example.com/",
              interval: 60,
              timeout: 30,
              keyword_type: "ALERT_NOT_EXISTS",
              keyword_value: "Welcome",
              keyword_case_type: "CaseInsensitive",
              http_method_type: "POST",
              post_value_kv: { user: "ada", password: "hunter2" },
              http_username: "ada",
              http_password: "pa55word",
              auth_type: "HTTP_BASIC",
              custom_http_headers: { authorization: "Bearer abc1" },
              success_http_response_codes: ["2xx", "404"],
              follow_redirections: true,
              response_time_threshold: 2000,
              config: { ssl_expiration_period_days: [7, 30] },
              tags: ["prod"],
              maintenance_window_ids: [5],
              assigned_alert_contacts: [{ alert_contact_id: "8", threshold: 0, recurrence: 0 }],
              regional_data: "eu",
              is_paused: true,
            },
          ],
          [
            "monitor",
            {
              id: "2",
              name: "Database",
              type: "PORT",
              url: "db.example.com",
              port: 5432,
              interval: 300,
            },
          ],
          [
            "monitor",
            { id: "7", name: "Router", type: "PING", url: "router.example.com", interval: 60 },
          ],
          [
            "monitor",
            { id: "3", name: "Backup", type: "HEARTBEAT", interval: 300, grace_period: 900 },
          ],
          [
            "monitor",
            {
              id: "4",
              name: "Name",
              type: "DNS",
              url: "example.org",
              interval: 300,
              config: { dns_records: { a: ["93.184.216.34"], mx: ["10 mx"] } },
            },
          ],
          [
            "monitor",
            {
              id: "5",
              name: "API",
              type: "API",
              url: "https://api.example.com/",
              interval: 300,
              follow_redirections: false,
              config: {
                api_assertions: {
                  logic: "AND",
                  checks: [
                    { property: "$.status", comparison: "equals", target: '"ok"' },
                    { property: "$.count", comparison: "greater_than", target: "0" },
                    { property: "$.error", comparison: "is_null" },
                  ],
                },
              },
            },
          ],
          [
            "monitor",
            { id: "6", name: "Game", type: "UDP", url: "a.example.com", port: 1, interval: 300 },
          ],
          [
            "maintenance_window",
            {
              id: "5",
              name: "Weekly",
              interval: "weekly",
              time: "02:00",
              duration: 60,
              days: [7, 2],
            },
          ],
          [
            "alert_contact",
            { id: "8", friendly_name: "Ada", type: "e-mail", value: "ada@example.com" },
          ],
          ["psp", { id: "9", name: "Status", monitor_ids: [1] }],
        ),
      );
    expect(health_check_monitors).toEqual([
      {
        external_id: "shop",
        title: "Shop",
        alert_group: "oncall",
        timeout_seconds: 30,
        slow_above_ms: 2000,
        url: "https://ada:${SHOP_URL_PASSWORD}@shop.example.com/",
        expect: "http",
        method: "POST",
        request_body: "user=ada&password=${SHOP_PASSWORD}",
        request_headers: { authorization: "${SHOP_AUTHORIZATION}" },
        accepted_statuses: "200-299,404",
        certificate_warning_days: 30,
        body_contains: "Welcome",
      },
      expect.objectContaining({ url: "tcp://db.example.com:5432" }),
      expect.objectContaining({ url: "icmp://router.example.com" }),
      expect.objectContaining({ url: "dns:///example.org?type=A", dns_answers: ["93.184.216.34"] }),
      expect.objectContaining({
        accepted_statuses: "200-299,300-399",
        body_json: [
          { pointer: "/status", comparison: "equals", value: "ok" },
          { pointer: "/count", comparison: "above", value: 0 },
        ],
      }),
    ]);
    expect(secrets).toEqual({
      SHOP_URL_PASSWORD: "pa55word",
      SHOP_PASSWORD: "hunter2",
      SHOP_AUTHORIZATION: "Bearer abc1",
    });
    expect(users).toEqual([{ external_id: "ada", email: "ada@example.com" }]);
    expect(webhook_monitors).toMatchObject([{ expect_every_minutes: 5, grace_minutes: 15 }]);
    expect(left).toEqual(["Game: UDP is not spoken"]);
    expect(remarks).toEqual([
      "its keyword was compared without case, and is compared with it here",
      "was paused in UptimeRobot: pause it after the import",
      "has tags, which monitors do not have: prod",
      "checked records of MX too: add a monitor for each",
      "$.error is_null has no counterpart",
      "report to the new webhook URL: …/success",
    ]);
    expect(notes).toEqual([
      'Weekly: a maintenance that comes again: monitorctl silence add --monitor hc/shop --cron "0 2 * * SUN,TUE" --duration 60m --timezone ZONE --reason maintenance',
      'Ada: becomes a device: monitorctl devices add ada@example.com ada@example.com --kind email --name "Ada"',
      "Status page Status: is not imported: declare it in status_pages",
      "Regions: checks came from eu: here they come from the machine of monitord alone",
    ]);
  });

  test("a state of the older provider, and answers of both versions of its API", async () => {
    const older = await from(
      "uptimerobot",
      shownOf(
        "uptimerobot",
        [
          "monitor",
          { friendly_name: "Page", type: "http", url: "http://a.example.com", interval: 300 },
        ],
        [
          "monitor",
          {
            friendly_name: "Word",
            type: "keyword",
            url: "https://a.example.com/",
            keyword_type: "exists",
            keyword_value: "error",
            ignore_ssl_errors: true,
          },
        ],
        [
          "monitor",
          { friendly_name: "Mail", type: "port", sub_type: "smtp", url: "mail.example.com" },
        ],
      ),
    );
    const second = await from("uptimerobot", {
      stat: "ok",
      pagination: { total: 3 },
      monitors: [
        {
          id: 1,
          friendly_name: "Page",
          url: "http://a.example.com",
          type: 1,
          status: 2,
          interval: 300,
        },
        {
          id: 2,
          friendly_name: "Word",
          url: "https://a.example.com/",
          type: 2,
          keyword_type: 1,
          keyword_value: "error",
          status: 0,
          interval: 300,
        },
        {
          id: 3,
          friendly_name: "Mail",
          url: "mail.example.com",
          type: 4,
          sub_type: 4,
          interval: 300,
        },
      ],
    });
    const third = await from("uptimerobot", {
      data: [
        { id: 1, friendlyName: "Page", type: "HTTP", url: "http://a.example.com", interval: 300 },
        {
          id: 2,
          friendlyName: "Word",
          type: "KEYWORD",
          url: "https://a.example.com/",
          keywordType: "ALERT_EXISTS",
          keywordValue: "error",
          interval: 300,
          tags: [{ id: 1, name: "prod" }],
        },
        {
          id: 3,
          friendlyName: "Mail",
          type: "PORT",
          url: "mail.example.com",
          port: 25,
          interval: 300,
        },
      ],
      nextLink: null,
    });
    for (const { health_check_monitors } of [older, second, third])
      expect(health_check_monitors).toMatchObject([
        { title: "Page", url: "http://a.example.com", interval_seconds: 300 },
        { title: "Word", body_lacks: "error" },
        { title: "Mail", url: "tcp://mail.example.com:25" },
      ]);
    expect(older.remarks).toEqual([
      "ignored faults of the certificate, which is not possible here",
    ]);
    expect(second.remarks).toEqual(["was paused in UptimeRobot: pause it after the import"]);
    expect(third.remarks).toEqual(["has tags, which monitors do not have: prod"]);
  });
});

test("a type with the name of a member of every object is one without a counterpart", async () => {
  const names = ["constructor", "toString", "__proto__", "__defineGetter__"];
  const checkly = await from(
    "checkly",
    names.map((name) => ({ id: name, name, checkType: name, request: { url: "https://a.b/" } })),
  );
  const robot = await from(
    "uptimerobot",
    stateOf(
      "uptimerobot",
      ...names.map((type): [string, Fields] => ["monitor", { friendly_name: type, type }]),
      ...names.map((type): [string, Fields] => ["alert_contact", { value: "x", type }]),
    ),
  );
  const stack = await from("better-stack", {
    data: names.map((type) => ({
      id: type,
      type: "monitor",
      attributes: { pronounceable_name: type, monitor_type: type },
    })),
  });
  for (const { health_check_monitors, left } of [checkly, robot, stack]) {
    expect(health_check_monitors).toEqual([]);
    for (const name of names)
      expect(left.join("\n")).toMatch(new RegExp(`of type ${name} have no`, "i"));
  }
});

test("a state without monitors of the tool, and one of 50 MB, are read and refused", async () => {
  place.write("other.json", JSON.stringify(stateOf("aws", ["instance", { id: "i-1" }])));
  const other = await place.inside(["import", "checkly", "other.json"]);
  expect([other.code, other.stderr]).toEqual([
    3,
    expect.stringContaining("no monitors of checkly"),
  ]);
  const attributes = { id: "i-1", text: "x".repeat(10_000) };
  const many = Array.from({ length: 5000 }, (): [string, Fields] => ["instance", attributes]);
  place.write("large.json", JSON.stringify(stateOf("aws", ...many)));
  const large = await place.inside(["import", "better-stack", "large.json"]);
  expect([large.code, large.stderr]).toEqual([
    3,
    expect.stringContaining("no monitors of better-stack"),
  ]);
});
