import { expect, test } from "vitest";
import type { StoredResource, WantedResource } from "../../../src/core/declare/plan.ts";
import { warningsOf } from "../../../src/core/declare/reachability.ts";
import { asTheGroup } from "../../../src/resource/member.ts";
import { night } from "../../support/builders.ts";

const ada = (with_: object = {}): StoredResource => ({
  kind: "users",
  id: "u",
  external_id: "ada",
  project: null,
  fields: { email: "Ada@example.com", devices: 1, verified: 1, ...with_ },
});
const office = {
  contact_hours_all_day: false,
  contact_hours_from: "08:00:00",
  contact_hours_to: "18:00:00",
};
const between = (contact_hours_from: string, contact_hours_to: string) => ({
  contact_hours_from,
  contact_hours_to,
});
const group = (fields: object): WantedResource => ({
  kind: "alert_groups",
  external_id: "oncall",
  fields: {
    priority_level: 1,
    timezone: "UTC",
    contact_days: [0, 1, 2, 3, 4, 5, 6],
    contact_hours_all_day: true,
    contact_hours_from: null,
    contact_hours_to: null,
    urgent_ignores_contact_hours: false,
    members: ["ada@example.com"],
    ...fields,
  },
});

test.each<[string, object, StoredResource[], string | null]>([
  ["all is well", {}, [ada()], null],
  ["calm, with hours", { ...office, priority_level: 2 }, [ada()], null],
  [
    "hours that what is urgent ignores",
    { ...office, urgent_ignores_contact_hours: true },
    [ada()],
    null,
  ],
  [
    "urgent, with hours",
    office,
    [ada()],
    "has priority 1 but notifies nobody every day 18:00–08:00 UTC; to page anyway, set urgent_ignores_contact_hours",
  ],
  [
    "urgent, with hours, and somebody who has others",
    {
      ...office,
      members: [{ email: "ada@example.com", ...asTheGroup, contact_hours_all_day: true }],
    },
    [ada()],
    null,
  ],
  [
    "urgent, with hours that part in summer",
    {
      members: ["ada@example.com", "bo@example.com"].map((email, i) => ({
        ...asTheGroup,
        email,
        contact_hours_all_day: false,
        ...(i === 0
          ? { timezone: "Europe/Berlin", ...between("09:00:00", "21:00:00") }
          : between("20:00:00", "08:00:00")),
      })),
    },
    [ada(), { ...ada(), id: "b", fields: { email: "bo@example.com", devices: 1, verified: 1 } }],
    "has priority 1 but notifies nobody every day 19:00–20:00 UTC from 28 Mar 2027 to 30 Oct 2027; to page anyway, set urgent_ignores_contact_hours",
  ],
  ["no members", { members: [] }, [ada()], "has no members: nobody would be notified"],
  ["no device", {}, [ada({ devices: 0 })], "has no member with a device: nobody would be notified"],
  ["nobody known", {}, [], "has no member with a device: nobody would be notified"],
  [
    "never tested",
    {},
    [ada({ verified: 0 })],
    "has no verified device: no phone of its members has answered a test. Send one: monitorctl devices test EMAIL",
  ],
  [
    "one tested, one never",
    { members: ["ada@example.com", "bo@example.com"] },
    [
      ada(),
      {
        ...ada(),
        id: "b",
        external_id: "bo",
        fields: { email: "bo@example.com", devices: 1, verified: 0 },
      },
    ],
    "has members who are not verified, because none of their phones has answered a test: bo@example.com",
  ],
  [
    "one tested, one without a device, one never",
    { members: ["ada@example.com", "bo@example.com", "cy@example.com"] },
    [ada(), { ...ada(), id: "c", fields: { email: "cy@example.com", devices: 1, verified: 0 } }],
    "has members without a device: bo@example.com; has members who are not verified, because none of their phones has answered a test: cy@example.com",
  ],
])("%s", (_, fields, stored, warning) => {
  expect(warningsOf([group(fields)], stored, night)).toEqual(
    warning === null ? [] : [`alert group "oncall" ${warning}`],
  );
});

test("members that are not declared are those that are there", () => {
  const declared = group({});
  delete declared.fields["members"];
  const monitor = { ...group({}), kind: "webhook_monitors" as const };
  const there: StoredResource = {
    ...ada(),
    kind: "alert_groups",
    external_id: "oncall",
    fields: { members: ["ada@example.com"] },
  };
  expect(warningsOf([declared, monitor], [ada(), there], night)).toEqual([]);
  expect(warningsOf([declared], [ada()], night)).toEqual([
    'alert group "oncall" has no members: nobody would be notified',
  ]);
});

test("a group of another declaration that is escalated to, of which nobody can be reached", () => {
  const leads = (members: string[]): StoredResource => ({
    kind: "alert_groups",
    id: "id-leads",
    external_id: "leads",
    project: null,
    fields: { title: "Leads", members },
  });
  const declared = group({ escalate_to: "leads" });
  const said = (...stored: StoredResource[]) => warningsOf([declared], [ada(), ...stored], night);
  expect(said(leads([]))).toEqual([
    `alert group "${declared.external_id}" escalates to "leads", which has no members: nobody would be notified`,
  ]);
  expect(said(leads(["ada@example.com"]))).toEqual([]);
  // A member whom no user has the address of.
  const others = group({ members: ["ada@example.com", "gone@example.com"] });
  expect(warningsOf([others], [ada()], night)).toEqual([
    'alert group "oncall" has members without a device: gone@example.com',
  ]);
  expect(said()).toEqual([]);
});

test("all that take turns in the schedules of a group are its people, those of fallbacks too", () => {
  const schedule = (external_id: string, people: string[], otherwise: string | null) => ({
    kind: "schedules" as const,
    external_id,
    fields: { people, otherwise, announce_to: "oncall" },
  });
  const declared = group({ members: [], schedules: ["office"] });
  const said = (nights: string[]) =>
    warningsOf(
      [declared, schedule("office", ["gone@example.com"], "nights")],
      [
        ada(),
        { ...schedule("nights", nights, null), id: "id-nights", project: null },
        { ...schedule("lost", [], null), external_id: null, id: "id-lost", project: null },
      ],
      night,
    );
  expect(said(["ada@example.com"])).toEqual([]);
  expect(said([])).toEqual([
    'alert group "oncall" has no member with a device: nobody would be notified',
  ]);
  const unknown = group({ members: [], schedules: ["id:gone"] });
  expect(warningsOf([unknown], [ada()], night)).toEqual([
    'alert group "oncall" has no members: nobody would be notified',
  ]);
});
