/** The pages of groups and people: hostile text, the sentence at their head, and the week of contact hours. */
import { describe, expect, it } from "vitest";
import { whoWould } from "../../src/core/explain/who-would.ts";
import type { Device, User } from "../../src/core/model/model.ts";
import type { AudiencePlace } from "../../src/core/on-call/audience.ts";
import type { HourState } from "../../src/dashboard/chart/week-grid.ts";
import type { HeadModel } from "../../src/dashboard/on-call/head.ts";
import { hoursText } from "../../src/dashboard/on-call/hours.ts";
import { initials } from "../../src/dashboard/components/face.ts";
import { nameList } from "../../src/dashboard/components/name-list.ts";
import { whoNow } from "../../src/dashboard/on-call/now.ts";
import { weekOf, weekPanel, weekRows } from "../../src/dashboard/on-call/week.ts";
import {
  groupDrillsPage,
  groupMonitorsPage,
  groupPage,
  groupPublicPage,
  groupSettingsPage,
  groupSourcesPage,
} from "../../src/dashboard/pages/group.ts";
import { groupsPage } from "../../src/dashboard/pages/groups.ts";
import { peoplePage, personPage } from "../../src/dashboard/pages/people.ts";
import {
  alertGroup,
  device,
  incident,
  member,
  night,
  silence,
  subject,
  user,
} from "../support/builders.ts";
import { evil, expectSafe, frame } from "./hostile.ts";

const reader = { now: night, zone: "UTC" };
const works = device({ verified_at: night });

const hostileGroup = {
  ...alertGroup({
    title: evil,
    timezone: evil,
    project: evil,
    description: evil,
    runbook_url: `https://wiki.example.com/?${evil}`,
    severity_priorities: { [evil]: 1 },
    drill_cron: evil,
  }),
  subject: subject({ status: "failing", status_reason: evil }),
};
const hostileUser = user({ name: evil, email: evil, project: evil, role: "editor" });
const hostileDevices = [
  device({ name: evil, target: evil, server: evil, broken_at: night, broken_reason: evil }),
  device({ name: evil, enabled: false }),
  device({ name: evil }),
  works,
];
const roster = {
  group: hostileGroup,
  silences: [],
  people: [{ user: hostileUser, member: member({ timezone: evil }), devices: hostileDevices }],
};
const would = whoWould(roster, 1, night);
const head: HeadModel = {
  group: hostileGroup,
  counts: [{ status: "down", paused: false, count: 1 }],
  quiet: {
    silence: silence({ id: evil, reason: evil, created_by: evil }),
    until: night,
    maintenance: false,
  },
};
const drill = {
  id: "d",
  org_id: "org",
  alert_group_id: "g",
  at: night,
  started_by: evil,
  ends_at: night,
  ended_at: night,
};
const line = {
  user: hostileUser,
  devices: hostileDevices,
  places: [{ group: hostileGroup, member: member() }],
};

const hostileBadge = { title: evil, url: `https://x/mon/badge/shop/${evil}.svg`, page_url: evil };

const pages: Record<string, string> = {
  groups: groupsPage(frame, [{ group: hostileGroup, roster, counts: head.counts, incidents: 1 }]),
  group: groupPage(frame, head, {
    group: hostileGroup,
    members: roster.people.map((one, i) => ({ ...one, would: would[i]! })),
    others: [{ email: evil, name: evil, via: evil }],
    schedules: {
      group_id: "g",
      schedules: [
        { id: "s", title: evil, turn: "now" as const, people: [evil] },
        { id: "s", title: evil, turn: "next" as const, people: [] },
      ],
      all: [{ id: "s", title: evil }],
    },
    priority: 1,
    steps: [{ to: "g", after_minutes: 5, title: evil, members: [evil] }],
    who: {
      at: night,
      priority: 1,
      people: would,
      typed: { at: evil, priority: evil },
      problem: evil,
    },
  }),
  "monitors of a group": groupMonitorsPage(frame, head, { monitors: [], more: false }),
  "sources of a group": groupSourcesPage(frame, head, {
    webhook_url: evil,
    ping_url: evil,
    incidents: [incident({ title: evil, summary: evil })],
  }),
  "status pages of a group": groupPublicPage(frame, head, [
    {
      id: "p",
      title: evil,
      url: `https://x/${evil}`,
      badge: { title: evil, url: "https://x/mon/badge/shop.svg", page_url: evil },
      systems: [{ name: evil, state: hostileBadge, uptime: hostileBadge }],
    },
  ]),
  "drills of a group": groupDrillsPage(frame, head, {
    last: {
      drill,
      people: [
        { drill_id: "d", org_id: "org", user_id: "u", answered_at: null, device_id: null },
        { drill_id: "d", org_id: "org", user_id: "v", answered_at: night, device_id: null },
      ],
    },
    next_at: night,
    names: new Map([["u", evil]]),
  }),
  "settings of a group": groupSettingsPage(frame, head, evil),
  people: peoplePage(frame, [line]),
  person: personPage(frame, {
    ...line,
    passkeys: [
      {
        id: evil,
        org_id: "o",
        user_id: evil,
        credential_id: evil,
        public_key: evil,
        counter: 0,
        name: evil,
        last_used_at: night,
        inserted_at: night,
      },
    ],
  }),
};

