import { describe, expect, test } from "vitest";
import { priorityOf } from "../../../src/core/paging/priority.ts";

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
