import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  remindersOf,
  roundsOf,
  type Progress,
  type ReminderRules,
} from "../../../src/core/paging/rounds.ts";
import { night } from "../../support/builders.ts";

const minute = 60_000;
const rules = (more: Partial<ReminderRules> = {}): ReminderRules => ({
  repeat_minutes: 5,
  repeat_limit: 12,
  ...more,
});
const progress = (more: Partial<Progress> = {}): Progress => ({
  paged_at: night,
  page_round: 0,
  ...more,
});

test("reminders follow the priority, unless the group says otherwise", () => {
  const reminders = (group: Partial<Parameters<typeof remindersOf>[0]>) =>
    [1, 2, 3].map((priority_level) =>
      Object.values(
        remindersOf({ repeat_minutes: null, repeat_limit: null, ...group }, { priority_level }),
      ),
    );
  expect(reminders({})).toEqual([
    [5, 12],
    [60, 6],
    [null, 12],
  ]);
  expect(reminders({ repeat_minutes: 30 })).toEqual([
    [30, 12],
    [30, 6],
    [30, 12],
  ]);
  expect(reminders({ repeat_minutes: 0, repeat_limit: 3 })).toEqual([
    [0, 3],
    [0, 3],
    [0, 3],
  ]);
});

describe("a group whose pages leave", () => {
  // minutes since, progress, rules, the round that is due, minutes until the next
  test.each<[number, Partial<Progress>, Partial<ReminderRules>, number | null, number | null]>([
    [0, {}, {}, null, 5],
    [4.99, {}, {}, null, 5],
    [5, {}, {}, 1, 10],
    [5, { paged_at: night + 5 * minute, page_round: 1 }, {}, null, 10],
    [10, { paged_at: night + 5 * minute, page_round: 1 }, {}, 2, 15],
    // The daemon was away: one page, not four, and it counts once.
    [27, { paged_at: night + 5 * minute, page_round: 1 }, {}, 2, 30],
    // The interval was changed since the last one: it counts from there.
    [40, { paged_at: night + 30 * minute, page_round: 6 }, { repeat_minutes: 30 }, null, 60],
    [60, { paged_at: night + 30 * minute, page_round: 6 }, { repeat_minutes: 30 }, 7, 90],
    [40, { paged_at: night + 30 * minute, page_round: 1 }, {}, 2, 45],
    [60, { page_round: 11 }, {}, 12, null],
    [60, { page_round: 12 }, {}, null, null],
    [600, { page_round: 3 }, {}, 4, 605],
    [600, { page_round: 11 }, {}, 12, null],
    [600, { page_round: 12 }, {}, null, null],
    [600, {}, { repeat_minutes: null }, null, null],
    [600, {}, { repeat_minutes: 0 }, null, null],
    [600, {}, { repeat_limit: 0 }, null, null],
    // On hold: nothing was said, so nothing is repeated.
    [600, { paged_at: null }, {}, null, null],
    [62, { paged_at: night + 60 * minute }, {}, null, 65],
    // The clock was set back.
    [-30, { page_round: 2 }, {}, null, 5],
  ])("after %d minutes, with %j and %j: round %j", (after, at, more, round, next) => {
    const found = roundsOf(
      rules(more),
      progress(at),
      { group: { id: "grp-1" }, since: night },
      night + after * minute,
    );
    expect(found.reminder === null ? null : found.progress.page_round).toBe(round);
    expect(found.next_at).toBe(next === null ? null : night + next * minute);
  });

  test("is reminded as often as its rules say by one who looks only when told to, and never twice", () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 1, max: 60 })),
        fc.integer({ min: 0, max: 20 }),
        (repeat_minutes, repeat_limit) => {
          const rule = { repeat_minutes, repeat_limit };
          let state = progress();
          let counted = 0;
          let now: number | null = night;
          while (now !== null) {
            const found = roundsOf(rule, state, { group: { id: "grp-1" }, since: night }, now);
            if (found.reminder === "counts") counted++;
            state = found.progress;
            expect(
              roundsOf(rule, state, { group: { id: "grp-1" }, since: night }, now).reminder,
            ).toBeNull();
            if (found.next_at !== null) expect(found.next_at).toBeGreaterThan(now);
            now = found.next_at;
          }
          expect(counted).toBe(repeat_minutes === null ? 0 : repeat_limit);
        },
      ),
    );
  });
});
