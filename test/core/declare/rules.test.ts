import { url } from "../../../src/core/declare/rules-connection.ts";
import { describe, expect, it } from "vitest";
import { rules, tidy, type RuleKind } from "../../../src/core/declare/rules.ts";

/** The simplest of each kind with rules. What a device must be is for its channel to say. */
const complete = {
  users: { email: "ada@example.com", name: "Ada", external_id: null },
  alert_groups: {
    title: "On call",
    priority_level: 2,
    timezone: "UTC",
    contact_hours_all_day: true,
    contact_hours_from: null,
    contact_hours_to: null,
    contact_days: [0, 1, 2, 3, 4, 5, 6],
    external_id: null,
  },
  health_check_monitors: {
    title: "Shop",
    url: "https://shop.example.com/health",
    alert_group_id: "g",
    request_headers: {},
    external_id: null,
  },
  webhook_monitors: { title: "Errors", alert_group_id: "g" },
  members: { timezone: null, contact_hours_all_day: null },
  silences: {
    matchers: [],
    timezone: "UTC",
    from: 1,
    until: null,
    until_recovered: false,
    cron: null,
    duration_minutes: null,
  },
} satisfies Partial<Record<RuleKind, Record<string, unknown>>>;
type Kind = keyof typeof complete;

/** `field code` of each fault. */
const said = (kind: Kind, fields: Record<string, unknown>) =>
  rules(kind, { ...complete[kind], ...fields }).map(({ field, code }) => `${field} ${code}`);

