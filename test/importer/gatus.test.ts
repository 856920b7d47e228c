/** Configurations of Gatus as manifests. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newPlace, type Place } from "../ctl/run.ts";
import { imported } from "../support/imports.ts";

let place: Place;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place[Symbol.dispose]());

/** A configuration, imported; `environment`: values for what it takes from there. */
const configured = (text: string, environment: Record<string, string> = {}) => {
  place.write("config.yaml", text);
  return imported(place, "gatus", "config.yaml", environment);
};

const endpoint = (url: string, conditions: string[], more = "") =>
  `endpoints:\n  - name: Shop\n    url: ${url}\n${more}    conditions:\n${conditions.map((one) => `      - ${JSON.stringify(one)}\n`).join("")}`;

/** The fields of one endpoint that are its conditions, and the remarks. */
const conditionsOf = async (url: string, ...conditions: string[]) => {
  const { health_check_monitors, remarks, left } = await configured(endpoint(url, conditions));
  const {
    external_id: _id,
    title: _title,
    alert_group: _group,
    url: _url,
    expect: _expect,
    fetch_retries: _retries,
    confirmations: _confirmations,
    ...fields
  } = health_check_monitors[0] ?? {};
  return { fields, remarks, left };
};

test("endpoints become monitors of their group, as often and as patiently checked", async () => {
  const { alert_groups, health_check_monitors, remarks } = await configured(
    `endpoints:
  - name: Website
    group: Core services
    url: https://shop.example.com/
    interval: 1m30s
    method: POST
    body: '{"a": 1}'
    headers: { Authorization: Bearer $TOKEN, X-From: $ORIGIN }
    client: { timeout: 5s }
    conditions: ["[STATUS] == 200", "[BODY] == pat(*Welcome*)", "[RESPONSE_TIME] < 500"]
    alerts:
      - { type: email, failure-threshold: 5 }
      - { type: pagerduty, failure-threshold: 2, description: Ask the shop team }
`,
    { TOKEN: "abc", ORIGIN: "gatus" },
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
      request_headers: { Authorization: "Bearer ${TOKEN}", "X-From": "${ORIGIN}" },
      interval_seconds: 90,
      timeout_seconds: 5,
      fetch_retries: 0,
      confirmations: 2,
      description: "Ask the shop team",
      body_contains: "Welcome",
      slow_above_ms: 500,
      accepted_statuses: "200",
    },
  ]);
  expect(remarks).toEqual([
    "[RESPONSE_TIME] < 500: is a warning here; to fail instead, set timeout_seconds",
  ]);
});

describe("a condition becomes the field that asks for the same", () => {
  test.each<[string, Record<string, unknown>]>([
    ["[STATUS] == any(200, 429)", { accepted_statuses: "200,429" }],
    ["[STATUS] < 300", { accepted_statuses: "100-299" }],
    ["300 > [STATUS]", { accepted_statuses: "100-299" }],
    ["[STATUS] != 500", { accepted_statuses: "100-499,501-599" }],
    ["[STATUS] == pat(2*)", {}],
    ["[STATUS] == pat(20?)", { accepted_statuses: "200-209" }],
    ["[CONNECTED] == true", { accepted_statuses: "100-599" }],
    [
      "[CERTIFICATE_EXPIRATION] > 48h",
      { certificate_failing_days: 2, accepted_statuses: "100-599" },
    ],
    [
      "[CERTIFICATE_EXPIRATION] > 720h",
      {
        certificate_failing_days: 30,
        certificate_warning_days: 30,
        accepted_statuses: "100-599",
      },
    ],
  ])("%s", async (condition, fields) => {
    expect(await conditionsOf("https://shop.example.com/", condition)).toMatchObject({
      fields,
      remarks: [],
    });
  });

  test.each<[string, Record<string, unknown>]>([
    [
      "[BODY].user.name == john",
      { body_json: [{ pointer: "/user/name", comparison: "equals", value: "john" }] },
    ],
    [
      "[BODY].data[0].id >= 5",
      { body_json: [{ pointer: "/data/0/id", comparison: "at_least", value: 5 }] },
    ],
    ["[BODY] == 1", { body_json: [{ pointer: "", comparison: "equals", value: 1 }] }],
    ["has([BODY].users) == true", { body_json: [{ pointer: "/users", comparison: "exists" }] }],
    ["[BODY].name == pat(*)", { body_json: [{ pointer: "/name", comparison: "exists" }] }],
    ["[BODY] != pat(*error*)", { body_lacks: "error" }],
    ["[BODY] == pat(*)", {}],
  ])("%s", async (condition, fields) => {
    const read = await conditionsOf("https://shop.example.com/", "[STATUS] == pat(2*)", condition);
    expect(read).toEqual({ fields, remarks: [], left: [] });
  });
});

