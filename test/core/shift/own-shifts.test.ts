import { describe, expect, it } from "vitest";
import { handoffAt } from "../../../src/core/shift/handoff.ts";
import { closedIn, ownShifts } from "../../../src/core/shift/own-shifts.ts";
import { all, officeHours, override, schedule, text, utc } from "../../support/schedules.ts";

const listed = (schedules: ReturnType<typeof all>, from: string, until: string) =>
  ownShifts(schedules, "primary", utc(from), utc(until)).map(
    (one) => `${one.user_id} ${text(one.from)} to ${text(one.until)}`,
  );

describe("the shifts of a schedule's own people", () => {
  it("are its turns", () => {
    expect(listed(all([schedule("primary")]), "2026-12-02 12:00", "2026-12-15 12:00")).toEqual([
      "ada 2026-12-02 12:00 to 2026-12-07 08:00",
      "bob 2026-12-07 08:00 to 2026-12-14 08:00",
      "cyd 2026-12-14 08:00 to null",
    ]);
  });

  it("go on over nights and weekends in which the schedule does not count, and end with its last hour", () => {
    const days = all([schedule("primary", officeHours)]);
    expect(listed(days, "2026-12-02 12:00", "2026-12-15 12:00")).toEqual([
      "ada 2026-12-02 12:00 to 2026-12-04 16:00",
      "bob 2026-12-07 08:00 to 2026-12-11 16:00",
      "cyd 2026-12-14 08:00 to null",
    ]);
  });

  it("of everyone by day never end", () => {
    const days = all([schedule("primary", { ...officeHours, rotation: { everyone: true } })]);
    expect(listed(days, "2026-12-04 20:00", "2026-12-15 12:00")).toEqual(
      ["ada", "bob", "cyd"].map((user) => `${user} 2026-12-07 08:00 to null`),
    );
  });

  it("are none of those of its fallback", () => {
    const primary = schedule("primary", { ...officeHours, otherwise: "nights" });
    const nights = schedule("nights", { rotation: { people: ["dan"] } });
    expect(listed(all([primary, nights]), "2026-12-04 15:00", "2026-12-07 12:00")).toEqual([
      "ada 2026-12-04 15:00 to 2026-12-04 16:00",
      "bob 2026-12-07 08:00 to null",
    ]);
  });

  it("are parted by a time with nobody", () => {
    const away = {
      id: "a",
      user_id: "ada",
      from: utc("2026-12-03 00:00"),
      until: utc("2026-12-05 00:00"),
      inserted_at: 0,
    };
    const alone = all([schedule("primary", { rotation: { people: ["ada"] } })], [away]);
    expect(listed(alone, "2026-12-02 12:00", "2026-12-06 12:00")).toEqual([
      "ada 2026-12-02 12:00 to 2026-12-03 00:00",
      "ada 2026-12-05 00:00 to null",
    ]);
  });

  it("are none of a schedule that has not begun, which is not closed by its hours", () => {
    const primary = all([schedule("primary", officeHours)]);
    expect(listed(primary, "2026-11-28 12:00", "2026-11-29 12:00")).toEqual([]);
    expect(closedIn(primary, "primary")(utc("2026-11-28 12:00"))).toBe(false);
  });
});

describe("a handoff", () => {
  const names = { user_id: "bob", from: utc("2026-12-07 08:00") };

  it("has the one before, and the one after", () => {
    const handoff = handoffAt(all([schedule("primary")]), "primary", names.from);
    expect(handoff.around(names)).toEqual({ before: ["ada"], beside: [], after: ["cyd"] });
    expect(handoff.heirs).toEqual(["bob"]);
    expect(text(handoff.endOf(names))).toBe("2026-12-14 08:00");
  });

  it("after a weekend, too", () => {
    const days = all([schedule("primary", officeHours)]);
    const handoff = handoffAt(days, "primary", names.from);
    expect(handoff.around(names).before).toEqual(["ada"]);
  });

  it("has those beside who were there before", () => {
    const { from } = names;
    const joins = override({ mode: "join", user_id: "eve", from, until: from + 3_600_000 });
    const handoff = handoffAt(all([schedule("primary", { overrides: [joins] })]), "primary", from);
    expect(handoff.around({ user_id: "eve", from })).toMatchObject({
      before: [],
      beside: ["bob"],
      after: ["cyd"],
    });
  });

  it("is left to the next of its own people while the schedule does not count", () => {
    const handoff = handoffAt(
      all([schedule("primary", officeHours)]),
      "primary",
      utc("2026-12-04 16:00"),
    );
    expect([handoff.heirs, text(handoff.heirsFrom)]).toEqual([["bob"], "2026-12-07 08:00"]);
  });

  it("goes back to the one before in the evening of a take", () => {
    const at = utc("2026-12-09 17:00");
    const takes = override({ from: at - 3_600_000, until: at });
    const handoff = handoffAt(all([schedule("primary", { overrides: [takes] })]), "primary", at);
    expect(handoff.peopleAt(at - 1)).toEqual(["cyd"]);
    expect(handoff.around({ user_id: "bob", from: at }).before).toEqual(["cyd"]);
  });

  it("is left to the fallback, or to nobody", () => {
    const primary = schedule("primary", { ...officeHours, otherwise: "nights" });
    const nights = schedule("nights", { rotation: { people: ["dan"] } });
    const friday = utc("2026-12-04 16:00");
    expect(handoffAt(all([primary, nights]), "primary", friday)).toMatchObject({
      heirs: ["dan"],
      heirsFrom: null,
    });
    const unbegun = handoffAt(all([schedule("primary")]), "primary", utc("2026-11-28 12:00"));
    expect(unbegun.heirs).toEqual([]);
    expect(unbegun.endOf({ ...names, user_id: "dan" })).toBe(null);
    expect(unbegun.around({ ...names, from: 0 })).toEqual({ before: [], beside: [], after: [] });
  });
});