describe("the rules between fields", () => {
  it.each(Object.keys(complete) as Kind[])("find nothing wrong with the simplest of %s", (kind) => {
    expect(rules(kind, complete[kind])).toEqual([]);
  });

  const all_day = { contact_hours_all_day: false };
  const nine = "09:00:00";
  it.each([
    ["Europe/Berlin", []],
    ["US/Pacific", []],
    ["europe/berlin", []],
    ["Europe/Berln", ["timezone timezone"]],
    ["Mars/Olympus", ["timezone timezone"]],
    ["+01:00", ["timezone timezone"]],
    ["", ["timezone timezone"]],
  ])("time zone %j", (timezone, faults) => {
    expect(said("alert_groups", { timezone })).toEqual(faults);
  });

  it.each<[Kind, object, string[]]>([
    ["members", { timezone: "Mars/Olympus" }, ["timezone timezone"]],
    [
      "members",
      { contact_hours_all_day: false, contact_hours_from: "09:00:00" },
      ["contact_hours_to required"],
    ],
    ["alert_groups", { escalate_to: "other" }, ["escalate_after_minutes required"]],
    ["alert_groups", { escalate_to: "other", escalate_after_minutes: 5 }, []],
    ["silences", { matchers: ["env=prod", "?"] }, ["matchers[1] format"]],
    ["silences", { matchers: ["env="] }, ["matchers not_allowed"]],
    ["silences", { matchers: ["env=*", "host!=db-1"] }, ["matchers not_allowed"]],
    ["silences", { matchers: ["env=", "host=db-1"] }, []],
    ["silences", { matchers: ["env!=prod"] }, []],
    ["silences", { matchers: ["env="], alert_group_id: "oncall" }, []],
    ["silences", { matchers: ["env="], source_ids: ["shop"] }, []],
    [
      "silences",
      { cron: "99 * * * *", until_recovered: true },
      ["cron format", "duration_minutes required", "until_recovered not_allowed"],
    ],
    ["silences", { cron: "0 2 * * *", duration_minutes: 5 }, []],
    ["silences", { duration_minutes: 5 }, ["duration_minutes unused"]],
    ["webhook_monitors", { grace_minutes: 5 }, ["grace_minutes unused"]],
    ["webhook_monitors", { expect_from: "2026-01-01T00:00:00Z" }, ["expect_from unused"]],
    ["webhook_monitors", { grace_minutes: 60 }, []],
    ["webhook_monitors", { grace_minutes: 5, expect_every_minutes: 5 }, []],
    ["silences", { until: 1 }, ["until range"]],
    ["alert_groups", { webhook_auth: "bearer" }, ["webhook_secret required"]],
    ["alert_groups", { webhook_secret: "x" }, ["webhook_auth required"]],
    [
      "alert_groups",
      { webhook_auth: "hmac", webhook_secret: "***" },
      ["webhook_secret secret_needed"],
    ],
    ["alert_groups", { webhook_auth: "basic", webhook_secret: "x" }, ["webhook_secret format"]],
    ["alert_groups", { webhook_auth: "bearer", webhook_secret: "a b" }, ["webhook_secret format"]],
    [
      "alert_groups",
      {
        webhook_auth: "bearer",
        webhook_secret: "ab",
        webhook_timestamp_header: "X-At",
      },
      ["webhook_timestamp_header unused"],
    ],
  ])("%s %j", (kind, fields, faults) => {
    expect(said(kind, { ...fields })).toEqual(faults);
  });

  it("name the time zone that was probably meant", () => {
    expect(
      rules("alert_groups", {
        ...complete.alert_groups,
        timezone: "Europe/Berln",
      })[0]?.message,
    ).toBe('unknown time zone "Europe/Berln", did you mean "Europe/Berlin"?');
    for (const timezone of ["Mars", "no", "on", "12:30", "CEST"])
      expect(
        rules("alert_groups", { ...complete.alert_groups, timezone })[0]?.message,
        timezone,
      ).toContain("use an IANA name");
  });

  it.each([
    [{ contact_hours_from: nine, contact_hours_to: "17:00:00" }, []],
    [{ ...all_day, contact_hours_from: nine, contact_hours_to: "17:00:00" }, []],
    [{ ...all_day, contact_hours_from: "22:00:00", contact_hours_to: nine }, []],
    [all_day, ["contact_hours_from required", "contact_hours_to required"]],
    [{ ...all_day, contact_hours_from: nine }, ["contact_hours_to required"]],
    [{ ...all_day, contact_hours_to: nine }, ["contact_hours_from required"]],
    [
      { ...all_day, contact_hours_from: nine, contact_hours_to: nine },
      ["contact_hours_to empty_window"],
    ],
    [{ contact_hours_from: nine, contact_hours_to: nine }, ["contact_hours_to empty_window"]],
  ])("contact hours %j", (fields, faults) => {
    expect(said("alert_groups", fields)).toEqual(faults);
  });

  it.each([
    ["http://127.0.0.1:8080/health?full=1", []],
    ["HTTPS://shop.example.com", []],
    ["https://ada:secret@shop.example.com/", []],
    ["https://bücher.example/", []],
    ["http://[::1]:80/", []],
    ["ftp://example.com/", ["url format"]],
    ["/health", ["url format"]],
    ["shop.example.com/health", ["url format"]],
    ["http:/shop.example.com", ["url format"]],
    ["https://", ["url format"]],
    ["https://exa mple.com/", ["url format"]],
    ["https://example.com/\u0007", ["url format"]],
    ["https://example.com:99999/", ["url format"]],
    ["https://example.com/#/health", ["url format"]],
    ["https://ada:***@example.com/", ["url secret_needed"]],
    ["https://***@example.com/", ["url secret_needed"]],
    ["http://169.254.169.254/latest", ["url address"]],
    ["http://10.0.0.1/", []],
  ])("url %s", (url, faults) => {
    expect(said("health_check_monitors", { url })).toEqual(faults);
  });

  it.each([
    [{ critical: 1, "very bad": 2, Info: 3 }, []],
    [{ critical: 1, Critical: 2 }, ["severity_priorities.Critical duplicate"]],
    [{ "a:b": 1 }, ["severity_priorities.a:b format"]],
    [{ "": 1 }, ["severity_priorities. format"]],
    [{ " x": 1 }, ["severity_priorities. x format"]],
    [{ ["x".repeat(65)]: 1 }, [`severity_priorities.${"x".repeat(65)} format`]],
    [JSON.parse('{"__proto__":1}'), ["severity_priorities.__proto__ format"]],
  ])("priorities by severity %j", (severity_priorities, faults) => {
    expect(said("alert_groups", { severity_priorities })).toEqual(faults);
  });

  it.each([
    [{ title: "event.name", alerts: "readings[*]" }, []],
    [{ title: "event.", key: "id" }, ["inbound_mapping.title format"]],
  ])("mapping %j", (inbound_mapping, faults) => {
    expect(said("alert_groups", { inbound_mapping })).toEqual(faults);
  });

  it.each([
    [{ "X-Token": "s3cret", Accept: "application/json" }, []],
    [{ Host: "other" }, ["request_headers.Host reserved"]],
    [{ "X-Token": "***" }, ["request_headers.X-Token secret_needed"]],
    [{ "X-Token": "a\r\nb" }, ["request_headers.X-Token format"]],
    [{ "X-Token": "ü" }, ["request_headers.X-Token format"]],
    [{ "X Token": "v" }, ["request_headers.X Token format"]],
    [{ "": "v" }, ["request_headers. format"]],
    [JSON.parse('{"__proto__":"v"}'), ["request_headers.__proto__ format"]],
  ])("request headers %j", (request_headers, faults) => {
    expect(said("health_check_monitors", { request_headers })).toEqual(faults);
  });

  it.each([
    ["ada@example.com", true],
    ["Ada.Lovelace+pager@sub.example.co.uk", true],
    ["ada@localhost", true],
    ["ada", false],
    ["ada@", false],
    ["@example.com", false],
    ["a@b@c", false],
    ["ada @example.com", false],
    ["<ada@example.com>", false],
  ])("email %s is one: %s", (email, is) => {
    expect(said("users", { email })).toEqual(is ? [] : ["email format"]);
  });
});

describe("tidying", () => {
  it.each([
    [{ title: "  On call " }, { title: "On call" }],
    [{ title: "\tErrors\n" }, { title: "Errors" }],
    [
      { email: " Ada@X.org ", name: " Ada " },
      { email: "Ada@X.org", name: "Ada" },
    ],
    [{ name: " phone " }, { name: "phone" }],
    [{ contact_days: [5, 1, 1, 0] }, { contact_days: [0, 1, 5] }],
    [{ contact_days: [5, 9, 1] }, { contact_days: [5, 9, 1] }],
    [{ contact_days: [5, "1"] }, { contact_days: [5, "1"] }],
    [
      { contact_days: null, title: 7 },
      { contact_days: null, title: 7 },
    ],
    [{ url: " x " }, { url: " x " }],
  ] as const)("of %j", (given, tidied) => {
    expect(tidy(given)).toEqual(tidied);
  });
});

it("an address that no schema limited is no longer than one that a schema did", () => {
  const address = (length: number) => `https://example.com/${"x".repeat(length - 20)}`;
  expect(url("target", address(2048))).toEqual([]);
  expect(url("target", address(2049))).toMatchObject([{ field: "target", code: "length" }]);
});
