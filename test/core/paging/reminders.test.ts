/** Reminders while pages are on hold: a round counts when a push of it leaves. One simulated group, minute by minute. */
import { describe, expect, test } from "vitest";
import type { Incident, Notification } from "../../../src/core/model/model.ts";
import type { Gate } from "../../../src/core/paging/gate.ts";
import { pageOn, pagingFrom } from "../../../src/core/paging/paging.ts";
import {
  isUnderWay,
  lastLeft,
  lastReleased,
  standingOf,
} from "../../../src/core/paging/reminders.ts";
import type { ReminderRecipient } from "../../../src/core/command/snapshot.ts";
import {
  alertGroup,
  incident as givenIncident,
  night,
  notification,
} from "../../support/builders.ts";

const minute = 60_000;
const half = minute / 2;

/** From when to when, in minutes after the opening. */
type Period = readonly [from: number, to: number];

interface Phone {
  /** Pages to it are on hold: a silence, or hours. */
  held?: readonly Period[];
  /** Its push server cannot be reached: attempts fail, and go on. */
  away?: readonly Period[];
  /** It rejects pushes. */
  rejects?: readonly Period[];
  /** It is added then, and paged. */
  since?: number;
}

type Page = ReminderRecipient["pages"][number] & { state: Notification["state"] };

const closed: Gate = {
  gate: "silence",
  passed: false,
  reason: "silenced",
  closed: { until: null },
};

const inside = (periods: readonly Period[] = [], at: number) =>
  periods.some(([from, to]) => at >= from && at < to);

interface Rules {
  repeat_minutes: number;
  repeat_limit: number;
  /** When the contact hours of the group begin, which hold only pages that say so; else they are always open. */
  opens?: number;
}

/** When pushes left for each phone and which lines say so, in minutes, over `lasts` minutes. */
function simulated(
  { opens, ...rules }: Rules,
  phones: readonly Phone[],
  lasts: number,
): { left: number[][]; said: number[]; tried: number } {
  const hours = (opens_at: number) => ({
    contact_hours_all_day: false,
    contact_hours_from: new Date(night + opens_at * minute).toISOString().slice(11, 19),
    contact_hours_to: "23:00:00",
  });
  const group = alertGroup({ ...rules, ...(opens === undefined ? {} : hours(opens)) });
  const unpaged = givenIncident({});
  let incident: Incident = {
    ...unpaged,
    ...pagingFrom(unpaged, { group, steps: [], titles: new Map() }, night),
  };
  const devices = phones.map((phone) => ({
    phone,
    pages: [] as Page[],
    broken_at: null as number | null,
  }));
  const left = phones.map((): number[] => []);
  const said: number[] = [];
  let tried = 0;

  const queue = (device: (typeof devices)[number], round: string) =>
    device.pages.push(notification({ key: `inc-1/opened/${round}/d` }));
  /** Sends and holds pages as the dispatcher would. */
  function send(at: number) {
    for (const [index, device] of devices.entries())
      for (const page of device.pages) {
        if (page.state !== "queued" && page.state !== "held") continue;
        if (inside(device.phone.held, at))
          Object.assign(page, { state: "held", held_reason: "silenced" });
        else if (inside(device.phone.away, at))
          Object.assign(page, { attempts: page.attempts + 1 });
        else if (inside(device.phone.rejects, at)) {
          tried++;
          device.broken_at = night + at * minute;
          Object.assign(page, { state: "refused" });
        } else {
          device.broken_at = null;
          Object.assign(page, { state: "delivered", delivered_at: night + at * minute });
          left[index]!.push(at);
        }
      }
  }

  for (let now = night; now <= night + lasts * minute; now += half) {
    const at = (now - night) / minute;
    for (const device of devices)
      if ((device.phone.since ?? 0) === at) {
        queue(device, at === 0 ? "1" : `pending.${now}`);
        if (at > 0) incident = { ...incident, act_at: now };
      }
    if (incident.act_at !== null && now >= incident.act_at) {
      const recipients = devices
        .filter(({ phone }) => (phone.since ?? 0) <= at)
        .map((device) => ({
          device,
          closed: inside(device.phone.held, at) ? closed : null,
          pages: device.pages,
        }));
      const plan = { group, steps: [], titles: new Map(), recipients };
      for (const change of pageOn(incident, plan, now)) {
        if (change.kind === "incident") incident = { ...incident, ...change.set };
        if (change.kind === "timeline") said.push(at);
        if (change.kind === "notify")
          for (const recipient of recipients)
            if (!isUnderWay([recipient]))
              queue(
                devices.find(({ pages }) => pages === recipient.pages)!,
                String(change.round),
              );
      }
    }
    send(at);
  }
  return { left, said, tried };
}

