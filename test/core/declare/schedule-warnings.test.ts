import { describe, expect, it } from "vitest";
import {
  scheduleWarningsOf,
  type DeclaredGroup,
} from "../../../src/core/declare/schedule-warnings.ts";
import type { Schedule } from "../../../src/core/on-call/on-call.ts";
import { schedule, utc } from "../../support/schedules.ts";

const at = utc("2026-12-01 12:00");
const office = { contact_hours_from: "09:00:00", contact_hours_to: "17:00:00" };
const group = (external_id: string, fields: object): DeclaredGroup => ({
  external_id,
  fields: { ...fields },
});
const warnings = (
  schedules: Schedule[],
  groups: DeclaredGroup[],
  verified = ["ada", "bob", "cyd", "dan"],
  others: DeclaredGroup[] = [],
) => {
  const targets = new Map([...groups, ...others].map((one) => [one.external_id, one.fields]));
  const steps = scheduleWarningsOf(
    groups,
    targets,
    {
      all: { byId: new Map(schedules.map((one) => [one.id, one])), absences: [] },
      idOf: (name) => name,
      nameOf: (user) => user.toUpperCase(),
      emailOf: (user) => `${user}@example.com`,
      isVerified: (user) => verified.includes(user),
    },
    at,
  );
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

describe("warnings about the schedules of groups", () => {
  it("are none when somebody is on call at all times, and somebody is next", () => {
    const groups = [
      group("oncall", { schedules: ["week"], escalate_to: "backup" }),
      group("backup", { schedules: [{ schedule: "week", turn: "next" }] }),
    ];
    expect(warnings([schedule("week")], groups)).toEqual([]);
  });

  it("name the times without a person, unless a member of the group is there", () => {
    const hours = schedule("week", office);
    expect(warnings([hours], [group("oncall", { schedules: ["week"] })])).toEqual([
      'schedule "week" has nobody on call every day 17:00–09:00 (Europe/Berlin)',
    ]);
    const beside = { schedules: ["week"], members: ["boss@example.com"] };
    expect(warnings([hours], [group("oncall", beside)])).toEqual([]);
    const covered = [
      schedule("week", { ...office, otherwise: "nights" }),
      schedule("nights", { rotation: { start: null } }),
    ];
    expect(warnings(covered, [group("oncall", { schedules: ["week"] })])).toEqual([]);
  });

  it("name the times without a next person, where a group pages that one", () => {
    const single = schedule("week", { rotation: { people: ["ada"], start: null } });
    const next = group("backup", { schedules: [{ schedule: "week", turn: "next" }] });
    expect(warnings([single], [next]).join("\n")).toMatch(/has nobody who is next/);
    const now = group("oncall", { schedules: [{ schedule: "week", turn: null }] });
    expect(warnings([single], [now]).join("\n")).not.toMatch(/next/);
  });

  it("name people on call for more than two weeks", () => {
    const months = schedule("week", { rotation: { handoff_every: 4 } });
    expect(warnings([months], [group("oncall", { schedules: ["week"] })])[0]).toBe(
      'schedule "week" has ADA on call for 28 days in a row, and 4 more times',
    );
  });

  it("name people whose phones have answered no test, with their first shift", () => {
    expect(
      warnings([schedule("week")], [group("oncall", { schedules: ["week"] })], ["bob"]),
    ).toEqual([
      'schedule "week" has people on call whose phones have answered no test: ADA (now), CYD (Mon 14 Dec 09:00)',
    ]);
  });

  it("name people to whom their own incidents would escalate", () => {
    const groups = [
      group("oncall", { schedules: ["week"], escalate_to: "leads" }),
      group("other", { schedules: [{ schedule: "week", turn: "next" }], escalate_to: "leads" }),
    ];
    const leads = group("leads", { members: ["Ada@Example.com", "lea@example.com"] });
    expect(warnings([schedule("week")], groups, undefined, [leads])).toEqual([
      'alert group "oncall" escalates to "leads", to people who can be on call in it already: ada@example.com',
    ]);
    const gone = group("oncall", { schedules: ["week"], escalate_to: "gone" });
    expect(warnings([schedule("week")], [gone])).toEqual([]);
  });

  it("leave a schedule alone that nobody declares", () => {
    expect(warnings([], [group("oncall", { schedules: ["gone"] })])).toEqual([]);
    expect(
      warnings([{ ...schedule("week"), versions: [] }], [group("oncall", { schedules: ["week"] })]),
    ).toEqual([]);
  });
});