describe("a condition that is asked less strictly, or not at all, is named at its monitor", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["[BODY] == UP", { body_contains: "UP" }, "here the body must contain this"],
    [
      "[BODY] == pat(*<h1>*Shop</h1>*)",
      { body_contains: "Shop</h1>" },
      'here only "Shop</h1>" is looked for',
    ],
    [
      "[BODY].name == pat(john*)",
      { body_json: [{ pointer: "/name", comparison: "contains", value: "john" }] },
      'here only "john" is looked for',
    ],
    ["[RESPONSE_TIME] < 2m", { slow_above_ms: 60_000 }, "is a warning here"],
    [
      "len([BODY].data) < 5",
      { body_json: [{ pointer: "/data/length", comparison: "below", value: 5 }] },
      "counts the entries of a list",
    ],
    [
      "len([BODY]) == 0",
      { body_json: [{ pointer: "/length", comparison: "equals", value: 0 }] },
      "counts the entries of a list",
    ],
    ["len([BODY].data) == some", {}, "has no counterpart"],
    ["has([BODY].errors) == false", {}, "body_lacks with the name in quotes comes close"],
    ["[DOMAIN_EXPIRATION] > 720h", {}, "has no counterpart"],
    ["[BODY].id == any(1, 2)", {}, "has no counterpart"],
    ["[BODY].items[*].ok == true", {}, "has no counterpart"],
    ["[BODY].age == [BODY].id", {}, "has no counterpart"],
    ["[BODY] contains opsapi_up", {}, "has no counterpart"],
    ["[BODY].age > young", {}, "has no counterpart"],
    ["[IP] == 127.0.0.1", {}, "has no counterpart"],
  ])("%s", async (condition, fields, remark) => {
    const read = await conditionsOf("https://shop.example.com/", "[STATUS] == pat(2*)", condition);
    expect(read.fields).toEqual(fields);
    expect(read.remarks.at(-1)).toContain(`${condition}`);
    expect(read.remarks.at(-1)).toContain(remark);
  });
});

test("any status is accepted of an endpoint over HTTP that asks for none, and of one whose status cannot be told", async () => {
  const { health_check_monitors, remarks } = await configured(
    `endpoints:
  - { name: connected, url: "https://a.example.com/", conditions: ["[CONNECTED] == true"] }
  - { name: body, url: "https://a.example.com/", conditions: ["[BODY].status == UP"] }
  - { name: variable, url: "https://a.example.com/", conditions: ["[STATUS] == $STATUS"] }
`,
    { STATUS: "200" },
  );
  expect(health_check_monitors.map((one) => one["accepted_statuses"])).toEqual(
    Array(3).fill("100-599"),
  );
  expect(remarks).toEqual(["[STATUS] == ${STATUS}: has no counterpart: any status is accepted"]);
});

test("an endpoint that could never be up here is named with the reason", async () => {
  const { left, remarks, health_check_monitors } = await configured(`endpoints:
  - { name: linked, url: "https://a.example.com/", conditions: ["[STATUS] == 999"] }
  - { name: both, url: "https://a.example.com/", conditions: ["[STATUS] == 200", "[STATUS] == 404"] }
  - { name: either, url: "https://a.example.com/", conditions: ["[STATUS] == any(200, 999)"] }
`);
  const why = "accepts no HTTP status from 100 to 599: here it would always fail";
  expect(left).toEqual([`linked: ${why}`, `both: ${why}`]);
  expect(health_check_monitors).toMatchObject([{ accepted_statuses: "200" }]);
  expect(remarks).toEqual([
    "[STATUS] == any(200, 999): 999 cannot be accepted here: an answer with it is a failure",
  ]);
});

