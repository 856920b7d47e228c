import { describe, expect, test } from "vitest";
import {
  isSuspicious,
  isWorthAPage,
  missedSince,
  offlineRecipients,
  offlineText,
  seemsOffline,
  sighted,
  type Sight,
} from "../../../src/core/gap/connectivity.ts";
import { decide } from "../../../src/core/decision/decide.ts";
import type { Status } from "../../../src/core/model/status.ts";
import { device, healthSnapshot, night as now } from "../../support/builders.ts";

const seconds = (n: number) => n * 1000;
/** A monitor that was reached so many seconds ago. */
const reached = (ago: number): Sight => sighted(undefined, true, now - seconds(ago));
/** One that was missed so often, 5 s apart, the last time so many seconds ago. */
const missed = (ago: number, misses = 1): Sight => ({
  at: now - seconds(ago),
  reached: false,
  since: now - seconds(ago + 5 * (misses - 1)),
  misses,
});
const times = (n: number, sight: Sight) => Array.from({ length: n }, () => sight);

describe("it is suspicious", () => {
  test.each<[string, Sight[], boolean]>([
    ["nothing is known", [], false],
    ["five are missed and nobody is reached", times(5, missed(1)), true],
    ["four are missed once", times(4, missed(1)), false],
    ["three are missed twice", times(3, missed(1, 2)), true],
    ["two are missed thrice", times(2, missed(1, 3)), false],
    ["as many are reached meanwhile", [...times(5, missed(10)), ...times(5, reached(5))], false],
    ["fewer are reached meanwhile", [...times(5, missed(10)), ...times(4, reached(5))], true],
    ["many were reached before", [...times(5, missed(10)), ...times(50, reached(11))], true],
    ["that was a minute ago", times(9, missed(60)), false],
    [
      "they have been missed for two minutes",
      times(9, { ...missed(1), since: now - seconds(120) }),
      false,
    ],
  ])("when %s: %#", (_, sights, suspicious) => {
    expect(isSuspicious(sights, now)).toBe(suspicious);
  });

  test("since the first of them was missed", () => {
    expect(missedSince([missed(5), missed(9, 3), reached(50)], now)).toBe(now - seconds(19));
    expect(missedSince([reached(1)], now)).toBe(now);
  });
});

test("a sight counts what is missed in a row", () => {
  const first = sighted(reached(60), false, now);
  expect(first).toEqual({ at: now, reached: false, since: now, misses: 1 });
  const second = sighted(first, false, now + 5);
  expect(second).toEqual({
    at: now + 5,
    reached: false,
    since: now,
    misses: 2,
  });
  expect(sighted(second, true, now + 9).misses).toBe(0);
});

test.each<[boolean[], boolean, boolean]>([
  [[], false, false],
  [[false], false, true],
  [[false, false], false, true],
  [[false, true], false, false],
  [[false, false], true, false],
])("asked %j, monitors reached meanwhile %s: offline %s", (asked, meanwhile, offline) => {
  const anchors = asked.map((one) => ({ reached: one }));
  expect(seemsOffline(anchors, meanwhile)).toBe(offline);
});

test("what is over within a minute wakes nobody", () => {
  expect(isWorthAPage(now, now + seconds(60))).toBe(true);
  expect(isWorthAPage(now, now + seconds(60) - 1)).toBe(false);
});

test("the page says since when", () => {
  expect(offlineText(now).message).toContain("Since 03:00 UTC");
});

test("each enabled device is notified once, unless a page about the outage still waits for it", () => {
  const [shared, own, off, waiting] = [
    device({ id: "shared" }),
    device({ id: "own" }),
    device({ id: "off", enabled: false }),
    device({ id: "waiting" }),
  ];
  const groups = [
    { group: "a", devices: [shared, off, waiting] },
    { group: "b", devices: [shared, own] },
  ];
  expect(offlineRecipients(groups, ["waiting"])).toEqual([
    { group: "a", device: shared },
    { group: "b", device: own },
  ]);
});

describe("a reading that is skipped", () => {
  const skipped = (status: Status, lease = "l") =>
    decide(
      healthSnapshot({
        subject: { status, lease_token: "l", status_reason: "why" },
      }),
      { kind: "reading_skipped", lease },
      now,
    );

  test.each<[Status, boolean]>([
    ["up", true],
    ["pending", true],
    ["down", false],
    ["stale", false],
  ])("of one that is %s leaves it so; the reason changes: %s", (status, changes) => {
    expect(skipped(status)).toEqual([
      {
        kind: "subject",
        set: {
          lease_token: null,
          due_at: now + seconds(15),
          ...(changes
            ? {
                status_reason: "not checked: monitord has no network",
                reason_code: "offline",
              }
            : {}),
        },
      },
    ]);
  });

  test("of a claim that ran out counts for nothing", () => {
    expect(skipped("up", "other")).toEqual([]);
  });
});
