import { describe, expect, test } from "vitest";
import type { ReminderRecipient } from "../../../src/core/command/snapshot.ts";
import type { Silence } from "../../../src/core/model/model.ts";
import { escalatingTo, sooner, stepDue, stepsOf } from "../../../src/core/paging/escalation.ts";
import { silenceable } from "../../../src/core/silence/silenced.ts";
import { incident, night, notification, silence } from "../../support/builders.ts";

const minute = 60_000;
const at = (minutes: number) => night + minutes * minute;

type Page = ReminderRecipient["pages"][number];

/** A page that left at the opening. */
const page = (more: Partial<Page> = {}): Page =>
  notification({
    state: "delivered",
    attempts: 1,
    attempted_at: night,
    delivered_at: night,
    ...more,
  });
const held: Partial<Page> = { state: "held", attempts: 0, attempted_at: null, delivered_at: null };
const refused: Partial<Page> = { state: "refused", delivered_at: null };
const phone = (
  pages: readonly Page[] = [page()],
  closed: ReminderRecipient["closed"] = null,
): ReminderRecipient => ({ device: { broken_at: null }, closed, pages });
const until = (minutes: number | null): ReminderRecipient["closed"] => ({
  closed: { until: minutes === null ? null : at(minutes) },
});

/** In minutes: when the next group is paged, or when that is looked at again; `at once`. */
function due(
  recipients: readonly ReminderRecipient[],
  {
    now = 1,
    since = 0,
    silences = [] as readonly Silence[],
    first = null as number | null,
    reached = false,
  } = {},
): number | null | "at once" | { again: number | null } {
  const quiet = { silences, about: silenceable(incident()) };
  const step = stepDue(
    { since: at(since), recipients, attempted_at: first === null ? null : at(first), reached },
    15 * minute,
    quiet,
    at(now),
  );
  const minutes = (instant: number | null) =>
    instant === null ? null : (instant - night) / minute;
  if (step.unreached) return step.at === at(now) ? "at once" : null;
  return step.at === null && step.again_at !== null
    ? { again: minutes(step.again_at) }
    : minutes(step.at);
}

describe("the next group is paged fifteen minutes after", () => {
  test.each<[string, readonly ReminderRecipient[], ReturnType<typeof due>]>([
    ["the only page left", [phone()], 15],
    ["the first of two pages left", [phone([page({ attempted_at: at(4) })]), phone()], 15],
    [
      "the hold of the first page ended",
      [phone([page({ attempted_at: at(10) })]), phone([page(held)], until(60))],
      25,
    ],
    ["the first attempt, if others follow", [phone([page({ state: "queued", attempts: 4 })])], 15],
    ["the first page, if reminders follow", [phone([page(), page({ attempted_at: at(5) })])], 15],
    [
      "a page that may have arrived",
      [phone([page({ state: "perhaps_delivered", perhaps_delivered: true })])],
      15,
    ],
  ])("%s", (_, recipients, expected) => {
    expect(due(recipients)).toEqual(expected);
  });

  test("the page arrived on a device that is disabled by now", () => {
    expect(due([], { first: 1, reached: true })).toBe(16);
    expect(due([], { first: 1 })).toBe("at once");
  });

  test("nothing, when the page with which paging began anew was rejected", () => {
    const lost = phone([page(), page({ ...refused, inserted_at: at(31), attempted_at: at(31) })]);
    expect(due([lost], { since: 30, now: 1 })).toBe("at once");
    expect(due([lost])).toBe(15);
  });

  test("nothing, when what is on hold is for a broken device alone", () => {
    const broken = { ...phone([page(held)], until(60)), device: { broken_at: night } };
    expect(due([broken])).toBe("at once");
    expect(due([broken, phone([page(held)], until(60))])).toMatchObject({ again: 60 + 10 / 60 });
  });

  test("the group was to be paged, for a device that had the page before", () => {
    expect(due([phone()], { since: 30, now: 31 })).toBe(45);
    // Below a member's own priority the page of the group is dropped, and they know of it all the same.
    const dropped = page({ ...held, state: "dropped", inserted_at: at(30) });
    const asleep = phone([page({ ...held, inserted_at: at(30) })], until(600));
    expect(due([phone([page(), dropped]), asleep], { since: 30, now: 31 })).toBe(45);
    const lost = phone([page(refused)]);
    const first = page({ inserted_at: at(31), attempted_at: at(32) });
    expect(due([lost, phone([first])], { since: 30, now: 33 })).toBe(47);
  });
});

test("a page from before counts from when its hold ended, beside one that is on hold", () => {
  const before = page({ inserted_at: at(0), attempted_at: at(40) });
  expect(due([phone([before, page({ ...held, inserted_at: at(30) })])], { since: 30 })).toBe(55);
});

