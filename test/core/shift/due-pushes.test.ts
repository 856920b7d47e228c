import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { onCallAt, type Override } from "../../../src/core/on-call/on-call.ts";
import { duePushes, type Known } from "../../../src/core/shift/due-pushes.ts";
import { ownShifts, type OwnShift } from "../../../src/core/shift/own-shifts.ts";
import { all, officeHours, override, schedule } from "../../support/schedules.ts";

const hour = 3_600_000;
const now = Date.UTC(2026, 11, 7, 8);

const shift = (of: Partial<OwnShift> = {}): OwnShift => ({
  user_id: "bob",
  from: now,
  until: now + 24 * hour,
  isFirst: true,
  ...of,
});
const known = (of: Partial<Known> = {}): Known => ({
  user_id: "bob",
  from: now,
  until: now + 24 * hour,
  began: true,
  confirmed_at: null,
  ...of,
});
const due = (
  shifts: OwnShift[],
  rows: Known[] = [],
  { since = new Map<string, number>(), notice = hour } = {},
) => duePushes({ shifts, known: rows, since, notice }, now);
const nothing = {
  began: [],
  noticed: [],
  ended: [],
  withdrawn: [],
  past: [],
  next_at: null,
};

describe("the people to be notified", () => {
  it("are those who have come, once", () => {
    const since = new Map([["bob", now - hour]]);
    const pushes = due([shift()], [], { since });
    expect(pushes.began).toEqual([known({ from: now - hour, began: false })]);
    expect(due([shift()], [known()])).toEqual(nothing);
    // Of a schedule whose row says nothing yet.
    expect(due([shift()]).began[0]!.from).toBe(now);
  });

  it("are those who come soon, once", () => {
    const soon = shift({ from: now + hour, isFirst: false });
    expect(due([soon])).toEqual({ ...nothing, noticed: [soon], next_at: now + hour });
    const row = known({ from: now + hour, began: false });
    expect(due([soon], [row])).toEqual({ ...nothing, next_at: now + hour });
  });

  it("are those who come later at the time of their notice", () => {
    const later = shift({ from: now + 3 * hour, isFirst: false });
    expect(due([later])).toEqual({ ...nothing, next_at: now + 2 * hour });
    const none = due([later], [], { notice: 0 });
    expect(none).toEqual({ ...nothing, next_at: now + 3 * hour });
    const both = due([later, shift({ user_id: "cyd", from: now + 2 * hour, isFirst: false })]);
    expect(both.next_at).toBe(now + hour);
  });

  it("keep the answer to the notice at the handoff", () => {
    const row = known({ began: false, confirmed_at: now - 1 });
    expect(due([shift()], [row]).began).toEqual([row]);
  });

  it("are not notified twice when the shift is moved a little", () => {
    const row = known({ from: now + hour / 2, began: false });
    const moved = shift({ from: now + hour, isFirst: false });
    expect(due([moved], [row])).toEqual({ ...nothing, next_at: now + hour });
    const endless = known({ from: now + hour / 2, until: null, began: false });
    expect(due([{ ...moved, until: null }], [endless])).toEqual({
      ...nothing,
      next_at: now + hour,
    });
  });

  it("are those who have left, unless another schedule has them on call", () => {
    const gone = known({ user_id: "ada" });
    expect(due([], [gone])).toEqual({ ...nothing, ended: [gone] });
    const since = new Map([["ada", now]]);
    expect(due([], [gone], { since })).toEqual(nothing);
  });

  it("are those whose shift was taken back, unless it has passed", () => {
    const row = known({ from: now + hour / 2, began: false });
    expect(due([], [row])).toEqual({ ...nothing, withdrawn: [row] });
    const over = known({ from: now - 2 * hour, until: now - hour, began: false });
    expect(due([], [over])).toEqual({ ...nothing, past: [over] });
  });

  it("hear of a second shift soon after the one under way", () => {
    const second = shift({ from: now + hour, until: now + 2 * hour, isFirst: false });
    const first = shift({ until: now + hour / 2 });
    const rows = [known({ until: now + hour / 2 })];
    expect(due([first, second], rows).noticed).toEqual([second]);
  });
});

