import { expect, test } from "vitest";
import { packDelivery, unpackDelivery } from "../../../src/core/alerts/packed-delivery.ts";
import { addRepeats, changesOf, noRepeats, repeatsOf } from "../../../src/core/alerts/repeats.ts";
import { decideAlerts, type GroupSnapshot } from "../../../src/core/alerts/decide-alerts.ts";
import type { Alert } from "../../../src/core/command/alert.ts";
import type { Change } from "../../../src/core/command/change.ts";
import type { Incident } from "../../../src/core/model/model.ts";
import {
  alert,
  alertGroup,
  arrival,
  delivered,
  incident,
  night,
  subject,
} from "../../support/builders.ts";

const open = (with_: Partial<Incident> = {}) =>
  incident({ source: "alert_group", key: "web-1", occurrences: 3, ...with_ });

function decided(
  alerts: Alert[],
  incidents: Incident[],
  ring: "accepted" | "unauthenticated" = "accepted",
): Change[] {
  const snapshot: GroupSnapshot = {
    kind: "alert_group",
    subject: subject({ kind: "alert_group", status: "ok", wake_at: night + 1 }),
    group: alertGroup(),
    incident: null,
    open: new Map(incidents.map((one) => [one.key, one])),
    next_resolve_at: null,
    drilling: null,
  };
  const command = {
    kind: "alerted" as const,
    delivered: delivered(alerts),
    arrival: arrival({ ring }),
  };
  return decideAlerts(snapshot, command, night);
}

test.each<[string, Alert[], Incident[], boolean]>([
  ["no alert", [], [], true],
  ["an alert that fires on", [alert()], [open()], true],
  ["one that auto-resolves later", [alert({ assumed: true })], [open()], true],
  ["a resolve without an incident", [alert({ status: "resolved" })], [], true],
  ["an alert that is new", [alert()], [], false],
  ["a resolve", [alert({ status: "resolved" })], [open({ episode: null })], false],
  ["an acknowledgement", [alert({ status: "acknowledged" })], [open()], false],
  ["a firing whose start is new", [alert()], [open({ episode: night - 1 })], false],
  ["a test", [alert({ test: true })], [open()], false],
  ["one that repeats and one that is new", [alert(), alert({ identity: "x" })], [open()], false],
])("a delivery with %s", (_what, alerts, incidents, repeats) => {
  expect(repeatsOf(decided(alerts, incidents)) !== null).toBe(repeats);
});

test("a replay of a delivery that was not authenticated is noted, and that is more than a repeat", () => {
  expect(repeatsOf(decided([alert()], [open()], "unauthenticated"))).toBeNull();
});

test("a delivery that changes more of the group than the time of the last one does more than repeat", () => {
  expect(
    repeatsOf([{ kind: "subject", set: { last_received_at: night, status: "ok" } }]),
  ).toBeNull();
  expect(repeatsOf([{ kind: "incident", set: { occurrences: 1 } }])).toBeNull();
  const about = { kind: "about" as const, key: "web-1", incident: open() };
  expect(repeatsOf([about, { kind: "incident", set: { status: "resolved" } }])).toBeNull();
});

test("several are written as one, and each delivery is kept", () => {
  const all = noRepeats();
  expect(changesOf(all)).toEqual([]);
  const one = open();
  for (const summary of ["first", "second"]) {
    const repeats = repeatsOf(decided([alert({ summary })], [one]))!;
    addRepeats(all, repeats);
    Object.assign(one, repeats.incidents.get("web-1")!.set);
  }
  addRepeats(all, repeatsOf(decided([alert({ identity: "x" })], [open({ id: "x", key: "x" })]))!);
  expect(changesOf(all)).toMatchObject([
    { kind: "subject", set: { last_received_at: night } },
    { kind: "about", key: "web-1", incident: { id: one.id } },
    { kind: "incident", set: { occurrences: 5, summary: "second" } },
    { kind: "about", key: "x", incident: { id: "x" } },
    { kind: "incident", set: { occurrences: 4 } },
    { kind: "delivery", event: { reason: "1 repeated." } },
    { kind: "delivery" },
    { kind: "delivery" },
  ]);
});

test("a delivery is the same after it was packed", () => {
  const odd: Alert = {
    identity: "identity",
    status: "resolved",
    reported_status: "reported",
    episode: 1,
    ended_at: 2,
    expires_at: 4,
    event_id: "event",
    title: "title",
    summary: "summary",
    severity: "severity",
    value: "value",
    since: 3,
    labels: { a: "b" },
    links: [{ name: "runbook", url: "https://example.com" }],
    test: true,
    assumed: false,
  };
  const given = {
    delivered: delivered([odd, alert()], {
      receiver: null,
      truncated: 4,
      left_out: 5,
      remarks: ["Odd."],
    }),
    arrival: arrival({ headers: { via: "proxy" }, body: '"ä€😀"', ring: "unauthenticated" }),
  };
  const { body, ...rest } = given.arrival;
  const packed = packDelivery({ ...given, arrival: rest }, new TextEncoder().encode(body));
  expect(packed).toMatchObject({ at: night, alerts: 2 });
  expect(unpackDelivery(packed)).toEqual(given);
  const zero = { ...packed, body: new Uint8Array([0xef, 0xbb, 0xbf, 0, 0xff]) };
  expect(unpackDelivery(zero).arrival.body).toBe("\ufeff\ufffd\ufffd");
});
