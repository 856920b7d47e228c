/** Databases of Uptime Kuma as manifests. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newPlace, type Place } from "../ctl/run.ts";
import { makeCertificate } from "../support/certificate.ts";
import { imported } from "../support/imports.ts";
import { writeKuma, type KumaRows } from "../support/uptime-kuma.ts";

let place: Place;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place[Symbol.dispose]());

const kuma = (rows: KumaRows, version: 1 | 2 = 2) => {
  writeKuma(join(place.folder, "kuma.db"), rows, version);
  return imported(place, "uptime-kuma", "kuma.db");
};

test("dollar signs stay dollar signs, because nothing there is a variable", async () => {
  const { text, health_check_monitors } = await kuma({
    monitor: [
      {
        name: "Price ${list}",
        type: "keyword",
        url: "https://shop.example.com/?q=${x}",
        keyword: "$$ 5",
      },
    ],
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

test("a JSON query that counts the entries of a list is a condition on their number", async () => {
  const queries = ["$count(data.items)", "$count($)", "$count(items[ok])"];
  const { health_check_monitors, remarks } = await kuma({
    monitor: queries.map((json_path) => ({
      name: json_path,
      type: "json-query",
      url: "https://shop.example.com/api",
      json_path,
      json_path_operator: ">=",
      expected_value: "3",
    })),
  });
  const of = (pointer: string) => [{ pointer, comparison: "at_least", value: "3" }];
  expect(health_check_monitors.map(({ body_json }) => body_json)).toEqual([
    of("/data/items/length"),
    of("/length"),
    undefined,
  ]);
  expect(JSON.stringify(remarks)).toContain("$count(items[ok]) >= has no counterpart");
});

test("pages, keywords and JSON queries become checks of pages, in the group of their folder", async () => {
  const { alert_groups, health_check_monitors, remarks, secrets } = await kuma({
    monitor: [
      { name: "Prod", type: "group" },
      { name: "Shop", type: "group", parent: 1 },
      {
        name: "Front page",
        type: "keyword",
        url: "https://shop.example.com/",
        keyword: "Welcome",
        parent: 2,
        interval: 60,
        timeout: 48,
        maxretries: 2,
        accepted_statuscodes_json: ["200-299", "301"],
        headers: { "X-Token": "abc" },
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
        basic_auth_pass: "p@w",
        active: 0,
      },
    ],
  });
  expect(alert_groups.map(({ title }) => title)).toEqual(["Prod / Shop", "On call"]);
  expect(health_check_monitors).toEqual([
    {
      external_id: "front-page",
      title: "Front page",
      alert_group: "prod-shop",
      url: "https://shop.example.com/",
      expect: "http",
      request_headers: { "X-Token": "${FRONT_PAGE_X_TOKEN}" },
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
      url: "https://ada:${API_URL_PASSWORD}@shop.example.com/api",
      expect: "http",
      interval_seconds: 20,
      timeout_seconds: 16,
      fetch_retries: 0,
      body_json: [{ pointer: "/queue/length", comparison: "below", value: "100" }],
    },
  ]);
  expect(secrets).toEqual({ FRONT_PAGE_X_TOKEN: "abc", API_URL_PASSWORD: "p%40w" });
  expect(remarks).toEqual(["was paused in Uptime Kuma: pause it after the import"]);
});

test("a client certificate and its key become a variable", async () => {
  const { cert, key } = makeCertificate("DNS:monitord");
  const { health_check_monitors, secrets, remarks } = await kuma({
    monitor: [
      {
        name: "API",
        type: "http",
        url: "https://a.example.com/",
        auth_method: "mtls",
        tls_cert: cert,
        tls_key: key,
        tls_ca: cert,
      },
      {
        name: "Half",
        type: "http",
        url: "https://b.example.com/",
        auth_method: "mtls",
        tls_cert: cert,
      },
    ],
  });
  expect(health_check_monitors).toMatchObject([
    { tls_client_cert: "${API_CLIENT_CERT}", tls_ca: `${cert.trim()}\n` },
    { url: "https://b.example.com/" },
  ]);
  expect(secrets).toEqual({ API_CLIENT_CERT: `${cert.trim()}\n${key.trim()}\n` });
  expect(remarks).toEqual([
    "showed a client certificate, and its text or key is missing or cannot be read",
  ]);
});

test("a maintenance becomes the command of a silence for its monitors", async () => {
  const { notes } = await kuma({
    monitor: [
      { name: "Front page", type: "http", url: "https://a.example.com/" },
      { name: "API", type: "http", url: "https://a.example.com/" },
    ],
    maintenance: [
      {
        title: "Weekly",
        strategy: "recurring-weekday",
        cron: "0 2 * * 0",
        duration: 7200,
        timezone: "Europe/Berlin",
      },
      {
        title: "Upgrade",
        start_date: "2026-12-01 01:00:00",
        end_date: "2026-12-01 03:30:00",
        timezone: "UTC",
      },
      {
        title: "Rare",
        strategy: "recurring-interval",
        cron: "0 2 * * *",
        duration: 3600,
        interval_day: 3,
      },
      { title: "By hand", strategy: "manual" },
      { title: "Of nothing", strategy: "manual" },
      { title: "Off", strategy: "manual", active: 0 },
    ],
    monitor_maintenance: [
      { monitor_id: 1, maintenance_id: 1 },
      { monitor_id: 1, maintenance_id: 2 },
      { monitor_id: 2, maintenance_id: 2 },
      { monitor_id: 1, maintenance_id: 3 },
      { monitor_id: 2, maintenance_id: 4 },
    ],
    tag: [{ name: "prod" }],
    monitor_tag: [{ monitor_id: 1, tag_id: 1 }],
  });
  expect(notes).toEqual([
    'Weekly: a maintenance that comes again: monitorctl silence add --monitor hc/front-page --cron "0 2 * * 0" --duration 120m --timezone Europe/Berlin --reason maintenance',
    "Upgrade: a maintenance once: monitorctl silence add --monitor hc/front-page --from 2026-12-01T01:00Z --until 2026-12-01T03:30Z --reason maintenance; the same for --monitor hc/api",
    'Rare: a maintenance every 3 days, which a cron expression cannot say (this one is daily): monitorctl silence add --monitor hc/front-page --cron "0 2 * * *" --duration 60m --timezone ZONE --reason maintenance',
    "By hand: a maintenance that is switched by hand: monitorctl silence add --monitor hc/api --for 2h --reason maintenance",
    "Tags: monitors have none here: prod",
  ]);
});

test("ports, names, databases and push monitors have their counterparts, others are named", async () => {
  const { health_check_monitors, webhook_monitors, left, remarks, text } = await kuma({
    monitor: [
      { name: "Database", type: "port", hostname: "db.example.com", port: 5432 },
      { name: "V6", type: "port", hostname: "2001:db8::1", port: 22 },
      {
        name: "Address",
        type: "dns",
        hostname: "shop.example.com",
        dns_resolve_server: "1.1.1.1,8.8.8.8",
        dns_resolve_type: "MX",
        port: 53,
        conditions: [
          {
            type: "expression",
            variable: "record",
            operator: "equals",
            value: "10 mx",
            andOr: "and",
          },
        ],
      },
      {
        name: "Orders",
        type: "postgres",
        database_connection_string: "postgres://ada:hunter2@db.example.com/orders",
      },
      {
        name: "SQL",
        type: "sqlserver",
        database_connection_string: "Server=sql.example.com,1444;User Id=sa;Password=hunter2",
      },
      {
        name: "Cache",
        type: "redis",
        database_connection_string: "redis://:hunter2@[2001:db8::2]:6380",
      },
      {
        name: "Cluster",
        type: "mongodb",
        database_connection_string: "mongodb+srv://m.example.com/x",
      },
      { name: "Broker", type: "kafka-producer", kafka_producer_brokers: ["k.example.com:9092"] },
      { name: "Call", type: "grpc-keyword", grpc_url: "g.example.com:443", grpc_enable_tls: 1 },
      {
        name: "Backup",
        type: "push",
        push_token: "x",
        interval: 3600,
        maxretries: 2,
        retry_interval: 60,
      },
      { name: "Container", type: "docker" },
      { name: "Newest", type: "quantum" },
    ],
  });
  expect(health_check_monitors.map(({ url }) => url)).toEqual([
    "tcp://db.example.com:5432",
    "tcp://[2001:db8::1]:22",
    "dns://1.1.1.1/shop.example.com?type=MX",
    "tcp://db.example.com:5432",
    "tcp://sql.example.com:1444",
    "tcp://[2001:db8::2]:6380",
    "tcp://k.example.com:9092",
    "tls://g.example.com:443",
  ]);
  expect(health_check_monitors[2]).toMatchObject({ dns_answers: ["10 mx"] });
  expect(webhook_monitors).toMatchObject([
    { title: "Backup", expect_every_minutes: 60, grace_minutes: 2 },
  ]);
  expect(text).not.toContain("hunter2");
  expect(remarks).toEqual([
    ...Array<string>(3).fill("only the connection is checked here, not the query"),
    "only the connection is checked here, not messages of a topic",
    "only the connection is checked here, not the call of gRPC",
    "report to the new webhook URL: …/success",
  ]);
  expect(left).toEqual([
    "Cluster: its connection string names no server that can be checked",
    "Container: containers cannot be checked from outside; the machine reports with monitorctl run",
    "Newest: monitors of type quantum have no counterpart; let the application report it as a sub-check",
  ]);
});

test("a ping, a WebSocket and a monitor that is upside down become the same here", async () => {
  const { health_check_monitors, left, remarks } = await kuma({
    monitor: [
      { name: "Router", type: "ping", hostname: "192.0.2.1" },
      { name: "Peer", type: "tailscale-ping", hostname: "peer" },
      {
        name: "Live",
        type: "websocket-upgrade",
        url: "wss://a.example.com/live",
        ws_subprotocol: "chat",
        ws_ignore_sec_websocket_accept_header: 1,
        accepted_statuscodes_json: ["1000"],
      },
      { name: "Closed", type: "port", hostname: "192.0.2.1", port: 23, upside_down: 1 },
      {
        name: "Gone",
        type: "http",
        url: "https://old.example.com/",
        upside_down: 1,
        expiry_notification: 0,
      },
      { name: "Quiet", type: "push", push_token: "x", upside_down: 1 },
    ],
  });
  expect(health_check_monitors).toMatchObject([
    { url: "icmp://192.0.2.1" },
    { url: "icmp://peer" },
    {
      url: "wss://a.example.com/live",
      request_headers: { "Sec-WebSocket-Protocol": "chat" },
    },
    { url: "tcp://192.0.2.1:23", invert: true },
    { url: "https://old.example.com/", expect: "http", invert: true },
  ]);
  expect(remarks).toEqual([
    "asked Tailscale for an answer; here its address is pinged",
    "ignored the header Sec-WebSocket-Accept, which is not possible here",
  ]);
  expect(left).toEqual(["Quiet: was upside down: a report that comes cannot be a fault here"]);
});

test("each value that had to change is named beside its monitor", async () => {
  const { remarks, health_check_monitors, webhook_monitors } = await kuma({
    monitor: [
      {
        name: "Odd",
        type: "http",
        url: "https://203.0.113.7/",
        interval: 200_000,
        timeout: 90,
        maxretries: 100,
        retry_interval: 600,
        resend_interval: 3,
        method: "PUT",
        body: "{}",
        http_body_encoding: "json",
        headers: { Host: "shop.example.com" },
        accepted_statuscodes_json: ["200-299", "999"],
        ignore_tls: 1,
        proxy_id: 1,
        auth_method: "ntlm",
      },
      { name: "Short", type: "push", interval: 61, push_token: "x" },
    ],
  });
  expect(health_check_monitors[0]).toMatchObject({
    interval_seconds: 86_400,
    timeout_seconds: 60,
    confirmations: 10,
  });
  expect(health_check_monitors[0]).not.toHaveProperty("accepted_statuses");
  expect(webhook_monitors[0]).toMatchObject({ expect_every_minutes: 1 });
  expect(remarks).toEqual([
    "ignored faults of the certificate, which is not possible here",
    "went through a proxy, and is direct here",
    "used ntlm to authenticate, which is not possible here",
    "the method PUT is not possible: GET is used",
    "its body is left out: only POST sends one here",
    "sent the header Host: shop.example.com, which is not possible here: put that name into the URL",
    "accepted 999, which cannot be accepted here",
    "waited 100 retries of 600 s before it alerted: here they are 30 s apart at most",
    "notified again after 3 failures: repeat_minutes of its group does that",
    "interval 200000 s: interval_seconds is 86400 here",
    "timeout 90 s: timeout_seconds is 60 here",
    "100 retries: confirmations is 10 here",
    "report to the new webhook URL: …/success",
    "interval 61 s: expect_every_minutes is 1 here",
  ]);
});

test("notifications become commands that add devices, their addresses variables, and mail addresses members", async () => {
  const { alert_groups, users, notes, secrets } = await kuma({
    monitor: [
      { name: "Shop", type: "group" },
      { name: "Page", type: "port", hostname: "a.example.com", port: 1, parent: 1 },
      { name: "Other", type: "port", hostname: "a.example.com", port: 2 },
    ],
    notification: [
      {
        name: "Ops Slack",
        config: { type: "slack", slackwebhookURL: "https://hooks.slack.com/T/B/x" },
      },
      {
        name: "Phone",
        config: {
          type: "ntfy",
          ntfyserverurl: "https://ntfy.example.com",
          ntfytopic: "t0pic-name",
          ntfyAuthenticationMethod: "accessToken",
          ntfyaccesstoken: "tk_secret",
        },
      },
      {
        name: "Mail",
        config: {
          type: "smtp",
          smtpHost: "mail.example.com",
          smtpPassword: "hunter2",
          smtpTo: "Ada <ada@example.com>, bob@example.com",
        },
      },
      { name: "Chat", config: { type: "telegram", telegramBotToken: "1:secret" } },
      { name: "Old", active: 0, config: { type: "discord", discordWebhookUrl: "https://x" } },
    ],
    monitor_notification: [
      { monitor_id: 2, notification_id: 1 },
      { monitor_id: 3, notification_id: 1 },
      { monitor_id: 2, notification_id: 3 },
    ],
  });
  expect(alert_groups).toEqual([
    { external_id: "shop", title: "Shop", members: ["ada@example.com", "bob@example.com"] },
    { external_id: "oncall", title: "On call" },
  ]);
  expect(users).toEqual([
    { external_id: "ada", email: "ada@example.com" },
    { external_id: "bob", email: "bob@example.com" },
  ]);
  expect(secrets).toEqual({
    OPS_SLACK_TARGET: "https://hooks.slack.com/T/B/x",
    PHONE_TOKEN: "tk_secret",
    PHONE_TARGET: "t0pic-name",
  });
  expect(notes).toEqual([
    'Ops Slack: becomes a device, for a member of shop, oncall: monitorctl devices add EMAIL "${OPS_SLACK_TARGET}" --kind webhook --format slack --name "Ops Slack"',
    'Phone: becomes a device: monitorctl devices add EMAIL "${PHONE_TARGET}" --server https://ntfy.example.com --name "Phone" --with-token <<< "${PHONE_TOKEN}"',
    'Mail: becomes a device: monitorctl devices add ada@example.com ada@example.com --kind email --name "Mail"',
    'Mail: becomes a device: monitorctl devices add bob@example.com bob@example.com --kind email --name "Mail"',
    "Chat: notifications of type telegram have no counterpart: add devices with monitorctl devices add",
    "Old: was not active in Uptime Kuma",
  ]);
});

test("status pages keep their sections and systems; those that were not public are switched off", async () => {
  const { status_pages, notes } = await kuma({
    monitor: [
      { name: "Shop", type: "group" },
      { name: "Page", type: "port", hostname: "a.example.com", port: 1, parent: 1 },
      { name: "API", type: "push", parent: 1 },
      { name: "API", type: "port", hostname: "a.example.com", port: 3 },
      { name: "Strange", type: "unheard" },
    ],
    status_page: [
      { slug: "Shop", title: "Shop status", description: "All of it" },
      { slug: "a", title: "Everything", search_engine_index: 0 },
      { slug: "secret", title: "Secret", password: "x" },
      { slug: "draft", title: "Draft", published: 0 },
    ],
    group: [
      { name: "Web", status_page_id: 1 },
      { name: "Web", status_page_id: 1 },
      { name: "All", status_page_id: 2 },
    ],
    monitor_group: [
      { monitor_id: 2, group_id: 1 },
      { monitor_id: 5, group_id: 1 },
      { monitor_id: 3, group_id: 2 },
      { monitor_id: 4, group_id: 2 },
      { monitor_id: 1, group_id: 3 },
    ],
  });
  expect(status_pages).toEqual([
    {
      external_id: "shop-status",
      title: "Shop status",
      slug: "shop",
      description: "All of it",
      public: "listed",
      sections: [
        { title: "Web", systems: [{ name: "Page", health_check_monitors: ["page"] }] },
        {
          title: "Web 2",
          systems: [
            { name: "API", webhook_monitors: ["api"] },
            { name: "API 2", health_check_monitors: ["api-2"] },
          ],
        },
      ],
    },
    {
      external_id: "everything",
      title: "Everything",
      public: "unlisted",
      sections: [{ title: "All", systems: [{ name: "Shop", alert_groups: ["shop"] }] }],
    },
    { external_id: "secret", title: "Secret", slug: "secret", public: "off", sections: [] },
    { external_id: "draft", title: "Draft", slug: "draft", public: "off", sections: [] },
  ]);
  expect(notes).toEqual([
    'Status page Everything: has a new address: "a" cannot be one here',
    "Status page Secret: asked for a password, which is not possible here: it is switched off (public: off)",
    "Status page Draft: was not published: it is switched off (public: off)",
  ]);
});

test("redirects are followed as often as before, within the limit", async () => {
  const page = (name: string, maxredirects: number) => ({
    name,
    type: "http",
    url: "https://shop.example.com/",
    maxredirects,
  });
  const { health_check_monitors, remarks } = await kuma({
    monitor: [page("None", 0), page("Some", 5), page("Many", 50)],
  });
  expect(health_check_monitors.map((one) => one["redirects_allowed"])).toEqual([0, 5, 20]);
  expect(remarks.join("\n")).toContain("maxredirects 50: redirects_allowed is 20 here");
});

test("pages that were asked over one IP version alone stay so", async () => {
  const page = (name: string, ip_family: string | null) => ({
    name,
    type: "http",
    url: "https://shop.example.com/",
    ip_family,
  });
  const { health_check_monitors } = await kuma({
    monitor: [page("Both", null), page("Four", "ipv4"), page("Six", "ipv6")],
  });
  expect(health_check_monitors.map((one) => one["ip_version"])).toEqual([
    undefined,
    "ipv4",
    "ipv6",
  ]);
});

test("a type with the name of a member of every object has no counterpart", async () => {
  const names = ["constructor", "toString", "__defineGetter__"];
  const { health_check_monitors, left, text } = await kuma({
    monitor: names.map((type) => ({ name: type, type, url: "https://shop.example.com/" })),
    notification: names.map((type) => ({ name: type, config: JSON.stringify({ type }) })),
  });
  expect(health_check_monitors).toEqual([]);
  for (const name of names) {
    expect(left.join("\n")).toContain(`monitors of type ${name} have no counterpart`);
    expect(text).toContain(`notifications of type ${name} have no counterpart`);
  }
});