test("an endpoint that is well while something fails becomes one that must fail", async () => {
  const { health_check_monitors, remarks, left } = await configured(`endpoints:
  - { name: closed, url: "tcp://a.example.com:23", conditions: ["[CONNECTED] == false"] }
  - { name: page, url: "https://a.example.com/", conditions: ["[CONNECTED] != true", "[RESPONSE_TIME] < 500"] }
  - { name: gone, url: 192.0.2.53, dns: { query-name: old.example.com, query-type: A }, conditions: ["[DNS_RCODE] == NXDOMAIN"] }
  - { name: refused, url: 192.0.2.53, dns: { query-name: old.example.com }, conditions: ["[DNS_RCODE] != NOERROR"] }
`);
  expect(left).toEqual([]);
  expect(health_check_monitors).toMatchObject([
    { url: "tcp://a.example.com:23", invert: true },
    { url: "https://a.example.com/", invert: true, accepted_statuses: "100-599" },
    { url: "dns://192.0.2.53/old.example.com?type=A", invert: true },
    { url: "dns://192.0.2.53/old.example.com?type=A", invert: true },
  ]);
  expect(remarks).toEqual([
    "[RESPONSE_TIME] < 500: is a warning here; to fail instead, set timeout_seconds",
    "its other conditions are left out: the check must fail",
    "[DNS_RCODE] == NXDOMAIN: here it is up with other codes of failure too",
    "[DNS_RCODE] != NOERROR: here it is up with other codes of failure too",
  ]);
});

test("a ping and a WebSocket are checked as such, with the message and its answer", async () => {
  const { health_check_monitors, remarks } = await configured(`endpoints:
  - { name: router, url: "icmp://192.0.2.1", conditions: ["[CONNECTED] == true"] }
  - { name: six, url: "icmp://2001:db8::1", conditions: ["[CONNECTED] == true"] }
  - name: live
    url: wss://shop.example.com/live
    body: '{"ask": 1}'
    headers: { X-Token: abc1 }
    conditions: ["[CONNECTED] == true", "[BODY].ok == true", "[CERTIFICATE_EXPIRATION] > 48h"]
`);
  expect(remarks).toEqual([]);
  expect(health_check_monitors).toMatchObject([
    { url: "icmp://192.0.2.1" },
    { url: "icmp://[2001:db8::1]" },
    {
      url: "wss://shop.example.com/live",
      request_body: '{"ask": 1}',
      request_headers: { "X-Token": "${LIVE_X_TOKEN}" },
      body_json: [{ pointer: "/ok", comparison: "equals", value: true }],
      certificate_failing_days: 2,
    },
  ]);
});

test("what is behind merge keys and anchors belongs to the endpoint", async () => {
  const { health_check_monitors, alert_groups } = await configured(`x-web: &web
  group: web
  interval: 15m
  alerts: [{ type: slack, failure-threshold: 5 }]
  conditions: &conditions
    - "[STATUS] == 200"
    - "[CERTIFICATE_EXPIRATION] > 240h"
x-slow: &slow { client: { timeout: 30s } }
endpoints:
  - name: shop
    <<: *web
    url: https://shop.example.org/
  - <<: [*web, *slow]
    name: api
    url: https://api.example.org/
    interval: 30s
  - name: own
    url: https://own.example.org/
    conditions: *conditions
`);
  const common = { certificate_failing_days: 10, accepted_statuses: "200" };
  expect(alert_groups.map(({ title }) => title)).toEqual(["web", "On call"]);
  expect(health_check_monitors).toMatchObject([
    { ...common, alert_group: "web", interval_seconds: 900, confirmations: 5 },
    { ...common, alert_group: "web", interval_seconds: 30, timeout_seconds: 30, confirmations: 5 },
    { ...common, alert_group: "oncall", confirmations: 3 },
  ]);
});

