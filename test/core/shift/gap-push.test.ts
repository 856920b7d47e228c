import { describe, expect, it } from "vitest";
import type { KnownGap } from "../../../src/core/model/model.ts";
import { gapPushes } from "../../../src/core/shift/gap-push.ts";
import { all, officeHours, schedule, text, utc } from "../../support/schedules.ts";

const now = utc("2026-12-07 12:00");
const day = 86_400_000;
const away = (from: string, until: string) => ({
  id: from,
  user_id: "ada",
  from: utc(from),
  until: utc(until),
  inserted_at: 0,
});
const alone = (...absences: ReturnType<typeof away>[]) =>
  all([schedule("primary", { rotation: { people: ["ada"] } })], absences);
const pushed = (
  schedules: ReturnType<typeof all>,
  known: readonly KnownGap[] = [],
  { at = now, since = null as number | null } = {},
) => gapPushes(schedules, "primary", known, { timezone: "Europe/Berlin", since }, at);

describe("a gap", () => {
  const schedules = alone(away("2026-12-11 17:00", "2026-12-11 19:00"));
  const from = utc("2026-12-11 17:00");

  it("is pushed in the week before it, and when it begins, once each", () => {
    const first = pushed(schedules);
    expect(first).toEqual({
      due: [{ from, until: utc("2026-12-11 19:00"), times: 1 }],
      known: [{ times: "18:00–20:00", from, began: false }],
      next_at: from,
    });
    expect(pushed(schedules, first.known)).toEqual({ ...first, due: [] });
    const begun = pushed(schedules, first.known, { at: from, since: from });
    expect(begun).toMatchObject({ due: [{ from }], known: [{ began: true }], next_at: null });
    const later = pushed(schedules, begun.known, { at: from + 1, since: from });
    expect(later).toEqual({ ...begun, due: [] });
    expect(pushed(schedules, later.known, { at: from + day }).known).toEqual([]);
  });

  it("is not pushed earlier than a week before", () => {
    expect(pushed(schedules, [], { at: from - 7 * day }).due).toEqual([]);
  });

  it("that has begun is pushed once", () => {
    const { due, known } = pushed(schedules, [], { at: from + 1, since: from });
    expect(due).toMatchObject([{ from }]);
    expect(known).toMatchObject([{ began: true }]);
  });

  it("is none before the first turn", () => {
    expect(pushed(alone(), [], { at: utc("2026-11-26 12:00") }).due).toEqual([]);
  });

  it("can have no end", () => {
    const [gap] = pushed(alone(away("2026-12-11 17:00", "2036-12-11 17:00"))).due;
    expect(text(gap!.from)).toBe("2026-12-11 17:00");
    const none = all([schedule("primary", { rotation: { everyone: true, people: [] } })]);
    expect(pushed(none).known).toMatchObject([{ times: "Mon 13:00–" }]);
  });
});

describe("gaps that come back", () => {
  it("are one, which is not pushed at its beginning", () => {
    const { due, known, next_at } = pushed(
      all([schedule("primary", { contact_hours_from: "00:00:00", contact_hours_to: "23:00:00" })]),
    );
    expect(due).toMatchObject([{ times: 7 }]);
    expect(known).toMatchObject([{ times: "23:00–00:00", began: true }]);
    expect(next_at).toBe(null);
  });

  it("of nights and weekends are two", () => {
    const { due, known } = pushed(all([schedule("primary", officeHours)]));
    expect(due.map(({ times }) => times)).toEqual([4, 1]);
    expect(known.map(({ times }) => times)).toEqual(["17:00–09:00", "Fri 17:00–Mon 09:00"]);
    const weeks = pushed(all([schedule("primary", officeHours)]), known, { at: now + 7 * day });
    expect(weeks.due).toEqual([]);
    expect(weeks.known.map(({ from }) => from)).toEqual(known.map(({ from }) => from));
  });

  it("in the next week are the one of this week", () => {
    const twice = alone(
      away("2026-12-11 17:00", "2026-12-11 19:00"),
      away("2026-12-18 17:00", "2026-12-18 19:00"),
    );
    const { known } = pushed(twice);
    const next = pushed(twice, known, { at: now + 5 * day });
    expect(next).toMatchObject({ due: [], next_at: null });
  });
});
