import { describe, expect, test } from "vitest";
import {
  reachCounts,
  reachOf,
  unreachedOf,
  type ReachEvidence,
  type ReachRecipient,
} from "../../../src/core/explain/reach.ts";
import type { DevicePages } from "../../../src/core/explain/device-reach.ts";
import { nextText, reachSentence, reachTone } from "../../../src/core/explain/reach-text.ts";
import type { Device, Incident, Notification } from "../../../src/core/model/model.ts";
import { alertGroup, device, incident, member, night, silence } from "../../support/builders.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** Saturday night; opens on Monday. */
const office = alertGroup({
  contact_days: [1, 2, 3, 4, 5],
  contact_hours_all_day: false,
  contact_hours_from: "09:00:00",
  contact_hours_to: "17:00:00",
  timezone: "America/New_York",
});
const monday = night + 2 * day + 11 * 60 * minute;

const pages = (with_: Partial<Notification> = {}, accepted: number[] = []): DevicePages => ({
  device_id: "pixel",
  user_id: "ada",
  last: {
    state: accepted.length > 0 ? "delivered" : "queued",
    attempts: 0,
    due_at: night,
    held_reason: null,
    last_error: null,
    ...with_,
  },
  accepted: accepted.length,
  accepted_at: accepted[0] ?? null,
  last_accepted_at: accepted.at(-1) ?? null,
});
const person = (
  name: string,
  with_: Partial<ReachRecipient> = {},
  phone: Partial<Device> = { verified_at: night },
): ReachRecipient => ({
  user: { id: name.toLowerCase(), name, email: `${name}@example.com` },
  group: alertGroup(),
  member: member(),
  devices: [device(phone)],
  pages: [pages({}, [night])],
  ...with_,
});
const reach = (people: ReachRecipient[], with_: Partial<ReachEvidence> = {}) =>
  reachOf({ incident: incident(), silences: [], people, plan: null, ...with_ }, night);
const stateOf = (of: ReachRecipient, with_: Partial<ReachEvidence> = {}) =>
  reach([of], with_).people[0]!;
const sentence = (people: ReachRecipient[], with_: Partial<ReachEvidence> = {}) =>
  reachSentence(reach(people, with_), night);

const refused = person("Cléo", { pages: [pages({ state: "refused", last_error: "HTTP 403" })] });
const held = person("Bo", {
  pages: [pages({ state: "held", due_at: monday, held_reason: "outside the contact hours" })],
  group: office,
});
const sending = person("Di", { pages: [pages({ state: "leased" })] });
const phoneless = person("Ed", { devices: [], pages: [] });
const choosy = person("Flo", { member: member({ minimum_priority: 1 }), pages: [] });
const minor: Partial<ReachEvidence> = { incident: incident({ priority_level: 3 }) };

