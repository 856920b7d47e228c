import { describe, expect, test } from "vitest";
import { gapsOf, spokenGaps } from "../../../src/core/paging/coverage.ts";
import type { ContactRules } from "../../../src/core/hours/contact-hours.ts";
import { night } from "../../support/builders.ts";

const all = [0, 1, 2, 3, 4, 5, 6];
const rules = (with_: Partial<ContactRules> = {}): ContactRules => ({
  timezone: "UTC",
  contact_hours_all_day: false,
  contact_hours_from: "08:00:00",
  contact_hours_to: "18:00:00",
  contact_days: all,
  ...with_,
});
const said = (of: ContactRules[], zone = "UTC", most?: number) =>
  spokenGaps(gapsOf(of, night), zone, most);

describe("the hours in which nobody is told", () => {
  test("are none when somebody always is, or nobody has hours at all", () => {
    expect(gapsOf([rules({ contact_hours_all_day: true })], night)).toEqual([]);
    expect(gapsOf([], night)).toEqual([]);
    const nights = rules({
      contact_hours_from: "18:00:00",
      contact_hours_to: "08:00:00",
    });
    expect(gapsOf([rules(), nights], night)).toEqual([]);
  });

  test("are named by day and time", () => {
    expect(said([rules()])).toBe("every day 18:00–08:00");
    expect(said([rules({ contact_days: [1, 2, 3, 4, 5] })])).toBe(
      "Mon, Tue, Wed, Thu 18:00–08:00; Fri 18:00 to Mon 08:00",
    );
    expect(said([rules()], "Asia/Tokyo")).toBe("every day 03:00–17:00");
  });

  test("are what the hours of all leave", () => {
    const late = rules({
      contact_hours_from: "17:00:00",
      contact_hours_to: "22:00:00",
    });
    expect(said([rules(), late])).toBe("every day 22:00–08:00");
  });

  test("that are of many kinds are counted", () => {
    const odd = all.map((day) =>
      rules({
        contact_days: [day],
        contact_hours_to: `1${day}:00:00`,
      }),
    );
    expect(said(odd, "UTC", 2)).toMatch(/^\S.*; and 5 more$/);
  });
});
