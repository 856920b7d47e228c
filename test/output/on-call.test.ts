import { describe, expect, test } from "vitest";
import type { ScheduleNow, Shift } from "../../src/api/on-call/schedules.ts";
import {
  onCallCsv,
  onCallText,
  shiftsCsv,
  shiftsText,
} from "../../src/ctl/output/report/on-call.ts";
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
  next_shift: null,
  ...more,
});

describe("schedules", () => {
  test("have a line each: who, until when, and who is next", () => {
    const text = onCallText(
      [
        schedule({
          on_call: [
            { ...person("Cyd"), until: monday, by: "n", confirmed_at: "2026-12-05T08:02:00Z" },
            { ...person("Ada"), until: null, by: "n", confirmed_at: null },
          ],
          next_shift: { people: [person("Bob"), person("Eve")], from: monday, until: monday },
        }),
        schedule({
          schedule_id: "n",
          on_call: [{ ...person("Cyd"), until: monday, by: "n", confirmed_at: null }],
          next_shift: { people: [], from: monday, until: monday },
        }),
        schedule({ schedule_id: "other" }),
      ],
      { names, now },
      style,
    );
    expect(text.split("\n").map((line) => line.trimEnd())).toEqual([
      "SCHEDULE  NOW       UNTIL            NEXT      FROM             ZONE           NOTE",
      "primary   Cyd, Ada  Mon 7 Dec 09:00  Bob, Eve  Mon 7 Dec 09:00  Europe/Berlin  Cyd here since Sat 5 Dec 09:02, Ada not confirmed, by nights",
      "nights    Cyd       Mon 7 Dec 09:00  nobody    Mon 7 Dec 09:00  Europe/Berlin  not confirmed",
      "other     nobody    -                -         -                Europe/Berlin",
      "",
    ]);
  });

  test("of another moment say nothing of answers", () => {
    const ada = { ...person("Ada"), until: monday, by: "p", confirmed_at: null };
    const about = { names, now, isOther: true };
    expect(onCallText([schedule({ on_call: [ada] })], about, style)).not.toContain("confirmed");
  });

  test("are CSV for programs: a line for each person on call, and for a gap", () => {
    const ada = { ...person("Ada"), until: monday, by: "p", confirmed_at: null };
    const next_shift = { people: [person("Bob"), person("Eve")], from: monday, until: monday };
    const text = onCallCsv(
      [
        schedule({ on_call: [ada, { ...ada, ...person("Cyd") }], next_shift }),
        schedule({ title: "x" }),
      ],
      { names, now },
    );
    expect(text.split("\r\n")).toEqual([
      "schedule_id,schedule,user_id,name,email,until,confirmed_at,next,from",
      `p,primary,Ada,Ada,ada@example.com,${monday},,"Bob, Eve",${monday}`,
      `p,primary,Cyd,Cyd,cyd@example.com,${monday},,"Bob, Eve",${monday}`,
      "p,primary,,,,,,,",
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
      { names, now },
      style,
    );
    expect(shiftsCsv([shift({ because: "cover" })], { names, now })).toBe(
      `schedule_id,schedule,user_id,name,from,until,because,by\r\np,primary,bob,Bob,${monday},2026-12-14T08:00:00Z,cover,p\r\n`,
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