test.each<[string, ReachRecipient, ReturnType<typeof stateOf>["state"], object?]>([
  ["accepted", person("Ada"), "reached", { accepted: 1, accepted_at: night, reason: null }],
  ["accepted on a device without a confirmed test", person("Ada", {}, {}), "unverified"],
  [
    "accepted often, on two devices",
    person("Ada", {
      devices: [device({ verified_at: night }), device({ id: "ipad", name: "iPad" })],
      pages: [
        pages({}, [night, night + minute]),
        { ...pages({}, [night - minute]), device_id: "ipad" },
      ],
    }),
    "reached",
    {
      device: "Pixel",
      accepted: 3,
      accepted_at: night - minute,
      last_accepted_at: night + minute,
    },
  ],
  [
    "accepted, on a device that was removed since then",
    person("Ada", { devices: [] }),
    "reached",
    { device: null },
  ],
  ["queued", person("Ada", { pages: [pages()] }), "sending", { until: night }],
  ["being sent", sending, "sending", { until: null }],
  [
    "queued outside contact hours",
    person("Ada", { pages: [pages()], group: office }),
    "held",
    { until: monday, silenced: false },
  ],
  ["on hold", held, "held", { until: monday, reason: "outside the contact hours" }],
  [
    "failing attempts",
    person("Ada", { pages: [pages({ attempts: 3, last_error: "timeout" })] }),
    "unreachable",
    { until: night, reason: "timeout", attempts: 3 },
  ],
  [
    "the fourth attempt",
    person("Ada", { pages: [pages({ state: "leased", attempts: 4 })] }),
    "unreachable",
    { until: night, reason: "no reason was recorded" },
  ],
  [
    "expired",
    person("Ada", { pages: [pages({ state: "expired", last_error: "timeout" })] }),
    "unreachable",
    { reason: "expired after 24 h (timeout)" },
  ],
  [
    "perhaps delivered",
    person("Ada", { pages: [pages({ state: "perhaps_delivered", last_error: "timeout" })] }),
    "unreachable",
    { reason: "unconfirmed, perhaps delivered (timeout)" },
  ],
  ["rejected", refused, "refused", { reason: "HTTP 403" }],
  [
    "one device rejected, one on hold",
    { ...held, devices: [device({ id: "old", name: "Old" }), device()], pages: held.pages },
    "held",
  ],
  ["no device", phoneless, "no_device", { reason: "no device", device: null }],
  [
    "a disabled device",
    person("Ada", { pages: [] }, { enabled: false }),
    "no_device",
    { reason: "the device was removed or disabled" },
  ],
  [
    "a broken device that was never paged",
    person("Ada", { pages: [] }, { broken_at: night }),
    "refused",
    { reason: "no reason was recorded" },
  ],
  [
    "a page on hold, as a member no more",
    { ...held, member: null },
    "not_notified",
    { reason: 'is not a member of "On call"' },
  ],
  [
    "a page on hold, on a device that was disabled",
    { ...held, devices: [device({ enabled: false })] },
    "no_device",
  ],
  [
    "a queued page, as a member no more",
    person("Ada", { pages: [pages()], member: null }),
    "not_notified",
  ],
  [
    "a canceled page",
    person("Ada", { pages: [pages({ state: "dropped", last_error: "resolved" })] }),
    "not_notified",
    { reason: "resolved" },
  ],
])("a person is, with %s: %#", (_, of, state, more = {}) => {
  expect(stateOf(of)).toMatchObject({ state, ...more });
});

test("a person whose minimum priority is higher is not notified", () => {
  expect(stateOf(choosy, minor)).toMatchObject({
    state: "not_notified",
    reason: "priority 3 is below the minimum (1)",
  });
});

test("a page that a silence holds says so", () => {
  const one = stateOf(person("Ada", { pages: [pages()] }), { silences: [silence()] });
  expect(one).toMatchObject({ state: "held", silenced: true, until: night + 60 * minute });
});

test("a rejected device is not on hold: the end of the hold would not reach it", () => {
  const waits = pages({ state: "held", due_at: monday, held_reason: "outside the contact hours" });
  const broken = { verified_at: night, broken_at: night, broken_reason: "HTTP 403" };
  const of = (phone: Partial<Device>) =>
    stateOf(person("Ada", { pages: [waits], group: office }, phone)).state;
  expect([of({ verified_at: night }), of(broken)]).toEqual(["held", "refused"]);
});

test("a device that was added to an open incident is about to be paged", () => {
  expect(stateOf(person("Ada", { pages: [] })).state).toBe("sending");
});

test("who joined an acknowledged incident late is not on hold: no page will come", () => {
  const late = person("Ada", { pages: [], group: office }, { inserted_at: night + minute });
  const acknowledged = { incident: incident({ status: "acknowledged" }) } as const;
  expect(stateOf(late).state).toBe("held");
  expect(stateOf(late, acknowledged)).toMatchObject({
    state: "not_notified",
    reason: "device added 2026-11-20 22:01 America/New_York, after the incident opened",
  });
  expect(stateOf({ ...late, group: null }, acknowledged).reason).toContain("03:01 UTC");
});

