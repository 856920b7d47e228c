import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hereText } from "../../../src/core/on-call/here-text.ts";
import { nextShiftOf } from "../../../src/core/on-call/next-shift.ts";
import { onCallAt } from "../../../src/core/on-call/on-call.ts";
import { all, officeHours, override, schedule, text, utc } from "../../support/schedules.ts";

const now = utc("2026-12-02 12:00");
const shown = (schedules: Parameters<typeof all>[0], at = now) => {
  const next = nextShiftOf(all(schedules), schedules[0]!.id, at);
  return next && [next.user_ids.join(), text(next.from), text(next.until)];
};

describe("the next shift", () => {
  it("is that of the next turn", () => {
    expect(shown([schedule("week")])).toEqual(["bob", "2026-12-07 08:00", "2026-12-14 08:00"]);
  });

  it("is that of the schedule itself while a fallback answers", () => {
    const days = schedule("days", {
      rotation: { people: ["dan"], everyone: true },
      ...officeHours,
      otherwise: "week",
    });
    const evening = utc("2026-12-02 18:00");
    expect(shown([days, schedule("week")], evening)).toEqual([
      "dan",
      "2026-12-03 08:00",
      "2026-12-03 16:00",
    ]);
  });

  it("has the people that come, until the first of them leaves", () => {
    const [from, until] = [utc("2026-12-03 08:00"), utc("2026-12-04 08:00")];
    const both = ["dan", "eve"].map((user_id, i) =>
      override({ id: user_id, mode: "join", user_id, from, until: until + i * 3_600_000 }),
    );
    expect(shown([schedule("week", { overrides: both })])).toEqual([
      "dan,eve",
      "2026-12-03 08:00",
      "2026-12-04 08:00",
    ]);
  });

  it("can be a gap, and its end can be out of sight", () => {
    const office = schedule("office", officeHours);
    expect(shown([office])).toEqual(["", "2026-12-02 16:00", "2026-12-03 08:00"]);
    expect(shown([office], utc("2026-12-02 18:00"))).toEqual([
      "ada",
      "2026-12-03 08:00",
      "2026-12-03 16:00",
    ]);
    const late = schedule("late", { rotation: { start: "2027-02-22", people: ["ada"] } });
    expect(shown([late])).toEqual(["ada", "2027-02-22 08:00", "2027-03-02 12:00"]);
  });

  it("is none of one person, nor after 90 days", () => {
    expect(shown([schedule("alone", { rotation: { people: ["ada"] } })])).toBeNull();
    const together = schedule("all", { rotation: { everyone: true, start: null } });
    expect(shown([together])).toBeNull();
    const late = schedule("late", { rotation: { start: "2027-06-01" } });
    expect(shown([late])).toBeNull();
  });

  it("begins with the first change to people that are not on call now, at any moment", () => {
    const hour = 3_600_000;
    const days = schedule("days", { ...officeHours, otherwise: "week" });
    const schedules = all([days, schedule("week", { rotation: { people: ["dan", "eve"] } })]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24 * 60 }), (hours) => {
        const at = now + hours * hour;
        const users = (when: number) => onCallAt(schedules, "days", when).map((one) => one.user_id);
        const next = nextShiftOf(schedules, "days", at)!;
        const present = users(at);
        for (const user of next.user_ids) expect(present).not.toContain(user);
        for (let when = at; when < next.from; when += hour)
          for (const user of users(when)) expect(present).toContain(user);
        expect(users(next.from)).toEqual(expect.arrayContaining([...next.user_ids]));
        expect(users(next.until)).not.toEqual(users(next.from));
      }),
      { seed: 20_261_126 },
    );
  });
});

it.each([
  [[], ""],
  [[{ name: "Ada", since: null }], "not confirmed"],
  [[{ name: "Ada", since: "09:02" }], "here since 09:02"],
  [
    [
      { name: "Ada", since: "09:02" },
      { name: "Bob", since: null },
    ],
    "Ada here since 09:02, Bob not confirmed",
  ],
  [
    [
      { name: "Ada", since: null },
      { name: "Bob", since: null },
    ],
    "not confirmed",
  ],
])("people that have answered are %j: %s", (people, expected) => {
  expect(hereText(people)).toBe(expected);
});
