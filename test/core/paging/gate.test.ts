import { describe, expect, test } from "vitest";
import {
  closedGate,
  gatesOf,
  hoursOf,
  soonestWay,
  type GateContext,
} from "../../../src/core/paging/gate.ts";
import type { Silence } from "../../../src/core/model/model.ts";
import { alertGroup, device, incident, member, night, silence } from "../../support/builders.ts";

const hour = 3600_000;
const office = {
  contact_hours_all_day: false,
  contact_hours_from: "08:00:00",
  contact_hours_to: "18:00:00",
};

const context = (with_: Partial<GateContext> = {}): GateContext => ({
  transition: "opened",
  incident: incident(),
  group: alertGroup(),
  member: member(),
  device: device(),
  silences: [],
  ...with_,
});

const closed = (with_: Partial<GateContext>, now = night) => {
  const gate = closedGate(context(with_), now);
  return gate && [gate.gate, gate.closed, gate.reason];
};

test("with nothing in the way every gate is passed, with its reason", () => {
  const gates = gatesOf(context(), night);
  expect(gates.map(({ passed }) => passed)).toEqual(Array(6).fill(true));
  expect(gates.map(({ reason }) => reason)).toEqual([
    "the incident is open",
    "the device is enabled",
    'is a member of "On call"',
    "no minimum priority",
    "no silence applies",
    "within the group's contact hours",
  ]);
});

describe("a push that can go through several groups goes through", () => {
  const shut = { ...office, contact_hours_from: "07:00:00" };
  const ways = {
    open: context(),
    "opens at seven": context({ group: alertGroup(shut) }),
    "opens at eight": context({ group: alertGroup(office) }),
    "opens by hand": context({ silences: [silence({ until: null })] }),
    never: context({ member: null }),
  };
  type Way = keyof typeof ways;

  test.each<[Way, ...Way[]]>([
    ["open", "never", "open"],
    ["opens at seven", "opens at eight", "opens at seven"],
    ["opens at eight", "never", "opens at eight"],
    ["opens at eight", "opens at eight", "opens by hand"],
    ["never", "never"],
  ])("the one that is: %s", (expected, first, ...others) => {
    const all = [ways[first!], ...others.map((one) => ways[one])] as const;
    const { context: chosen, gate } = soonestWay(all as never, night);
    expect(chosen).toBe(ways[expected]);
    expect(gate).toEqual(closedGate(chosen, night));
  });
});

test("a page that was handed over is not sent any more", () => {
  expect(closed({ handed_over: true })).toEqual([
    "incident",
    "drop",
    "the incident was handed over to another group",
  ]);
});

describe("a push about shifts", () => {
  const about = {
    incident: null,
    group: alertGroup(office),
    member: member({ minimum_priority: 1, ...office }),
    silences: [silence()],
  };

  test.each([
    ["shift_began", "under way", null],
    ["shift_began", "ahead", "the shift has ended"],
    ["shift_began", null, "the shift has ended"],
    ["shift_notice", "ahead", null],
    ["shift_notice", "under way", null],
    ["shift_notice", null, "the shift is another person's"],
    ["shift_ended", null, null],
    ["shift_ended", "ahead", null],
    ["shift_ended", "under way", "the person is on call again"],
    ["shifts_changed", null, null],
    ["handoff", null, null],
    ["schedule_gap", null, null],
  ] as const)("%s goes at any hour as long as it holds (%s)", (transition, shift, reason) => {
    const verdict = reason === null ? null : ["member", "drop", reason];
    expect(closed({ ...about, transition, shift })).toEqual(verdict);
  });

  test("does not hold where nothing is known of the shift", () => {
    expect(closed({ ...about, transition: "shift_began" })).toEqual([
      "member",
      "drop",
      "the shift has ended",
    ]);
  });
});

test("a test passes at any hour, silence or not", () => {
  const group = alertGroup(office);
  expect(
    closed({
      transition: "test",
      incident: null,
      group,
      member: null,
      silences: [silence()],
    }),
  ).toBeNull();
  expect(closed({ group: null })).toBeNull();
});

describe("the page that monitord is offline", () => {
  const page = { transition: "offline" as const, incident: null };

  test("is for members, at their hours, whatever is silenced", () => {
    expect(closed({ ...page, silences: [silence()] })).toBeNull();
    expect(closed({ ...page, member: null })?.[0]).toBe("member");
    const group = alertGroup(office);
    expect(closed({ ...page, group })?.[0]).toBe("contact_hours");
  });

  test("is as urgent as priority 1", () => {
    const group = alertGroup({ ...office, urgent_ignores_contact_hours: true });
    expect(closed({ ...page, group })).toBeNull();
  });
});