const every = (from: number, step: number, times: number) =>
  Array.from({ length: times }, (_, index) => from + index * step);

describe("a round counts when a push of it leaves", () => {
  test.each<[string, Rules, readonly Phone[], number[][], number[]]>([
    ["nothing holds pages", { repeat_minutes: 1, repeat_limit: 2 }, [{}], [[0, 1, 2]], [1, 2]],
    [
      "a member's own hours begin 3½ min later",
      { repeat_minutes: 1, repeat_limit: 2 },
      [{ held: [[0, 3.5]] }],
      [[3.5, 4.5, 5.5]],
      [4.5, 5.5],
    ],
    [
      "a silence ends after 2½ min",
      { repeat_minutes: 1, repeat_limit: 2 },
      [{ held: [[0, 2.5]] }],
      [[2.5, 3.5, 4.5]],
      [3.5, 4.5],
    ],
    [
      "a silence begins after the page and lasts an hour",
      { repeat_minutes: 5, repeat_limit: 12 },
      [{ held: [[0.5, 60.5]] }],
      [[0, 60.5, ...every(65.5, 5, 12)]],
      every(65.5, 5, 12),
    ],
    [
      "a silence begins after two reminders: the limit is whole again",
      { repeat_minutes: 1, repeat_limit: 3 },
      [{ held: [[2.5, 10]] }],
      [[0, 1, 2, 10, 11, 12, 13]],
      [1, 2, 11, 12, 13],
    ],
    [
      "a silence begins after the last reminder: nothing is left to hold",
      { repeat_minutes: 1, repeat_limit: 2 },
      [{ held: [[2.5, 10]] }],
      [[0, 1, 2]],
      [1, 2],
    ],
    [
      "the hours of one of two members begin later, after the other's last reminder",
      { repeat_minutes: 1, repeat_limit: 2 },
      [{}, { held: [[0, 5.5]] }],
      [
        [0, 1, 2, 6.5, 7.5],
        [5.5, 6.5, 7.5],
      ],
      [1, 2, 6.5, 7.5],
    ],
    [
      "the hours of one of two members end, and begin again",
      { repeat_minutes: 1, repeat_limit: 2 },
      [{}, { held: [[0.5, 100]] }],
      [
        [0, 1, 2, 101, 102],
        [0, 100, 101, 102],
      ],
      [1, 2, 101, 102],
    ],
    [
      "the push server is unreachable for seven minutes",
      { repeat_minutes: 2, repeat_limit: 2 },
      [{ away: [[0, 7]] }],
      [[7, 9, 11]],
      [9, 11],
    ],
    [
      "a phone is added after the last reminder",
      { repeat_minutes: 1, repeat_limit: 2 },
      [{}, { since: 10 }],
      [
        [0, 1, 2, 11, 12],
        [10, 11, 12],
      ],
      [1, 2, 11, 12],
    ],
    [
      "the only phone rejects pushes, and then accepts them",
      { repeat_minutes: 1, repeat_limit: 3 },
      [{ rejects: [[0, 1.5]] }],
      [[2, 3, 4, 5]],
      [3, 4, 5],
    ],
    ["nobody is in the group", { repeat_minutes: 1, repeat_limit: 3 }, [], [], []],
    [
      "the hours of the group hold all pages",
      { repeat_minutes: 2, repeat_limit: 2, opens: 11 },
      [{ held: [[0, 11]] }],
      [[11, 13, 15]],
      [13, 15],
    ],
    [
      "a member has own hours while those of the group are closed",
      { repeat_minutes: 2, repeat_limit: 3, opens: 60 },
      [{}],
      [[0, 2, 4, 6]],
      [2, 4, 6],
    ],
    [
      "a member has own hours, and those of the others begin before the first reminder",
      { repeat_minutes: 2, repeat_limit: 2, opens: 1 },
      [{}],
      [[0, 2, 4]],
      [2, 4],
    ],
    [
      "a member has own hours, and the pages of the others leave when those of the group begin",
      { repeat_minutes: 2, repeat_limit: 5, opens: 5 },
      [{}, { held: [[0, 5]] }],
      [
        [0, 2, 4, ...every(7, 2, 5)],
        [5, ...every(7, 2, 5)],
      ],
      [2, 4, ...every(7, 2, 5)],
    ],
    [
      "a member's own hours begin later, and before those of the group",
      { repeat_minutes: 2, repeat_limit: 2, opens: 11 },
      [{ held: [[0, 3.5]] }, { held: [[0, 11]] }],
      [
        [3.5, 5.5, 7.5, 13, 15],
        [11, 13, 15],
      ],
      [5.5, 7.5, 13, 15],
    ],
    [
      "a member's own hours end before the first reminder, and begin again",
      { repeat_minutes: 2, repeat_limit: 2, opens: 11 },
      [{ held: [[1, 100]] }, { held: [[0, 11]] }],
      [
        [0, 100, 102, 104],
        [11, 13, 15, 102, 104],
      ],
      [13, 15, 102, 104],
    ],
    [
      "a member with own hours is added while those of the group are closed",
      { repeat_minutes: 2, repeat_limit: 2, opens: 60 },
      [{ held: [[0, 60]] }, { since: 10 }],
      [
        [60, 62, 64],
        [10, 12, 14, 62, 64],
      ],
      [12, 14, 62, 64],
    ],
  ])("when %s", (_, rules, phones, left, said) => {
    const found = simulated(rules, phones, 200);
    expect(found.left).toEqual(left);
    expect(found.said).toEqual(said);
  });

  test("a phone that always rejects is not tried for ever", () => {
    const rules = { repeat_minutes: 1, repeat_limit: 3 };
    expect(simulated(rules, [{ rejects: [[0, 1000]] }], 500)).toEqual({
      left: [[]],
      said: [],
      tried: 4,
    });
  });
});