test("the default alert of a provider counts for alerts that do not say otherwise", async () => {
  const { health_check_monitors, notes } = await configured(`alerting:
  slack: { webhook-url: "https://hooks.example.com/T0/secret", default-alert: { failure-threshold: 5, description: Look } }
  custom: { url: "https://a.example.com/", default-alert: { enabled: false, failure-threshold: 1 } }
endpoints:
  - { name: default, url: "tcp://a.example.com:1", conditions: ["[CONNECTED] == true"], alerts: [{ type: slack }, { type: custom }] }
  - { name: own, url: "tcp://a.example.com:2", conditions: ["[CONNECTED] == true"], alerts: [{ type: slack, failure-threshold: 12 }] }
  - { name: on, url: "tcp://a.example.com:3", conditions: ["[CONNECTED] == true"], alerts: [{ type: custom, enabled: true }] }
  - { name: none, url: "tcp://a.example.com:4", conditions: ["[CONNECTED] == true"] }
`);
  expect(health_check_monitors.map((one) => [one["confirmations"], one["description"]])).toEqual([
    [5, "Look"],
    [10, "Look"],
    [undefined, undefined],
    [3, undefined],
  ]);
  expect(notes).toEqual([
    "No alerts: here these open incidents too: none",
    'slack: becomes a device, for a member of oncall: monitorctl devices add EMAIL "${SLACK_TARGET}" --kind webhook --format slack --name "slack"',
    "custom: this way of alerting has no counterpart: add devices with monitorctl devices add",
  ]);
});

test("variables are put in wherever they stand, as Gatus does before it reads YAML", async () => {
  const { health_check_monitors, webhook_monitors, alert_groups, stderr } = await configured(
    `endpoints:
  - { name: $NAME, group: "team ${"${TEAM}"}", url: ${"${BASE}"}/health, conditions: ["[STATUS] == 200", "[BODY].key == $KEY", "[BODY].price == 5$$"] }
  - name: whole
    url: $WHOLE
    conditions: ["[STATUS] == 200"]
  - { name: port, url: "tcp://$HOST:${"${PORT}"}", conditions: ["[CONNECTED] == true"] }
external-endpoints: [{ name: job, token: $TOKEN, heartbeat: { interval: $EVERY } }]
`,
    {
      NAME: "Shop",
      TEAM: "web",
      BASE: "https://shop.example.com",
      KEY: "7",
      HOST: "db",
      WHOLE: "https://a.example.com/",
      PORT: "5432",
    },
  );
  expect(alert_groups[0]).toEqual({ external_id: "team-team", title: "team ${TEAM}" });
  expect(health_check_monitors).toMatchObject([
    {
      title: "${NAME}",
      url: "${BASE}/health",
      expect: "http",
      body_json: [
        { pointer: "/key", comparison: "equals", value: "${KEY}" },
        { pointer: "/price", comparison: "equals", value: "5$$" },
      ],
    },
    { url: "${WHOLE}", expect: "http", accepted_statuses: "200" },
    { url: "tcp://${HOST}:${PORT}" },
  ]);
  expect(webhook_monitors[0]).not.toHaveProperty("expect_every_minutes");
  expect(stderr).toContain("Set in imported.vars: NAME, TEAM, BASE, KEY, WHOLE, HOST, PORT.");
});

test("a name is the text that was written, whatever it could be read as", async () => {
  const { health_check_monitors } = await configured(
    `endpoints:\n${["404", "1.10", "0123", "yes", "2026-01-01", "1e3"].map((name) => `  - { name: ${name}, url: "tcp://a.example.com:1", conditions: ["[CONNECTED] == true"] }\n`).join("")}`,
  );
  expect(health_check_monitors.map(({ title }) => title)).toEqual([
    "404",
    "1.10",
    "0123",
    "yes",
    "2026-01-01",
    "1e3",
  ]);
});

test("a folder is one configuration: its maps are joined and its lists appended", async () => {
  const file = (name: string, url: string) =>
    `endpoints:\n  - { name: ${name}, url: "${url}", conditions: ["[CONNECTED] == true"], alerts: [{ type: slack }] }\n`;
  place.write("conf.d/b/shop.yml", file("shop", "tcp://shop.example.com:1"));
  place.write("conf.d/a.yaml", `${file("api", "tcp://api.example.com:1")}ui: { title: A }\n`);
  place.write(
    "conf.d/alerting.yaml",
    "alerting: { slack: { default-alert: { failure-threshold: 4 } } }\nui: { title: B }\n",
  );
  place.write("conf.d/..data/a.yaml", file("twice", "tcp://api.example.com:1"));
  place.write("conf.d/README.md", "# no YAML");
  const { health_check_monitors, notes } = await imported(place, "gatus", "conf.d");
  expect(health_check_monitors).toMatchObject([
    { title: "api", confirmations: 4 },
    { title: "shop", confirmations: 4 },
  ]);
  expect(notes).toContain("ui.title: is set in two files: the first one is used");
});

