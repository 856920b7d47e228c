import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  escalationOf,
  remindersOf,
  escalatingTo,
  stepsOf,
  type Escalation,
  type EscalationRules,
  type Paging,
} from "../../../src/core/paging/escalation.ts";
import { night } from "../../support/builders.ts";

const minute = 60_000;
const open = { status: "open", acknowledged_at: null } as const;
const acknowledged = {
  status: "acknowledged",
  acknowledged_at: night,
} as const;
const resolved = { status: "resolved", acknowledged_at: night } as const;
const rules = (more: Partial<EscalationRules> = {}): EscalationRules => ({
  repeat_minutes: 5,
  repeat_limit: 12,
  escalate_to: null,
  escalate_after_minutes: null,
  acknowledge_for_minutes: null,
  ...more,
});
const paging = (more: Partial<Paging> = {}): Paging => ({
  since: night,
  paged_at: night,
  round: 0,
  steps: 0,
  ...more,
});
const steps = [
  { to: "leads", after_minutes: 15 },
  { to: "bosses", after_minutes: 30 },
];
/** `repeat 3`, `leads 1`, `expired` */
const said = (due: Escalation[]) =>
  due.map((one) =>
    one.kind === "repeat"
      ? `repeat ${one.round}`
      : one.kind === "escalate"
        ? `${one.to} ${one.step}`
        : "expired",
  );

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

describe("an incident that nobody acknowledged", () => {
  // minutes since, paging, rules, what is due, minutes until the next
  test.each<[number, Partial<Paging>, Partial<EscalationRules>, string[], number | null]>([
    [0, {}, {}, [], 5],
    [4.99, {}, {}, [], 5],
    [5, {}, {}, ["repeat 1"], 10],
    [5, { round: 1 }, {}, [], 10],
    [10, { round: 1 }, {}, ["repeat 2"], 15],
    // The daemon was away: one page, not four, and it counts once.
    [27, { round: 1 }, {}, ["repeat 2"], 30],
    [60, { round: 11 }, {}, ["repeat 12"], null],
    [60, { round: 12 }, {}, [], null],
    [600, { round: 3 }, {}, ["repeat 4"], 605],
    [600, { round: 11 }, {}, ["repeat 12"], null],
    [600, { round: 12 }, {}, [], null],
    [600, {}, { repeat_minutes: null }, [], null],
    [600, {}, { repeat_minutes: 0 }, [], null],
    [600, {}, { repeat_limit: 0 }, [], null],
    // Held until the contact hours begin: nothing was said, so nothing is repeated.
    [600, { paged_at: null }, {}, [], null],
    [62, { paged_at: night + 60 * minute }, {}, [], 65],
    // The clock was set back.
    [-30, { round: 2 }, {}, [], 15],
  ])("after %d minutes, with %j and %j: %j", (after, at, more, due, next) => {
    const found = escalationOf(open, rules(more), [], paging(at), night + after * minute);
    expect(said(found.due)).toEqual(due);
    expect(found.next_at).toBe(next === null ? null : night + next * minute);
  });

  test.each<[number, Partial<Paging>, string[], number | null]>([
    [14, {}, [], 15],
    [15, {}, ["leads 1"], 45],
    [15, { steps: 1 }, [], 45],
    [45, { steps: 1 }, ["bosses 2"], null],
    [45, { steps: 2 }, [], null],
    // Whoever should have been paged is, however late.
    [500, {}, ["leads 1", "bosses 2"], null],
    // Others may have contact hours where the group has none.
    [15, { paged_at: null }, ["leads 1"], 45],
  ])("escalates after %d minutes, with %j: %j", (after, at, due, next) => {
    const found = escalationOf(
      open,
      rules({ repeat_minutes: null }),
      steps,
      paging(at),
      night + after * minute,
    );
    expect(said(found.due)).toEqual(due);
    expect(found.next_at).toBe(next === null ? null : night + next * minute);
  });

  test("is repeated and escalated in one go", () => {
    const found = escalationOf(open, rules(), steps, paging({ round: 2 }), night + 15 * minute);
    expect(said(found.due)).toEqual(["repeat 3", "leads 1"]);
    expect(found.next_at).toBe(night + 20 * minute);
  });
});

describe("an incident that somebody acknowledged", () => {
  test.each<[number, number | null, string[], number | null]>([
    [1000, null, [], null],
    [59, 60, [], 60],
    [60, 60, ["expired"], null],
    [600, 60, ["expired"], null],
  ])("after %d minutes, for %j: %j", (after, lasts, due, next) => {
    const found = escalationOf(
      acknowledged,
      rules({ acknowledge_for_minutes: lasts }),
      steps,
      paging(),
      night + after * minute,
    );
    expect(said(found.due)).toEqual(due);
    expect(found.next_at).toBe(next === null ? null : night + next * minute);
  });

  test("at a time that nobody knows stays so", () => {
    expect(
      escalationOf(
        { status: "acknowledged", acknowledged_at: null },
        rules({ acknowledge_for_minutes: 1 }),
        steps,
        paging(),
        night + 600 * minute,
      ),
    ).toEqual({ due: [], next_at: null });
  });
});

test("a resolved incident pages nobody", () => {
  expect(escalationOf(resolved, rules(), steps, paging(), night + 600 * minute)).toEqual({
    due: [],
    next_at: null,
  });
});

test("whoever looks only when told to misses nothing, and does nothing twice", () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 1, max: 60 })),
      fc.integer({ min: 0, max: 20 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 4 }),
      (repeat_minutes, repeat_limit, waits) => {
        const rule = rules({ repeat_minutes, repeat_limit });
        const path = waits.map((after_minutes, i) => ({
          to: `g${i}`,
          after_minutes,
        }));
        const state = paging();
        const done: string[] = [];
        let now: number | null = night;
        while (now !== null) {
          const { due, next_at } = escalationOf(open, rule, path, state, now);
          for (const one of due) {
            if (one.kind === "repeat") state.round = one.round;
            if (one.kind === "escalate") state.steps = one.step;
          }
          done.push(...said(due));
          expect(escalationOf(open, rule, path, state, now).due).toEqual([]);
          if (next_at !== null) expect(next_at).toBeGreaterThan(now);
          now = next_at;
        }
        const rounds = repeat_minutes === null ? 0 : repeat_limit;
        expect(done.filter((one) => one.startsWith("repeat"))).toEqual(
          Array.from({ length: rounds }, (_, i) => `repeat ${i + 1}`),
        );
        expect(done.filter((one) => one.startsWith("g"))).toEqual(
          path.map(({ to }, i) => `${to} ${i + 1}`),
        );
      },
    ),
  );
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