describe("its clock stands", () => {
  test("while a page from before is on hold, and begins when that page leaves", () => {
    expect(due([phone([page(held)], until(60))], { since: 30, now: 31 })).toEqual({
      again: 60 + 1 / 6,
    });
    expect(due([phone([page({ attempted_at: at(60) })])], { since: 30, now: 61 })).toBe(75);
  });

  test.each<[string, readonly ReminderRecipient[], ReturnType<typeof due>]>([
    [
      "until the first hold ends",
      [phone([page(held)], until(60)), phone([page(held)], until(30))],
      { again: 30 + 1 / 6 },
    ],
    ["until a person ends the hold", [phone([page(held)], until(null))], null],
    [
      "while a page that may go waits for its turn",
      [phone([page({ ...held, state: "queued" })])],
      { again: 1 + 1 / 6 },
    ],
    [
      "while a page of another group that may go waits for its turn",
      [phone([page({ ...held, state: "queued" })], until(60))],
      { again: 1 + 1 / 6 },
    ],
    [
      "while a page of another group is on hold for less time",
      [{ ...phone([page(held)], until(60)), elsewhere_at: at(20) }],
      { again: 20 + 1 / 6 },
    ],
    [
      "also beside a page that is dropped",
      [phone([page(held)], { closed: "drop" })],
      { again: 1 + 1 / 6 },
    ],
  ])("%s", (_, recipients, expected) => {
    expect(due(recipients)).toEqual(expected);
  });

  const lasting = (from: number, to: number | null, more: Partial<Silence> = {}) =>
    silence({ from: at(from), until: to === null ? null : at(to), ...more });

  test.each<[string, Silence[], number | null]>([
    ["a silence of the past", [lasting(-60, -30)], 15],
    ["one that lasts ten minutes", [lasting(2, 12)], 25],
    ["one that began before", [lasting(-5, 5)], 20],
    ["two, one after the other", [lasting(2, 5), lasting(5, 12)], 25],
    ["two with a minute between", [lasting(2, 5), lasting(6, 12)], 24],
    ["one that begins later", [lasting(20, 30)], 15],
    ["one that only a person ends", [lasting(2, null)], null],
    ["one that was ended before it began", [lasting(8, 4)], 15],
    ["one of another monitor", [lasting(2, 12, { monitor_id: "other" })], 15],
    [
      "maintenance of five minutes, every quarter of an hour",
      [lasting(-60, null, { cron: "5-59/15 * * * *", duration_minutes: 5 })],
      20,
    ],
  ])("during %s", (_, silences, expected) => {
    expect(due([phone()], { silences })).toBe(expected);
  });
});

describe("a group of which nobody was reached is passed at once", () => {
  test.each<[string, readonly ReminderRecipient[]]>([
    ["without a device", []],
    ["whose broken device has no page", [{ ...phone([]), device: { broken_at: night } }]],
    ["whose people are not notified of its priority", [phone([], { closed: "drop" })]],
    ["whose pages were rejected", [phone([page(refused)]), phone([page(refused)])]],
    [
      "whose page is rejected as each push of the channel is",
      [phone([page({ ...refused, state: "queued", channel_refused: true })])],
    ],
    ["whose page expired", [phone([page({ ...refused, state: "expired" })])]],
    ["whose page belongs to others by now", [phone([page({ handed_over: true })])]],
  ])("%s", (_, recipients) => {
    expect(due(recipients)).toBe("at once");
  });

  test("and not while a device without a page is about to get one", () => {
    expect(due([phone([])])).toEqual({ again: 1 + 1 / 6 });
    // The one who left was paged: the clock runs on for the one who came.
    expect(due([phone([])], { first: 3 })).toBe(18);
  });

  test("and not while one page may arrive", () => {
    expect(
      due([
        phone([page(refused)]),
        phone([page({ ...held, state: "leased", attempted_at: at(1) })]),
      ]),
    ).toBe(15);
  });
});

test("the earlier of two instants, either of which may be missing", () => {
  expect([
    sooner(1, 2),
    sooner(2, 1),
    sooner(null, 2),
    sooner(1, null),
    sooner(null, null),
  ]).toEqual([1, 1, 2, 1, null]);
});

const link = (id: string, escalate_to: string | null, minutes = 10) => ({
  id,
  escalate_to,
  escalate_after_minutes: escalate_to === null ? null : minutes,
});

describe("the way of an escalation", () => {
  test.each<[ReturnType<typeof link>[], string[]]>([
    [[], []],
    [[link("a", null)], []],
    [[link("a", "b"), link("b", null)], ["b"]],
    [
      [link("a", "b"), link("b", "c", 5), link("c", null)],
      ["b", "c"],
    ],
    [[link("a", "b")], []],
    [[link("a", "a")], []],
    [[link("a", "b"), link("b", "a")], ["b"]],
    [
      [link("a", "b"), link("b", "c"), link("c", "b")],
      ["b", "c"],
    ],
    [[{ ...link("a", "b"), escalate_after_minutes: null }, link("b", null)], []],
  ])("of %j", (groups, to) => {
    expect(stepsOf("a", groups).map((step) => step.to)).toEqual(to);
  });

  test.each<[ReturnType<typeof link>[], string[]]>([
    [[], ["z"]],
    [
      [link("a", "z"), link("b", "a"), link("c", "d"), link("d", null)],
      ["z", "a", "b"],
    ],
    [
      [link("a", "z"), link("z", "a")],
      ["z", "a"],
    ],
    [[{ ...link("a", "z"), escalate_after_minutes: null }], ["z"]],
  ])("that leads to one, of %j", (groups, ids) => {
    expect([...escalatingTo(["z"], groups)]).toEqual(ids);
  });
});
