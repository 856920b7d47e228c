import { describe, expect, test } from "vitest";
import {
  blindBatch,
  blindPeriodOf,
  blindText,
  dueTogether,
  foundByLooking,
  formatRange,
  toldAfter,
  wasBlind,
} from "../../../src/core/gap/blind.ts";
import type { Command } from "../../../src/core/model/command.ts";
import {
  blindReasons,
  type BlindPeriod,
  type Notification,
} from "../../../src/core/model/model.ts";
import { notification } from "../../support/builders.ts";

const at = Date.UTC(2026, 10, 21, 2, 31);
const period: BlindPeriod = {
  id: "p",
  from: Date.UTC(2026, 10, 21, 2, 10),
  to: at,
  reason: "stopped",
  settling_until: at + 120_000,
};
const push = (more: Partial<Notification>): Notification =>
  notification({ title: "Shop is down", message: "Cache: full", ...more });

test("three minutes without a sign of life are a blind period", () => {
  expect(wasBlind(at, at + 179_999)).toBe(false);
  expect(wasBlind(at, at + 180_000)).toBe(true);
});

test.each<[Command["kind"], boolean]>([
  ["checked", true],
  ["woken", true],
  ["reported", false],
  ["alerted", false],
  ["resolved", false],
])("%s is found by looking: %s", (kind, found) => {
  expect(foundByLooking({ kind } as Command)).toBe(found);
});

describe("a push that is told after a blind period", () => {
  test.each<[Partial<Notification>, number | null]>([
    [{ transition: "opened", priority: 5, state: "queued", due_at: at }, at],
    [{ transition: "opened", priority: 4, state: "queued", due_at: at }, period.settling_until],
    [{ transition: "recovered", priority: 5, state: "queued", due_at: at }, period.settling_until],
    [{ transition: "recovered", priority: 5, state: "waiting", due_at: null }, null],
  ])("%j is due at %s", (more, due_at) => {
    const told = toldAfter(period, push(more));
    expect(told.due_at).toBe(due_at);
    expect(told).toMatchObject(blindBatch(period));
    expect(blindPeriodOf(told)).toBe("p");
  });

  test("goes with the others of its period, and not before", () => {
    const [now, later, other, alone] = [
      push({ id: "1", ...blindBatch({ id: "p" }), due_at: at }),
      push({ id: "2", ...blindBatch({ id: "p" }), due_at: at + 1 }),
      push({ id: "3", ...blindBatch({ id: "q" }), due_at: at + 1 }),
      push({ id: "4", due_at: null }),
    ];
    expect(dueTogether([now, later, other, alone], at)).toEqual([now, later, alone]);
    expect(dueTogether([later, other, alone], at)).toEqual([alone]);
  });
});

describe("the message", () => {
  const opened = push({ transition: "opened", priority: 4 });
  const worse = push({
    transition: "opened",
    priority: 5,
    title: "Till is down",
  });
  const over = push({
    transition: "recovered",
    priority: 3,
    title: "Blog is up again",
    message: "",
  });
  const span = "monitord was blind from 02:10 to 02:31 (21 min)";

  test.each<[Notification[], Notification[], string, number, string[]]>([
    [[], [opened], `${span}: 1 incident opened`, 4, ["rotating_light"]],
    [[], [opened, over, worse], `${span}: 2 incidents opened, 1 resolved`, 5, ["rotating_light"]],
    [[opened, worse], [over], `${span}: 2 incidents opened, 1 resolved`, 3, ["rotating_light"]],
    [[], [over], `${span}: 1 incident resolved`, 3, ["white_check_mark"]],
    [[], [over, over], `${span}: 2 incidents resolved`, 3, ["white_check_mark"]],
    [
      [],
      [push({ transition: "offline", priority: 5 })],
      `${span}: nothing changed`,
      5,
      ["white_check_mark"],
    ],
  ])("told %# says what changed", (told, found, title, priority, tags) => {
    const text = blindText(period, "UTC", told, found);
    expect(text).toMatchObject({ title, priority, tags });
  });

  test("lists the worst first, and what is over last", () => {
    expect(blindText(period, "UTC", [over], [opened, worse]).message.split("\n")).toEqual([
      "It did not run. Here is what changed:",
      "- Till is down: Cache: full",
      "- Shop is down: Cache: full",
      "- Blog is up again",
      "Times are those of UTC.",
    ]);
  });

  test.each(blindReasons)("says why: %s", (reason) => {
    const { message } = blindText({ ...period, reason }, "UTC", [], [over]);
    expect(message).toMatch(/^(It|Its) .* Here is what changed:/);
  });

  test("names the days when there are two", () => {
    expect(formatRange(period, "Europe/Berlin")).toBe("from 03:10 to 03:31 (21 min)");
    expect(formatRange({ ...period, from: at - 26 * 3600_000 }, "UTC")).toBe(
      "from 2026-11-20 00:31 to 2026-11-21 02:31 (26 h)",
    );
  });
});
