import { describe, expect, test } from "vitest";
import { isAsTheGroup, memberChanges, membersOf } from "../../../src/core/declare/plan-members.ts";

describe("members", () => {
  test("without fields of their own are addresses alone", () => {
    expect(membersOf(["ada@example.com"])).toEqual({
      members: ["ada@example.com"],
    });
    const { member_rules } = membersOf([{ email: "Bo@example.com", minimum_priority: 1 }]);
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