describe("over any weeks of edits, overrides and downtime", () => {
  const users = ["ada", "bob", "cyd", "dan"];
  const begin = Date.UTC(2026, 11, 7, 8);
  const hours = fc.integer({ min: 0, max: 4 * 7 * 24 });
  const overrides = fc.array(
    fc.record({
      mode: fc.constantFrom("take" as const, "join" as const, "cover" as const),
      user_id: fc.constantFrom(...users),
      instead_of_user_id: fc.constantFrom(...users),
      from: hours,
      length: fc.integer({ min: 1, max: 72 }),
      /** It is entered so much earlier, or taken back after that. */
      entered: fc.integer({ min: 0, max: 200 }),
      removed: fc.option(hours),
    }),
    { maxLength: 6 },
  );
  const kinds = fc.record({
    cron: fc.constantFrom("0 9 * * MON", "0 8,20 * * *", "0 3 * * *"),
    everyone: fc.boolean(),
    hasHours: fc.boolean(),
    notice: fc.constantFrom(0, 1, 24, 168),
  });
  /** When it is looked, in hours: there are pauses of days in between. */
  const looks = fc.uniqueArray(hours, { minLength: 30, maxLength: 200 });

  it("nobody on call misses the push, nobody gets two of a stay, and none comes after its end", () => {
    fc.assert(
      fc.property(kinds, overrides, looks, (kind, plans, at) => {
        let rows: Known[] = [];
        const keys = new Set<string>();
        for (const time of at.toSorted((a, b) => a - b).map((n) => begin + n * hour)) {
          const entered: Override[] = plans.flatMap((plan) => {
            const from = begin + plan.from * hour;
            const isThere =
              from - plan.entered * hour <= time &&
              (plan.removed === null || time < begin + plan.removed * hour);
            const until = from + plan.length * hour;
            return isThere && plan.user_id !== plan.instead_of_user_id
              ? [override({ ...plan, id: `${plan.from}`, from, until })]
              : [];
          });
          const rotation = { cron: kind.cron, everyone: kind.everyone, people: users };
          const own = schedule("primary", {
            rotation,
            overrides: entered,
            ...(kind.hasHours ? officeHours : {}),
          });
          const schedules = all([own]);
          const here = onCallAt(schedules, "primary", time).map(({ user_id }) => user_id);
          const notice = kind.notice * hour;
          const shifts = ownShifts(schedules, "primary", time, time + notice + 24 * hour);
          const since = new Map(here.map((user) => [user, time]));
          const pushes = duePushes({ shifts, known: rows, since, notice }, time);
          for (const { user_id, from } of [...pushes.began, ...pushes.noticed]) {
            const word = pushes.noticed.some((one) => one.user_id === user_id && one.from === from);
            const key = `${word ? "notice" : "began"} ${user_id} ${from}`;
            expect(keys.has(key)).toBe(false);
            keys.add(key);
          }
          for (const { user_id } of pushes.began) expect(here).toContain(user_id);
          for (const { user_id } of pushes.ended) expect(here).not.toContain(user_id);
          const gone = new Set<Known>([...pushes.ended, ...pushes.withdrawn, ...pushes.past]);
          const begun = new Set(pushes.began.map((one) => `${one.user_id} ${one.from}`));
          rows = [
            ...rows.filter((one) => !gone.has(one) && !begun.has(`${one.user_id} ${one.from}`)),
            ...pushes.began.map((one) => ({ ...one, began: true })),
            ...pushes.noticed.map(({ user_id, from, until }) => ({
              user_id,
              from,
              until,
              began: false,
              confirmed_at: null,
            })),
          ];
          const told = rows.filter(({ began }) => began).map(({ user_id }) => user_id);
          expect(new Set(told).size).toBe(told.length);
          for (const user of here) expect(told).toContain(user);
          expect(duePushes({ shifts, known: rows, since, notice }, time)).toMatchObject({
            began: [],
            noticed: [],
            ended: [],
            withdrawn: [],
          });
        }
      }),
      { seed: 20_261_126, numRuns: 60 },
    );
  });
});
