import { describe, expect, test } from "vitest";
import type { ScheduleNow, Shift } from "../../src/api/on-call/schedules.ts";
import { onCallText, shiftsText } from "../../src/ctl/output/report/on-call.ts";
import { styleOf } from "../../src/ctl/output/style.ts";

const style = styleOf({ color: false, ascii: false });
const now = Date.parse("2026-12-05T10:00:00Z");
const names = new Map([
  ["p", "primary"],
  ["n", "nights"],
]);
const person = (name: string) => ({
  user_id: name,
  email: `${name.toLowerCase()}@example.com`,
  name,
});
const monday = "2026-12-07T08:00:00Z";
const schedule = (more: Partial<ScheduleNow>): ScheduleNow => ({
  schedule_id: "p",
  external_id: "primary",
  title: "Primary",
  timezone: "Europe/Berlin",
  on_call: [],
  next: null,
  ...more,
});

describe("schedules", () => {
  test("have a line each: who, until when, and who is next", () => {
    const text = onCallText(
      [
        schedule({
          on_call: [
            { ...person("Cyd"), until: monday, by: "n" },
            { ...person("Ada"), until: null, by: "n" },
          ],
          next: { ...person("Bob"), from: monday },
        }),
        schedule({ schedule_id: "n" }),
        schedule({ schedule_id: "other" }),
      ],
      names,
      now,
      style,
    );
    expect(text.split("\n").map((line) => line.trimEnd())).toEqual([
      "SCHEDULE  NOW       UNTIL            NEXT  FROM             ZONE",
      "primary   Cyd, Ada  Mon 7 Dec 09:00  Bob   Mon 7 Dec 09:00  Europe/Berlin  by nights",
      "nights    nobody    -                -     -                Europe/Berlin",
      "other     nobody    -                -     -                Europe/Berlin",
      "",
    ]);
  });

  test("have shifts, with the reason of those that are none of the turns", () => {
    const shift = (more: Partial<Shift>): Shift => ({
      schedule_id: "p",
      user_id: "bob",
      name: "Bob",
      from: monday,
      until: "2026-12-14T08:00:00Z",
      by: "p",
      because: "turn",
      override_id: null,
      instead_of_user_id: null,
      ...more,
    });
    const text = shiftsText(
      [
        shift({}),
        shift({ because: "cover", by: "n" }),
        shift({ name: null, because: "everyone", by: "other" }),
        shift({ user_id: null, name: null, by: null, because: null }),
      ],
      { id: "p", timezone: "Europe/Berlin" },
      names,
      now,
      style,
    );
    expect(text.split("\n").map((line) => line.trimEnd())).toEqual([
      "FROM             UNTIL             PERSON",
      "Mon 7 Dec 09:00  Mon 14 Dec 09:00  Bob",
      "Mon 7 Dec 09:00  Mon 14 Dec 09:00  Bob     cover, by nights",
      "Mon 7 Dec 09:00  Mon 14 Dec 09:00  bob     by other",
      "Mon 7 Dec 09:00  Mon 14 Dec 09:00  nobody",
      "",
    ]);
  });
});
