import { describe, expect, test } from "vitest";
import {
  gapBatch,
  gapFrom,
  gapOf,
  gapMessage,
  dueTogether,
  isFromCheck,
  formatRange,
  joinGapMessage,
  isGap,
  lastAlive,
  sentAfterOutage,
} from "../../../src/core/gap/gap.ts";
import type { Command } from "../../../src/core/command/command.ts";
import {
  gapReasons,
  type MonitoringGap,
  type Notification,
} from "../../../src/core/model/model.ts";
import { notification } from "../../support/builders.ts";

const at = Date.UTC(2026, 10, 21, 2, 31);
const period: MonitoringGap = {
  id: "p",
  from: Date.UTC(2026, 10, 21, 2, 10),
  to: at,
  reason: "stopped",
  settling_until: at + 120_000,
};
const push = (more: Partial<Notification>): Notification =>
  notification({ title: "Shop is down", message: "Cache: full", ...more });

test("three minutes without a sign of life are a monitoring gap", () => {
  expect(isGap(at, at + 179_999)).toBe(false);
  expect(isGap(at, at + 180_000)).toBe(true);
});

test.each<[number | null, number | null, number | null]>([
  [null, null, null],
  [at, null, at],
  [null, at, at],
  [at, at + 1, at + 1],
  [at + 1, at, at + 1],
])("after an exit at %s and a beat at %s monitord was last alive at %s", (exit, beat, alive) => {
  expect(lastAlive(exit, beat)).toBe(alive);
});

test("the first checks after a monitoring gap have two minutes", () => {
  expect(gapFrom(period.from, "stopped", at)).toEqual({ ...period, id: undefined });
});

test.each<[Command["kind"], boolean]>([
  ["checked", true],
  ["woken", true],
  ["reported", false],
  ["alerted", false],
  ["resolved", false],
])("%s is a finding of a check: %s", (kind, found) => {
  expect(isFromCheck({ kind } as Command)).toBe(found);
});

describe("a push that is sent after a monitoring gap", () => {
  test.each<[Partial<Notification>, number | null]>([
    [{ transition: "opened", priority: 5, state: "queued", due_at: at }, at],
    [{ transition: "opened", priority: 4, state: "queued", due_at: at }, period.settling_until],
    [{ transition: "recovered", priority: 5, state: "queued", due_at: at }, period.settling_until],
    [{ transition: "recovered", priority: 5, state: "waiting", due_at: null }, null],
  ])("%j is due at %s", (more, due_at) => {
    const told = joinGapMessage(period, push(more));
    expect(told.due_at).toBe(due_at);
    expect(told).toMatchObject(gapBatch(period));
    expect(gapOf(told)).toBe("p");
  });

  test("is due when the network is back, and belongs to the message about the gap if there is one", () => {
    const unsent = push({ transition: "recovered", state: "queued", due_at: at - 1 });
    expect(sentAfterOutage(unsent, null, at)).toEqual({ ...unsent, due_at: at });
    expect(sentAfterOutage(unsent, period, at)).toEqual({
      ...unsent,
      ...gapBatch(period),
      due_at: period.settling_until,
    });
  });

  test("goes with the others of its period, and not before", () => {
    const [now, later, other, alone] = [
      push({ id: "1", ...gapBatch({ id: "p" }), due_at: at }),
      push({ id: "2", ...gapBatch({ id: "p" }), due_at: at + 1 }),
      push({ id: "3", ...gapBatch({ id: "q" }), due_at: at + 1 }),
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
  const span = "Monitoring gap 02:10–02:31 UTC (21 min)";

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
    const text = gapMessage(period, "UTC", told, found);
    expect(text).toMatchObject({ title, priority, tags });
  });

  test("lists the worst first, and what is over last", () => {
    expect(gapMessage(period, "UTC", [over], [opened, worse]).message.split("\n")).toEqual([
      "monitord was not running. Changes found afterwards:",
      "- Till is down: Cache: full",
      "- Shop is down: Cache: full",
      "- Blog is up again",
      "Times in UTC.",
    ]);
  });

  test.each(gapReasons)("says why: %s", (reason) => {
    const { message } = gapMessage({ ...period, reason }, "UTC", [], [over]);
    expect(message).toMatch(/^(monitord|The database|The clock) .* Changes found afterwards:/);
  });

  test("names the days when there are two", () => {
    expect(formatRange(period, "Europe/Berlin")).toBe("03:10–03:31 (21 min)");
    expect(formatRange({ ...period, from: at - 26 * 3600_000 }, "UTC")).toBe(
      "2026-11-20 00:31 – 2026-11-21 02:31 UTC (26 h)",
    );
  });
});
