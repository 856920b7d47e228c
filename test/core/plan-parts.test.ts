import { describe, expect, test } from "vitest";
import { circles } from "../../src/core/plan-escalation.ts";
import {
  isAsTheGroup,
  memberChanges,
  membersOf,
} from "../../src/core/plan-members.ts";

describe("circles of escalation", () => {
  test("that are stored and not declared here are nobody's fault, and those that are name their place", () => {
    expect(
      circles([
        { name: "a", escalate_to: "b", place: null },
        { name: "b", escalate_to: "a", place: null },
        { name: "c", escalate_to: "d", place: null },
        { name: "d", escalate_to: "c", place: "alert_groups[1]" },
      ]),
    ).toEqual([
      {
        field: "alert_groups[1].escalate_to",
        code: "cycle",
        message: 'leads back to where it began: "d" → "c" → "d"',
      },
    ]);
  });
});

describe("members", () => {
  test("without fields of their own are addresses alone", () => {
    expect(membersOf(["ada@example.com"])).toEqual({
      members: ["ada@example.com"],
    });
    const { member_rules } = membersOf([
      { email: "Bo@example.com", minimum_priority: 1 },
    ]);
    expect(member_rules?.["bo@example.com"]).toMatchObject({
      minimum_priority: 1,
      timezone: null,
    });
  });

  test("are told as the group says when they have nothing of their own", () => {
    expect(isAsTheGroup({})).toBe(true);
    expect(isAsTheGroup({ timezone: null })).toBe(true);
    expect(isAsTheGroup({ timezone: "UTC" })).toBe(false);
  });
});

test("what changes for a member is named by address and field", () => {
  const own = membersOf([{ email: "a@x.example", minimum_priority: 1 }]);
  const rules = own.member_rules!;
  expect(memberChanges({}, rules)).toEqual([
    { field: "members.a@x.example.minimum_priority", from: null, to: 1 },
  ]);
  expect(memberChanges(rules, rules)).toEqual([]);
});