test("a resolved incident has the people whom it paged", () => {
  const over = { incident: incident({ status: "resolved" as const }) };
  expect(reach([phoneless, refused, person("Ada")], over).people.map(({ name }) => name)).toEqual([
    "Cléo",
    "Ada",
  ]);
});

test("a person without a name is known by the email", () => {
  const user = { id: "bo", name: null, email: "bo@example.com" };
  expect(stateOf(person("Bo", { user })).name).toBe("bo@example.com");
});

describe("in one sentence", () => {
  test.each<[string, string, string, Partial<ReachEvidence>?]>([
    ["1 of 1 reached: Ada", "good", "a"],
    ["1 of 1 reached: Gil (unverified)", "good", "g"],
    [
      "2 of 4 reached: Gil (unverified), Ada · Cléo rejected by the push server · Bo on hold until Mon 09:00 (America/New_York)",
      "warn",
      "acbg",
    ],
    ["Nobody has been notified: on hold until Mon 09:00 (America/New_York)", "bad", "b"],
    ["Nobody was reached · Cléo rejected by the push server · Ed without a device", "bad", "ce"],
    ["Nobody was reached · Hal unreachable", "bad", "h"],
    ["Nobody is reached yet · Cléo rejected by the push server · Di being notified", "warn", "cd"],
    ["Nobody was notified: the alert group had nobody to page", "bad", ""],
    [
      "1 of 1 reached: Ada · Flo not notified (priority 3 is below the minimum (1))",
      "good",
      "af",
      minor,
    ],
    [
      "Nobody was notified · Flo not notified (priority 3 is below the minimum (1))",
      "bad",
      "f",
      minor,
    ],
    [
      "Nobody has been notified: silenced until Sat 04:00 UTC",
      "warn",
      "q",
      { silences: [silence()] },
    ],
    ["Nobody has been notified: silenced", "warn", "q", { silences: [silence({ until: null })] }],
  ])("%s", (text, tone, letters, with_ = {}) => {
    const everybody: Record<string, ReachRecipient> = {
      a: person("Ada"),
      b: held,
      c: refused,
      d: sending,
      e: phoneless,
      f: choosy,
      g: person("Gil", {}, {}),
      h: person("Hal", { pages: [pages({ attempts: 5 })] }),
      q: person("Quy", { pages: [pages()] }),
    };
    const people = Array.from(letters, (letter) => everybody[letter]!);
    expect(sentence(people, with_)).toBe(text);
    expect(reachTone(reach(people, with_))).toBe(tone);
  });

  test("counts people, not pushes, and names four of them", () => {
    const many = ["A", "B", "C", "D", "E", "F"].map((name) =>
      person(name, { pages: [pages({}, [night, night + minute])] }),
    );
    expect(sentence(many)).toBe("6 of 6 reached: A, B, C, D and 2 more");
    expect(reachCounts(reach([...many, choosy], minor))).toEqual({ total: 6, reached: 6 });
  });

  test("a hold that ends in more than a week has its date", () => {
    const later = { ...held, pages: [pages({ state: "held", due_at: night + 9 * day })] };
    expect(sentence([later])).toBe(
      "Nobody has been notified: on hold until 2026-11-29 22:00 (America/New_York)",
    );
  });
});