describe.each(Object.entries(pages))("the page %s", (_name, text) => {
  it("shows hostile text as text, and has no attribute that runs or styles anything", () => {
    expectSafe(text);
  });
});

describe("the sentence at the head of a group", () => {
  const office = alertGroup({
    contact_hours_all_day: false,
    contact_hours_from: "08:00:00",
    contact_hours_to: "18:00:00",
  });
  const always = member({ contact_hours_all_day: true });
  type Row = [name: string, of: AudiencePlace, devices: Device[]];
  const said = (rows: Row[], priority = 2, later: { title: string; after: string }[] = []) => {
    const people = rows.map(([name, of, devices]) => ({
      user: user({ name }),
      member: of,
      devices,
    }));
    const { look, text } = whoNow(
      {
        priority,
        people: whoWould({ group: office, silences: [], people }, priority, night),
        later,
      },
      reader,
    );
    return [look, text.text.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ")];
  };

  it("names those who are reached, the next group, and why the others are not reached", () => {
    expect(
      said(
        [
          ["Ada", always, [works]],
          ["Cléo", always, [works]],
          ["Bo", member(), [works]],
        ],
        2,
        [{ title: "Management", after: "after 15 min" }],
      ),
    ).toEqual([
      "ok",
      "A P2 now would reach Ada and Cléo at once. Escalates to Management after 15 min. Bo would not be notified immediately: outside the group&#39;s contact hours until 2026-11-21 08:00 UTC.",
    ]);
  });

  it("says until when a page waits", () => {
    const [look, text] = said([["Bo", member(), [works]]]);
    expect(look).toBe("silenced");
    expect(text).toContain("A P2 now would wait until Sat 08:00 UTC.");
  });

  it.each<[string, Row[], string]>([
    ["without members", [], "the group has no members."],
    ["without devices", [["Bo", always, []]], "no member has a working device."],
    [
      "of members who want P1 only",
      [["Bo", { ...always, minimum_priority: 1 }, [works]]],
      "Nobody would be notified of a P2.",
    ],
  ])("is red %s", (_, rows, text) => {
    const [look, all] = said(rows);
    expect(look).toBe("down");
    expect(all).toContain(text);
  });

  it("joins names as people do", () => {
    const text = (names: string[]) => nameList(names).text.replaceAll(/<[^>]*>/g, "");
    expect(text(["a"])).toBe("a");
    expect(text(["a", "b", "c"])).toBe("a, b and c");
  });
});

describe("the week of contact hours", () => {
  const office = alertGroup({
    contact_hours_all_day: false,
    contact_hours_from: "08:00:00",
    contact_hours_to: "20:00:00",
    contact_days: [1, 2, 3, 4, 5],
  });
  const rowOf = (
    of: AudiencePlace,
    devices: Device[] = [works],
    group = office,
    who: User = user(),
  ) => weekRows(group, [{ user: who, member: of, devices }], reader);
  const runs = (hours: readonly HourState[]) => {
    const all = hours.map((state, i) => (i > 0 && hours[i - 1] === state ? "" : `${i} ${state}`));
    return all.filter((text) => text !== "").slice(0, 4);
  };

  it("begins on Monday, in the zone of the reader, with the present in it", () => {
    const { hours, now_hour } = weekOf(reader);
    expect(new Date(hours[0]!).toISOString()).toBe("2026-11-16T00:30:00.000Z");
    expect(hours).toHaveLength(168);
    // Saturday, 03:00.
    expect(now_hour).toBe(5 * 24 + 3);
    expect(weekOf({ now: night, zone: "Asia/Tokyo" }).now_hour).toBe(5 * 24 + 12);
  });

  it("has the hours of the group, and of members with hours of their own", () => {
    const [group, ada] = rowOf(member());
    expect(runs(ada!.hours)).toEqual(["0 null", "8 on", "20 null", "32 on"]);
    expect(runs(group!.hours)).toEqual(["0 gap", "8 cov", "20 gap", "32 cov"]);
    const [, own] = rowOf(
      member({
        timezone: "Asia/Tokyo",
        contact_hours_all_day: false,
        contact_hours_from: "09:00:00",
        contact_hours_to: "10:00:00",
      }),
    );
    expect(runs(own!.hours)).toEqual(["0 on", "1 null", "24 on", "25 null"]);
  });

  it("shows the hours of priority 1 alone in another color", () => {
    const urgent = { ...office, urgent_ignores_contact_hours: true };
    const [group, ada] = rowOf(member(), [works], urgent);
    expect(runs(ada!.hours)).toEqual(["0 p1", "8 on", "20 p1", "32 on"]);
    expect(runs(group!.hours)).toEqual(["0 wait", "8 cov", "20 wait", "32 cov"]);
    const [, only] = rowOf(member({ minimum_priority: 1 }));
    expect(runs(only!.hours)).toEqual(["0 null", "8 p1", "20 null", "32 p1"]);
  });

  it("counts nobody whose devices do not work", () => {
    const [group, ada] = rowOf(member(), [
      device({ broken_at: night }),
      device({ enabled: false }),
    ]);
    expect(runs(ada!.hours)).toEqual(["0 null", "8 dead", "20 null", "32 dead"]);
    expect(runs(group!.hours)).toEqual(["0 gap"]);
  });
});

it.each([
  [{}, "at any time"],
  [{ contact_days: [6, 0] }, "Sat, Sun, all day (UTC)"],
  [
    {
      contact_hours_all_day: false,
      contact_hours_from: "22:00:00",
      contact_hours_to: "06:30:00",
      contact_days: [1, 2, 3, 4, 5],
    },
    "Mon to Fri 22:00–06:30 (UTC)",
  ],
])("contact hours %j are: %s", (rules, text) => {
  expect(hoursText(alertGroup(rules))).toBe(text);
});

it("the week says which hours of a year leave nobody, by the clock of the reader", () => {
  const hours = (from: string, to: string, timezone: string) =>
    member({
      timezone,
      contact_hours_all_day: false,
      contact_hours_from: `${from}:00`,
      contact_hours_to: `${to}:00`,
    });
  const panel = (group: object, ...members: AudiencePlace[]) =>
    weekPanel(
      alertGroup(group),
      members.map((one) => ({ user: user(), member: one, devices: [works] })),
      reader,
    ).text.replaceAll(/\s+/g, " ");
  const shifts = [hours("09:00", "21:00", "Europe/Berlin"), hours("20:00", "08:00", "UTC")];
  const summer = "every day 19:00–20:00 UTC from 28 Mar 2027 to 30 Oct 2027.";
  expect(panel({}, ...shifts)).toContain(`Nobody is notified: ${summer}`);
  expect(panel({ urgent_ignores_contact_hours: true }, ...shifts)).toContain(
    `Nobody is notified of priorities 2 and 3: ${summer}`,
  );
  expect(panel({}, member())).not.toContain("Nobody is notified");
  expect(panel({})).not.toContain("Nobody is notified");
});

it("a list without anybody on call says until when, and where the next gap is", () => {
  const group = {
    ...alertGroup({
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
    }),
    subject: subject(),
  };
  const people = [{ user: user(), member: member(), devices: [works] }];
  const page = groupsPage({ ...frame, now: night, zone: "UTC" }, [
    { group, roster: { group, silences: [], people }, counts: [], incidents: 0 },
  ]);
  expect(page).toContain("Nobody until Sat 08:00 UTC");
  expect(page.replaceAll(/\s+/g, " ")).toContain("next gap Sat 18:00–08:00 UTC");
});

it.each([
  ["Ada Lovelace King", "AL"],
  ['Ada "Ace" (on leave)', "AA"],
  ["<b> ada", "BA"],
  ["👩‍🚒 Zoë", "Z"],
  ["नि राज", "निरा"],
  ["e\u0301va ópez", "E\u0301Ó"],
  ["👩 –", "👩"],
  ["", ""],
])("the initials of %j are %j", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