test("a name to resolve, a port and a certificate are checked as such", async () => {
  const { health_check_monitors } = await configured(`endpoints:
  - { name: Address, url: 192.0.2.53, dns: { query-name: shop.example.com., query-type: A }, conditions: ["[BODY] == 203.0.113.7", "[DNS_RCODE] == NOERROR"] }
  - { name: Port, url: "tcp://db.example.com:5432", conditions: ["[CONNECTED] == true"] }
  - { name: Mail, url: "tls://mail.example.com:465", conditions: ["[CERTIFICATE_EXPIRATION] > 240h"] }
`);
  expect(health_check_monitors).toMatchObject([
    { url: "dns://192.0.2.53/shop.example.com?type=A", dns_answers: ["203.0.113.7"] },
    { url: "tcp://db.example.com:5432" },
    { url: "tls://mail.example.com:465", certificate_failing_days: 10 },
  ]);
});

test("an endpoint of another protocol is checked by its connection, or named", async () => {
  const of = (url: string) =>
    `  - { name: ${url.split(":")[0]}, url: "${url}", conditions: ["[CONNECTED] == true"] }\n`;
  const { health_check_monitors, remarks, left } = await configured(
    `endpoints:\n${["ssh://a.example.com:22", "starttls://a.example.com:587", "grpc://a.example.com:1", "grpcs://a.example.com:1", "udp://a.example.com:1", "sctp://a.example.com:1", "gopher://a.example.com"].map(of).join("")}  - just a text\n`,
  );
  expect(health_check_monitors.map(({ url }) => url)).toEqual([
    "tcp://a.example.com:22",
    "tcp://a.example.com:587",
    "tcp://a.example.com:1",
    "tls://a.example.com:1",
  ]);
  expect(remarks).toEqual([
    "only the connection is checked here, not the SSH session",
    "only the connection is checked here, not STARTTLS",
    "only the connection is checked here, not the call of gRPC",
    "only TLS is checked here, not the call of gRPC",
  ]);
  expect(left).toEqual([
    "udp: udp cannot be checked",
    "sctp: sctp cannot be checked",
    "gopher: gopher://a.example.com cannot be checked: its scheme is unknown",
    "Endpoint: has no url",
  ]);
});

test("external endpoints and suites become monitors of the reports that they were", async () => {
  const { webhook_monitors, remarks } = await configured(`external-endpoints:
  - { name: Backup, group: Jobs, token: secret, heartbeat: { interval: 24h }, alerts: [{ type: slack }] }
  - { name: Agent, token: secret, heartbeat: { interval: 90s }, enabled: false }
suites:
  - { name: Checkout, group: Jobs, interval: 5m, endpoints: [{ name: login, url: "https://a/" }, { name: pay, url: "https://a/" }] }
`);
  expect(webhook_monitors).toMatchObject([
    { external_id: "backup", alert_group: "jobs", expect_every_minutes: 1440, grace_minutes: 1 },
    { external_id: "agent", expect_every_minutes: 2 },
    { external_id: "checkout", alert_group: "jobs", expect_every_minutes: 5, grace_minutes: 5 },
  ]);
  const report = "report to the new webhook URL: …/success, or a POST for an error";
  expect(remarks).toEqual([
    report,
    "opened after 3 failures in a row in Gatus; here the first error opens",
    report,
    "was not enabled in Gatus: pause it after the import",
    "heartbeat 90s: expect_every_minutes is 2 here",
    "monitord does not run its steps (login, pay): a script does, and reports with monitorctl run",
  ]);
});