const page = (more: Partial<Page> = {}): Page =>
  notification({ state: "delivered", attempts: 1, delivered_at: night, ...more });
const recipient = (more: Partial<ReminderRecipient> = {}): ReminderRecipient => ({
  device: { broken_at: null },
  closed: null,
  pages: [page()],
  ...more,
});

describe("the standing of a reminder", () => {
  test.each<[string, ReminderRecipient[], ReturnType<typeof standingOf>]>([
    ["no device", [], "held"],
    ["a device that has its page", [recipient()], "leaves"],
    ["a device that has no page yet", [recipient({ pages: [] })], "held"],
    ["a closed gate", [recipient({ closed })], "held"],
    ["a device that rejects", [recipient({ device: { broken_at: night } })], "held"],
    ["a page on hold", [recipient({ pages: [page({ state: "held" })] })], "held"],
    ["a page that is being sent", [recipient({ pages: [page({ state: "leased" })] })], "waits"],
    [
      "a page that fails again and again",
      [recipient({ pages: [page({ state: "queued", attempts: 3 })] })],
      "held",
    ],
    ["one on hold, one not", [recipient({ closed }), recipient()], "leaves"],
    [
      "one on hold, one being sent",
      [recipient({ closed }), recipient({ pages: [page({ state: "queued" })] })],
      "waits",
    ],
  ])("with %s", (_, recipients, standing) => {
    expect(standingOf(recipients)).toBe(standing);
  });

  test("is asked again a round later while a page is being sent, and its round does not count", () => {
    const rules = { repeat_minutes: 5, repeat_limit: 12 };
    const recipients = [recipient({ pages: [page({ state: "leased", attempts: 1 })] })];
    const plan = { group: alertGroup(rules), steps: [], titles: new Map(), recipients };
    const now = night + 15 * minute;
    const open = givenIncident({ paging_since: night, paged_at: night, page_round: 2 });
    expect(pageOn(open, plan, now)).toEqual([
      {
        kind: "incident",
        set: { paged_at: now, act_at: now + 5 * minute },
      },
    ]);
    const onHold = { ...open, paged_at: null };
    expect(pageOn(onHold, plan, now)).toEqual([
      { kind: "incident", set: { act_at: now + 5 * minute } },
    ]);
  });

  test("that never left counts from now when the hold ends", () => {
    const plan = {
      group: alertGroup({ repeat_minutes: 5, repeat_limit: 12 }),
      steps: [],
      titles: new Map(),
      recipients: [recipient({ pages: [page({ state: "refused", delivered_at: null })] })],
    };
    const now = night + 7 * minute;
    const onHold = givenIncident({ paging_since: night, paged_at: null, page_round: 1 });
    expect(pageOn(onHold, plan, now)).toEqual([
      { kind: "incident", set: { paged_at: now, page_round: 0, act_at: now + 5 * minute } },
    ]);
  });
});

