import { expect, test } from "vitest";
import { changedIn, countsOf, tooMany, tooManyFault } from "../../../src/core/declare/size.ts";

test.each([
  [{ webhook_monitors: 8000, health_check_monitors: 2000, alert_groups: 1 }, null],
  [{ webhook_monitors: 8001, health_check_monitors: 2000 }, "10001 monitors"],
  [{ users: 11_000 }, null],
  [{ users: 5000, alert_groups: 6001 }, "11001 resources"],
  [{}, null],
])("one apply takes ten thousand monitors with their groups and people: %o", (counts, excess) => {
  expect(tooMany(counts)?.count ?? null).toBe(excess);
});

test("any number may stay as they are", () => {
  const changes = (action: string, count: number) =>
    Array.from({ length: count }, () => ({ kind: "webhook_monitors" as const, action }));
  const counts = changedIn([...changes("delete", 10_000), ...changes("unchanged", 5000)]);
  expect(tooManyFault(counts, "changes", "apply")).toBeNull();
  expect(tooManyFault({ ...counts, health_check_monitors: 1 }, "changes", "apply")).toEqual({
    field: "",
    code: "too_many_changes",
    message:
      "changes 10001 monitors, and one apply takes 10000: divide them between several projects",
  });
});

test("lists of known kinds alone are counted", () => {
  expect(countsOf({ users: [1, 2], alert_groups: "none", others: [1] })).toEqual({ users: 2 });
});