test("settings of Gatus without a counterpart stand beside the monitor, and what the rules refuse is left out alone", async () => {
  const { remarks, notes, health_check_monitors } =
    await configured(`maintenance: { start: "23:00", duration: 2h, timezone: Europe/Berlin, every: [Monday, Thursday] }
remote: { instances: [] }
endpoints:
  - name: Shop
    url: http://203.0.113.7/#/login
    enabled: false
    graphql: true
    method: PUT
    body: "{ shop }"
    interval: 48h
    headers: { Host: shop.example.com, "bad name": x, "": x, "ß": x, TE: trailers, Accept: text/html }
    extra-labels: { env: prod }
    client: { timeout: 3m, insecure: true, proxy-url: "http://proxy:3128", oauth2: { token-url: "https://x" } }
    maintenance-windows: [{ start: "01:00", duration: 1h }]
    conditions: ["[STATUS] == 200", "[CERTIFICATE_EXPIRATION] > 48h"]
`);
  expect(health_check_monitors).toMatchObject([
    {
      url: "http://203.0.113.7/",
      request_headers: { Accept: "text/html", "Content-Type": "application/json" },
      interval_seconds: 86_400,
      timeout_seconds: 60,
    },
  ]);
  expect(remarks).toEqual([
    "[CERTIFICATE_EXPIRATION] > 48h: the certificate is not checked here: its URL has no TLS of its own",
    "was not enabled in Gatus: pause it after the import",
    "ignored faults of the certificate, which is not possible here",
    "had labels for metrics, which monitors do not have",
    "went through a proxy in Gatus, and is direct here",
    "fetched a token by OAuth 2, which is not possible here: give it a lasting one in request_headers",
    "sent the header Host: shop.example.com, which is not possible here: put that name into the URL",
    "the method PUT is not possible: GET is used",
    "its body is left out: only POST sends one here",
    "interval 48h: interval_seconds is 86400 here",
    "timeout 3m: timeout_seconds is 60 here",
    "request_headers.bad name is not a valid header name (letters, digits and -): left out",
    "request_headers. is not a valid header name (letters, digits and -): left out",
    "request_headers.ß is not a valid header name (letters, digits and -): left out",
    "request_headers.TE is set by the connection itself; leave it out: left out",
  ]);
  expect(notes).toEqual([
    'Shop: a maintenance window: monitorctl silence add --monitor hc/shop --cron "0 1 * * *" --duration 60m --timezone UTC --reason maintenance',
    "No alerts: here these open incidents too: Shop",
    'maintenance: monitorctl silence add --everything --cron "0 23 * * MON,THU" --duration 120m --timezone Europe/Berlin --reason maintenance',
    "remote: import the configuration of each instance",
  ]);
});

test("a body of GraphQL is wrapped as Gatus does, with what stands for the endpoint in it", async () => {
  const { health_check_monitors } = await configured(`endpoints:
  - name: Shop
    url: https://shop.example.com/graphql
    method: POST
    graphql: true
    body: '{ shop(name: "[ENDPOINT_NAME]") }'
    conditions: ["[STATUS] == 200"]
`);
  expect(health_check_monitors).toMatchObject([
    {
      request_body: '{"query":"{ shop(name: \\"Shop\\") }"}',
      request_headers: { "Content-Type": "application/json" },
    },
  ]);
});

test("redirects are followed as before", async () => {
  const followed = async (client: string) =>
    (await configured(endpoint("https://shop.example.com/", ["[STATUS] == 200"], client)))
      .health_check_monitors[0]!["redirects_allowed"];
  expect(await followed("")).toBeUndefined();
  expect(await followed("    client: { ignore-redirect: true }\n")).toBe(0);
});

test("pings of one IP version alone stay so", async () => {
  const version = async (client: string) =>
    (await configured(endpoint("icmp://router.example.com", ["[CONNECTED] == true"], client)))
      .health_check_monitors[0]!["ip_version"];
  expect(await version("")).toBeUndefined();
  expect(await version("    client: { network: ip }\n")).toBeUndefined();
  expect(await version("    client: { network: ip6 }\n")).toBe("ipv6");
});

test("a condition or a provider with the name of a member of every object has no counterpart", async () => {
  const names = ["constructor", "toString", "__defineGetter__"];
  for (const name of names) {
    const { health_check_monitors, remarks } = await configured(
      `${endpoint("https://shop.example.com/", [`${name} == 200`], `    alerts:\n      - { type: ${name} }\n`)}alerting:\n  ${name}: { webhook-url: "https://x.example.com" }\n`,
    );
    expect(health_check_monitors).toHaveLength(1);
    expect(JSON.stringify(remarks)).toContain(name);
  }
});