describe("rounds that begin again", () => {
  const group = alertGroup({ repeat_minutes: 5, repeat_limit: 3 });
  const now = night + 27 * minute;
  const pagedFrom = (paged_at: number | null, page_round: number, pages: Page[]) => {
    const recipients = [recipient({ pages })];
    const open = givenIncident({ paging_since: night, paged_at, page_round });
    const [change] = pageOn(open, { group, steps: [], titles: new Map(), recipients }, now);
    return change;
  };
  const counts = (paged_at: number, page_round: number, act_at: number) => ({
    kind: "incident",
    set: { paged_at, page_round, act_at },
  });
  const next = now + 5 * minute;

  test("with a reminder that found nobody go on with one, and an interval after it", () => {
    expect(pagedFrom(null, 3, [page()])).toEqual(counts(now, 1, next));
  });

  test("with a page that was released count from that", () => {
    const left = { held_reason: "silenced", delivered_at: night + 11 * minute };
    expect(pagedFrom(null, 3, [page(left)])).toEqual(
      counts(night + 26 * minute, 1, night + 31 * minute),
    );
  });

  test("wait for an interval from a release when another hold began since", () => {
    const left = page({ held_reason: "silenced", delivered_at: now - 2 * minute });
    const recipients = [recipient({ pages: [left], closed })];
    const open = givenIncident({ paging_since: night, paged_at: null, page_round: 1 });
    const plan = { group, steps: [], titles: new Map(), recipients };
    const waits = { kind: "incident", set: { act_at: now + 3 * minute } };
    expect(pageOn(open, plan, now)).toEqual([waits]);
  });

  test("have tries of their own in another hold, also when those of the first were used up", () => {
    const at = now - 6 * minute;
    const left = page({ held_reason: "silenced", inserted_at: at, delivered_at: at });
    const tried = page({ state: "dropped", inserted_at: now - minute, delivered_at: null });
    const triesAfter = (pages: Page[]) => {
      const open = givenIncident({ paging_since: night, paged_at: null, page_round: 3 });
      const plan = {
        group,
        steps: [],
        titles: new Map(),
        recipients: [recipient({ pages, closed })],
      };
      return pageOn(open, plan, now).map((change) => [
        change.kind,
        "set" in change ? change.set : {},
      ]);
    };
    expect(triesAfter([left])).toContainEqual([
      "incident",
      { page_round: 1, act_at: now + 5 * minute },
    ]);
    expect(triesAfter([left, tried])).toEqual([["incident", { act_at: now + 5 * minute }]]);
  });

  test("also do after the last one was rejected, and not when one of its pushes arrived", () => {
    const at = night + 15 * minute;
    const rejected = page({ state: "refused", inserted_at: at, delivered_at: null });
    expect(pagedFrom(at, 3, [page(), rejected])).toEqual(counts(now, 1, next));
    const arrived = page({ inserted_at: at, delivered_at: at });
    const dropped = page({ state: "dropped", inserted_at: at, delivered_at: null });
    const ended = { kind: "incident", set: { act_at: null } };
    expect(pagedFrom(at, 3, [page(), rejected, arrived])).toEqual(ended);
    expect(pagedFrom(at, 3, [page(), dropped])).toEqual(ended);
  });
});

test("the last page that left, and the last one that had been on hold or came later", () => {
  const at = (n: number) => night + n * minute;
  const asked = { alert_group_id: null, key: "inc-1/opened/pending.7/d" };
  const recipients = [
    recipient({ pages: [page(), page({ delivered_at: at(9) })] }),
    recipient({ pages: [page({ held_reason: "silenced", delivered_at: at(3) })] }),
    recipient({ pages: [page({ key: "inc-1/opened/pending.7/d", delivered_at: at(5) })] }),
    recipient({ pages: [page({ key: "odd", delivered_at: null })] }),
    recipient({
      pages: [page({ alert_group_id: "leads", held_reason: "silenced", delivered_at: at(7) })],
    }),
  ];
  expect(lastLeft(recipients, night)).toBe(at(9));
  expect(lastLeft(recipients, at(10))).toBeNull();
  expect(lastReleased(recipients, alertGroup().id, night)).toBe(at(5));
  expect(lastReleased(recipients, "leads", night)).toBe(at(7));
  // One who was asked to help has the page through no group.
  const helper = [recipient({ pages: [page({ ...asked, delivered_at: at(8) })] })];
  expect(lastReleased(helper, "leads", night)).toBe(at(8));
  expect(lastReleased(recipients, alertGroup().id, at(5))).toBeNull();
});
