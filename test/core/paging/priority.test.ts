import { describe, expect, test } from "vitest";
import { changePriority, priorityNow, priorityOf } from "../../../src/core/paging/priority.ts";
import { alertGroup, incident } from "../../support/builders.ts";

const group = {
  priority_level: 2,
  severity_priorities: { Critical: 1, info: 3, "very bad": 1 },
};

describe("the priority of an incident", () => {
  test.each([
    ["critical", 1],
    ["CRITICAL", 1],
    ["Info", 3],
    ["very bad", 1],
    ["warning", 2],
    ["toString", 2],
    [null, 2],
  ])("of severity %s is %i where the group maps it, else that of the group", (severity, level) => {
    expect(priorityOf(group, severity)).toBe(level);
  });

  test("is that of a group that maps no severity", () => {
    expect(priorityOf({ priority_level: 3, severity_priorities: null }, "critical")).toBe(3);
  });
});

describe("the priority of an incident that is open", () => {
  const mapped = alertGroup({ priority_level: 3, severity_priorities: { critical: 1 } });

  test("is what its group's rules say of its severity now", () => {
    expect(priorityNow(mapped, incident({ details: { severity: "critical" } }))).toBe(1);
    expect(priorityNow(mapped, incident({ details: { severity: 7 } }))).toBe(3);
  });

  test("changes with a line in the timeline, for unsent pages too when it is raised", () => {
    const changed = (priority_level: number) =>
      changePriority(incident({ priority_level }), alertGroup({ priority_level: 2 }));
    expect(changed(2)).toEqual([]);
    expect(changed(3)).toMatchObject([
      { kind: "incident", set: { priority_level: 2 } },
      {
        entry: "priority_changed",
        text: 'Priority raised from 3 to 2, as "On call" has it now.',
      },
      { kind: "priority-raised" },
    ]);
    expect(changed(1)).toMatchObject([
      { kind: "incident" },
      { text: expect.stringMatching(/^Priority lowered from 1 to 2/) },
    ]);
  });
});
