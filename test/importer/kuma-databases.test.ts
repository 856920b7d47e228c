/** Databases of Uptime Kuma 1.23 and 2, ten of each: every monitor is imported or named. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPlace, type Place } from "../ctl/run.ts";
import { imported } from "../support/imports.ts";
import { writeKuma, type KumaRows } from "../support/uptime-kuma.ts";

let place: Place;

beforeAll(() => {
  place = newPlace();
});
afterAll(() => place[Symbol.dispose]());

interface Case {
  rows: KumaRows;
  /** Monitors of the source, and those that are not imported. */
  counts: [entries: number, left: number];
}

const page = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  type: "http",
  url: `https://${name.toLowerCase().replaceAll(/\W/g, "-")}.shop.example/`,
  ...more,
});
const host = (name: string, type: string, more: Record<string, unknown> = {}) => ({
  name,
  type,
  hostname: "192.0.2.1",
  ...more,
});

const databases: Record<string, Case> = {
  "a home": {
    rows: {
      monitor: [
        page("Photos", { interval: 60, maxretries: 3, retry_interval: 60 }),
        page("Films", { url: "http://192.0.2.10:8096/health", keyword: "" }),
        host("Router", "ping", { packet_size: 56 }),
        host("Names", "port", { port: 53 }),
        host("Containers", "docker", { docker_container: "photos", docker_host: 1 }),
      ],
      tag: [{ id: 1, name: "home" }],
      monitor_tag: [{ monitor_id: 1, tag_id: 1, value: "" }],
    },
    counts: [5, 1],
  },
  "a shop in folders of folders": {
    rows: {
      monitor: [
        { name: "Production", type: "group" },
        { name: "Pages", type: "group", parent: 1 },
        page("Front", { parent: 2 }),
        page("Basket", { parent: 2, type: "keyword", keyword: "Checkout" }),
        page("Old basket", { parent: 2, type: "keyword", keyword: "Fatal", invert_keyword: 1 }),
        page("Search", {
          parent: 1,
          type: "json-query",
          json_path: "$.up",
          expected_value: "true",
        }),
      ],
    },
    counts: [4, 0],
  },
  "a machine room": {
    rows: {
      monitor: [
        host("Orders", "mysql", { database_connection_string: "mysql://u:p@db.shop.example/o" }),
        host("Stock", "postgres", {
          database_connection_string: "postgres://u:p@db.shop.example:5433/s",
        }),
        host("Books", "sqlserver", {
          database_connection_string: "Server=db.shop.example,1434;User Id=u;Password=p",
        }),
        host("Carts", "redis", { database_connection_string: "redis://:p@cache.shop.example" }),
        host("Views", "mongodb", {
          database_connection_string: "mongodb+srv://u:p@m.shop.example",
        }),
      ],
    },
    counts: [5, 1],
  },
  "jobs that report": {
    rows: {
      monitor: [
        { name: "Backup", type: "push", push_token: "aB3dE6gH9j", interval: 86_400 },
        { name: "Report", type: "push", push_token: "kL2nO5qR8t", interval: 3600, active: 0 },
      ],
    },
    counts: [2, 0],
  },
  "names and answers": {
    rows: {
      monitor: [
        {
          name: "A",
          type: "dns",
          hostname: "shop.example",
          dns_resolve_server: "1.1.1.1",
          port: 53,
        },
        {
          name: "MX",
          type: "dns",
          hostname: "shop.example",
          dns_resolve_server: "192.0.2.53, 192.0.2.54",
          dns_resolve_type: "MX",
          port: 5353,
        },
        {
          name: "CAA",
          type: "dns",
          hostname: "shop.example",
          dns_resolve_server: "1.1.1.1",
          dns_resolve_type: "CAA",
        },
      ],
    },
    counts: [3, 0],
  },
  "pages with keys": {
    rows: {
      monitor: [
        page("Private", {
          auth_method: "basic",
          basic_auth_user: "ada",
          basic_auth_pass: "p: $w",
        }),
        page("Token", { headers: { Authorization: "Bearer abc", Accept: "text/html" } }),
        page("Sent", { method: "POST", body: '{"q":"$x"}', http_body_encoding: "json" }),
        page("NTLM", { auth_method: "ntlm", auth_domain: "SHOP" }),
        page("Client", { auth_method: "mtls", tls_cert: "-----BEGIN" }),
      ],
    },
    counts: [5, 0],
  },
  "what nobody else has": {
    rows: {
      monitor: [
        host("Game", "gamedig", { game: "quake" }),
        host("Steam", "steam", { port: 27_015 }),
        host("Login", "radius", { radius_secret: "s" }),
        {
          name: "Calls",
          type: "grpc-keyword",
          grpc_url: "rpc.shop.example:443",
          grpc_enable_tls: 1,
        },
        {
          name: "Events",
          type: "kafka-producer",
          kafka_producer_brokers: ["k1.shop.example:9092"],
        },
        { name: "Noise", type: "kafka-producer", kafka_producer_brokers: "[" },
        host("Things", "mqtt", { port: 1883, mqtt_topic: "shop/#" }),
        page("Shown", { type: "real-browser" }),
        { name: "Mine", type: "made-up-by-a-patch" },
        { name: "None", type: null },
      ],
    },
    counts: [10, 6],
  },
  "people to notify": {
    rows: {
      monitor: [page("One"), page("Two"), page("Three")],
      notification: [
        {
          id: 1,
          name: "Mail",
          is_default: 1,
          config: { type: "smtp", smtpTo: "ada@shop.example, bob@shop.example", smtpPassword: "p" },
        },
        {
          id: 2,
          name: "Slack",
          config: { type: "slack", slackwebhookURL: "https://h.example/s/1" },
        },
        { id: 3, name: "Broken", config: "{" },
      ],
      monitor_notification: [
        { monitor_id: 1, notification_id: 1 },
        { monitor_id: 2, notification_id: 1 },
        { monitor_id: 2, notification_id: 2 },
        { monitor_id: 3, notification_id: 3 },
        { monitor_id: 9, notification_id: 2 },
      ],
    },
    counts: [3, 0],
  },
  "a page for customers and a night of work": {
    rows: {
      monitor: [page("Shop"), page("Help"), page("Inside")],
      status_page: [{ id: 1, slug: "shop", title: "Shop", description: "How we are" }],
      group: [{ id: 1, name: "Services", public: 1, status_page_id: 1 }],
      monitor_group: [
        { id: 1, monitor_id: 1, group_id: 1 },
        { id: 2, monitor_id: 2, group_id: 1 },
      ],
      maintenance: [
        {
          id: 1,
          title: "Move",
          strategy: "recurring-weekday",
          weekdays: [1, 3],
          start_time: "02:00",
          end_time: "03:30",
          timezone: "Europe/Berlin",
        },
        { id: 2, title: "Broken", strategy: "cron", cron: "never", duration: 60 },
      ],
      monitor_maintenance: [
        { id: 1, monitor_id: 1, maintenance_id: 1 },
        { id: 2, monitor_id: 7, maintenance_id: 2 },
      ],
    },
    counts: [3, 0],
  },
  "values at the edges": {
    rows: {
      monitor: [
        page("Often", { interval: 20, timeout: 16, maxretries: 0 }),
        page("Seldom", { interval: 2_073_600, timeout: 48 }),
        page("Patient", { interval: 600, timeout: 480, maxretries: 100, retry_interval: 600 }),
        page("Odd", { accepted_statuscodes_json: "[]", headers: "{", expiry_notification: 0 }),
        page("Wrong", { url: "https://" }),
        page("Turned", { upside_down: 1 }),
        page("Turned", { description: "The same name\nin two lines", resend_interval: 5 }),
        host("Port", "port", { hostname: "::1", port: 99_999 }),
      ],
    },
    counts: [8, 2],
  },
};

describe.each([1, 2] as const)("version %i", (version) => {
  test.each(Object.entries(databases))("%s", async (name, { rows, counts: [entries, left] }) => {
    writeKuma(join(place.folder, `${version}-${name}.db`), rows, version);
    const { counts } = await imported(place, "uptime-kuma", `${version}-${name}.db`);
    expect(counts).toEqual([entries, entries - left, left]);
  });
});
