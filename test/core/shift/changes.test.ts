import { describe, expect, it } from "vitest";
import { changesSince, knownSchedule } from "../../../src/core/shift/changes.ts";
import { all, officeHours, override, schedule, text, utc } from "../../support/schedules.ts";

const now = utc("2026-12-09 12:00");
const listed = (before: ReturnType<typeof all> | null, after: ReturnType<typeof all>) =>
  changesSince(before && knownSchedule(before, "primary"), after, "primary", now).map(
    ({ user_id, added, removed }) =>
      [
        user_id,
        ...added.map((one) => `+ ${text(one.from)} to ${text(one.until)}`),
        ...removed.map((one) => `- ${text(one.from)} to ${text(one.until)}`),
      ].join(" "),
  );
const base = all([schedule("primary")]);

describe("the changes of the next eight weeks", () => {
  it("are none where nothing changed", () => {
    expect(listed(base, base)).toEqual([]);
    // As it is stored.
    const stored = JSON.parse(JSON.stringify(knownSchedule(base, "primary")));
    expect(changesSince(stored, base, "primary", now)).toEqual([]);
  });

  it("are all shifts to come of a new schedule", () => {
    expect(listed(null, base)[1]).toBe(
      "cyd + 2026-12-14 08:00 to 2026-12-21 08:00 + 2027-01-04 08:00 to 2027-01-11 08:00 + 2027-01-25 08:00 to 2027-02-01 08:00",
    );
  });

  it("are all shifts to come of a person that was removed", () => {
    const without = all([schedule("primary", { rotation: { people: ["ada", "bob"] } })]);
    expect(listed(base, without).find((line) => line.startsWith("cyd"))).toBe(
      "cyd - 2026-12-14 08:00 to 2026-12-21 08:00 - 2027-01-04 08:00 to 2027-01-11 08:00 - 2027-01-25 08:00 to 2027-02-01 08:00",
    );
  });

  it("are a cover's for both", () => {
    const covers = override({
      mode: "cover",
      user_id: "ada",
      instead_of_user_id: "cyd",
      from: utc("2026-12-15 08:00"),
      until: utc("2026-12-16 08:00"),
    });
    expect(listed(base, all([schedule("primary", { overrides: [covers] })]))).toEqual([
      "cyd - 2026-12-15 08:00 to 2026-12-16 08:00",
      "ada + 2026-12-15 08:00 to 2026-12-16 08:00",
    ]);
  });

  it("leave out what is under way: the push of the handoff says it", () => {
    const takes = override({ from: now - 1, until: utc("2026-12-11 08:00") });
    expect(listed(base, all([schedule("primary", { overrides: [takes] })]))).toEqual([]);
  });

  it("are those of a person of the fallback who is covered", () => {
    const nights = schedule("nights", { rotation: { people: ["dan"] } });
    const primary = { ...officeHours, otherwise: "nights" };
    const covers = override({
      mode: "cover",
      user_id: "ada",
      instead_of_user_id: "dan",
      from: utc("2026-12-12 08:00"),
      until: utc("2026-12-12 20:00"),
    });
    expect(
      listed(
        all([schedule("primary", primary), nights]),
        all([schedule("primary", { ...primary, overrides: [covers] }), nights]),
      ),
    ).toEqual(["ada + 2026-12-12 08:00 to 2026-12-12 20:00"]);
  });
});