describe("for ever closed", () => {
  test.each<[string, Partial<GateContext>, string]>([
    ["incident", { incident: null }, "the incident was deleted"],
    ["incident", { incident: incident({ status: "resolved" }) }, "the incident is resolved"],
    ["incident", { transition: "acknowledged" }, "the incident is no longer acknowledged"],
    ["device", { device: null }, "the device was removed or disabled"],
    ["device", { device: device({ enabled: false }) }, "the device was removed or disabled"],
    ["member", { member: null }, 'is not a member of "On call"'],
    [
      "priority",
      {
        member: member({ minimum_priority: 1 }),
        incident: incident({ priority_level: 2 }),
      },
      "priority 2 is below the minimum (1)",
    ],
    [
      "contact_hours",
      {
        transition: "acknowledged",
        incident: incident({ status: "acknowledged" }),
        group: alertGroup(office),
      },
      "outside the group's contact hours",
    ],
  ])("%s", (gate, with_, reason) => {
    expect(closed(with_)).toEqual([gate, "drop", reason]);
  });

  test("not for what is high enough, nor for what follows a resolution", () => {
    const urgent = { member: member({ minimum_priority: 2 }) };
    expect(closed(urgent)).toBeNull();
    const over = incident({ status: "resolved" });
    expect(closed({ transition: "recovered", incident: over })).toBeNull();
  });
});

describe("contact hours", () => {
  // 03:00 UTC on a Saturday.
  test("hold until they open, and say when that is", () => {
    expect(closed({ group: alertGroup(office) })).toEqual([
      "contact_hours",
      { until: night + 5 * hour },
      "outside the group's contact hours until 2026-11-21 08:00 UTC",
    ]);
  });

  test("are the person's own where the person has them", () => {
    const group = alertGroup({ contact_days: [1] });
    const own = member({
      ...office,
      timezone: "Asia/Tokyo",
      contact_days: [6],
    });
    // 12:00 in Tokyo.
    expect(closed({ group, member: own })).toBeNull();
    expect(closed({ group, member: own }, night + 7 * hour)?.[2]).toBe(
      "outside the member's own contact hours until 2026-11-28 08:00 Asia/Tokyo",
    );
    expect(hoursOf(alertGroup(office), member({ timezone: "Asia/Tokyo" }))).toMatchObject({
      timezone: "Asia/Tokyo",
      contact_hours_from: "08:00:00",
    });
    expect(hoursOf(group, null)).toBe(group);
  });

  test("are ignored by what is urgent, where the group says so", () => {
    const group = alertGroup({ ...office, urgent_ignores_contact_hours: true });
    expect(closed({ group })).toBeNull();
    const calm = incident({ priority_level: 2 });
    expect(closed({ group, incident: calm })?.[0]).toBe("contact_hours");
  });
});

describe("a silence", () => {
  test("holds until it ends, or until somebody ends it", () => {
    expect(closed({ silences: [silence()] })).toEqual([
      "silence",
      { until: night + hour },
      "silenced by Bo: deploy",
    ]);
    expect(closed({ silences: [silence({ until: null })] })?.[1]).toEqual({
      until: null,
    });
  });

  test("that is about something else, or has matchers that nobody can read, holds nothing", () => {
    expect(closed({ silences: [silence({ monitor_id: "other" })] })).toBeNull();
    expect(closed({ silences: [silence({ matchers: ["?"] })] })).toBeNull();
  });

  test("is about the labels of an alert", () => {
    const alert = (labels: object | undefined) =>
      incident({ source: "alert_group", details: labels ? { labels } : {} });
    const prod = [silence({ matchers: ["env=prod"] })];
    expect(closed({ incident: alert({ env: "prod" }), silences: prod })?.[0]).toBe("silence");
    expect(closed({ incident: alert({ env: "dev" }), silences: prod })).toBeNull();
    expect(closed({ incident: alert(undefined), silences: prod })).toBeNull();
  });
});

describe("maintenance that comes back", () => {
  const nightly = { cron: "30 2 * * *", duration_minutes: 60, until: null };

  test("holds for as long as its window lasts", () => {
    expect(closed({ silences: [silence(nightly)] })).toEqual([
      "silence",
      { until: night + hour / 2 },
      "maintenance window: deploy",
    ]);
    expect(closed({ silences: [silence(nightly)] }, night + hour)).toBeNull();
  });

  test.each<[string, Partial<Silence>]>([
    ["has not begun", { from: night + 1 }],
    ["is over", { until: night }],
    ["is about another monitor", { monitor_id: "other" }],
    ["has no duration", { duration_minutes: null }],
  ])("holds nothing when it %s", (_, with_) => {
    expect(closed({ silences: [silence({ ...nightly, ...with_ })] })).toBeNull();
  });
});
