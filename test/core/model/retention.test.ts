import { expect, test } from "vitest";
import { goneBefore } from "../../../src/core/model/node.ts";
import { keptSince } from "../../../src/core/model/retention.ts";
import { night as now } from "../../support/builders.ts";

const days = (n: number) => n * 24 * 3600_000;

test("rows are kept as long as the options say, and what has a fixed age for that", () => {
  const retention = {
    reports: days(30),
    incidents: days(365),
    inbound_events: days(20),
    audit_events: days(100),
    history: days(90),
  };
  const ages = Object.entries(keptSince(retention, now)).map(([table, since]) => [
    table,
    (now - since) / days(1),
  ]);
  expect(Object.fromEntries(ages)).toEqual({
    reports: 30,
    runs: 30,
    history: 90,
    blind_periods: 90,
    inbound_events: 20,
    audit_events: 100,
    setup_codes: 100,
    incidents: 365,
    drills: 365,
    silences: 365,
    notifications: 365,
    arrivals: 8,
    device_invitations: 7,
    events: 1,
    idempotency_keys: 1,
    unfinished_deliveries: 1,
    sessions: 0,
  });
});

test("a node without a beat for 15 s is gone", () => {
  expect(goneBefore(now)).toBe(now - 15_000);
});