describe("what comes next", () => {
  const plan = {
    group: alertGroup({ repeat_minutes: 5 }),
    steps: [
      { to: "managers", after_minutes: 15 },
      { to: "board", after_minutes: 15 },
    ],
    titles: new Map([["managers", "Managers"]]),
  };
  const next = (with_: Partial<Incident> = {}, at = night) => {
    const of = { incident: incident(with_), silences: [], people: [], plan };
    const { reminder_at, escalation, timezone } = reachOf(of, at);
    const text = nextText({ reminder_at, escalation, timezone }, at);
    return { reminder_at, escalation, text };
  };

  test("is the next reminder, and the next group that is paged", () => {
    expect(next({ escalate_at: night + 15 * minute })).toEqual({
      reminder_at: night + 5 * minute,
      escalation: {
        at: night + 15 * minute,
        alert_group_id: "managers",
        title: "Managers",
        reachable: true,
      },
      text: 'next reminder Sat 03:05 UTC · escalates to "Managers" Sat 03:15 UTC',
    });
    const later = { page_steps: 1, page_round: 3, escalate_at: night + 30 * minute };
    expect(next(later, night + 16 * minute)).toMatchObject({
      reminder_at: night + 20 * minute,
      escalation: { at: night + 30 * minute, alert_group_id: "board", title: "board" },
    });
  });

  test("is not announced while a silence that lasts longer holds it", () => {
    const open = incident({ escalate_at: night + 15 * minute });
    const under = (until: number | null) => {
      const silences = [silence({ until })];
      const found = reachOf({ incident: open, silences, people: [], plan }, night);
      return [found.reminder_at, found.escalation!.at];
    };
    expect(under(night + 5 * minute)).toEqual([night + 5 * minute, night + 15 * minute]);
    expect(under(night + 6 * minute)).toEqual([null, night + 15 * minute]);
    expect(under(night + 60 * minute)).toEqual([null, null]);
    expect(under(null)).toEqual([null, null]);
  });

  test("counts from the last page that its own group accepted since paging began", () => {
    const waiting = incident({ paged_at: monday, paging_since: night });
    const reminder = (people: ReachRecipient[]) =>
      reachOf({ incident: waiting, silences: [], people, plan: { ...plan, group: office } }, night)
        .reminder_at;
    const paged = (at: number, group = office) =>
      person("Ada", { group, pages: [pages({}, [at])] });
    const other = { ...office, id: "managers" };
    expect(reminder([held, paged(night + minute)])).toBe(night + 6 * minute);
    for (const people of [[], [held], [paged(night - 1)], [paged(night, other)]])
      expect(reminder(people)).toBe(monday + 5 * minute);
  });

  test("says of the next group that no member of it can be reached", () => {
    const unreachable = new Set(["managers"]);
    const of = {
      incident: incident({ escalate_at: night + 15 * minute }),
      silences: [],
      people: [],
      plan: { ...plan, unreachable },
    };
    const found = reachOf(of, night);
    expect(found.escalation).toMatchObject({ title: "Managers", reachable: false });
    expect(nextText(found, night)).toMatch(
      /escalates to "Managers" Sat 03:15 UTC: nobody can be reached$/,
    );
  });

  test("says that the time does not run while no page has left", () => {
    expect(next().escalation).toMatchObject({ at: null, title: "Managers" });
    expect(next().text).toBe(
      'next reminder Sat 03:05 UTC · escalates to "Managers" some time after a page has left',
    );
  });

  test("is nothing once the incident is acknowledged, or its group is gone", () => {
    const none = { reminder_at: null, escalation: null };
    expect(next({ page_steps: 2 }, night + 60 * minute).escalation).toBeNull();
    expect(next({ status: "acknowledged" })).toEqual({ ...none, text: "" });
    expect(reach([])).toMatchObject(none);
  });
});

test.each<[string, ReachRecipient[], ReturnType<typeof unreachedOf>, Partial<Incident>?]>([
  ["with an accepted page has reached somebody", [person("Ada"), refused], null],
  ["with a page in its first attempt is not unreached yet", [sending, refused], null],
  [
    "whose page failed once has reached nobody so far",
    [person("Ada", { pages: [pages({ attempts: 1, last_error: "timeout" })] })],
    "unreached",
  ],
  ["that was rejected has reached nobody", [refused, phoneless], "unreached"],
  ["of a group without members has reached nobody", [], "unreached"],
  ["with a page that waits for contact hours is on hold", [held, refused], "on_hold"],
  ["that is acknowledged needs nobody", [refused], null, { status: "acknowledged" }],
])("an open incident %s", (_name, people, expected, of = {}) => {
  expect(unreachedOf(incident(of), reach(people))).toBe(expected);
});

test("a silenced incident is not unreached", () => {
  for (const people of [[person("Quy", { pages: [pages()] })], [phoneless], []])
    expect(unreachedOf(incident(), reach(people, { silences: [silence()] }))).toBeNull();
});
