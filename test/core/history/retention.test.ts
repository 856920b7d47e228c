import { expect, test } from "vitest";
import { goneBefore } from "../../../src/core/model/node.ts";
import { keptSince } from "../../../src/core/history/retention.ts";
import { night as now } from "../../support/builders.ts";

const days = (n: number) => n * 24 * 3600_000;

test("rows are kept as long as the options say, and what has a fixed age for that", () => {
  const retention = {
    reports: days(30),
    incidents: days(365),
    inbound_events: days(20),
    audit_events: days(100),
    history: days(90),
    measures: { check: days(2), hour: days(60), day: days(1000) },
  };
  const { measures, ...tables } = keptSince(retention, now, now);
  const age = (since: number) => (now - since) / days(1);
  const ages = Object.entries(tables).map(([table, since]) => [table, age(since)]);
  // A row of measures is an hour, a day, or thirty days.
  expect(Object.values(measures).map(age)).toEqual([2 + 1 / 24, 61, 1030]);
  expect(Object.fromEntries(ages)).toEqual({
    reports: 30,
    provider_sign_ins: 1,
    provider_sessions: 0,
    provider_logouts: 0,
    deleted_resources: 7,
    runs: 30,
    history: 90,
    error_minutes: 2,
    sub_check_changes: 90,
    marks: 90,
    pauses: 1000,
    blind_periods: 1000,
    inbound_events: 20,
    audit_events: 100,
    setup_codes: 100,
    sign_in_links: 7,
    incidents: 365,
    drills: 365,
    silences: 365,
    schedule_versions: 365,
    overrides: 365,
    notifications: 365,
    arrivals: 8,
    device_invitations: 7,
    device_authorizations: 1,
    events: 1,
    idempotency_keys: 1,
    unfinished_deliveries: 1,
    subscribers: 1,
    page_notices: 30,
    sessions: 0,
  });
});

test("checks and hours are kept until they are rolled up", () => {
  const age = days(1);
  const retention = {
    reports: age,
    incidents: age,
    inbound_events: age,
    audit_events: age,
    history: age,
    measures: { check: age, hour: age, day: age },
  };
  const { measures, error_minutes } = keptSince(retention, now, now - days(10));
  expect(error_minutes).toBe(now - days(10));
  expect(measures.check).toBe(now - days(10) - 3600_000);
  expect(measures.hour).toBe(now - days(11));
});

test("a node without a beat for 15 s is gone", () => {
  expect(goneBefore(now)).toBe(now - 15_000);
});
