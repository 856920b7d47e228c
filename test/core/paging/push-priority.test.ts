import { describe, expect, it } from "vitest";
import { pushPriority } from "../../../src/core/paging/push-priority.ts";

describe("pushPriority", () => {
  it.each([
    [1, 5],
    [2, 4],
    [3, 3],
  ] as const)("a page of priority level %i wakes as ntfy's %i", (priority_level, expected) => {
    expect(pushPriority("opened", { priority_level }, "normal")).toBe(expected);
  });

  it.each([
    [1, 3],
    [2, 3],
    [3, 3],
  ] as const)(
    "a recovery of priority level %i is no louder than ntfy's %i, so that it rings through no Do Not Disturb",
    (priority_level, expected) => {
      expect(pushPriority("recovered", { priority_level }, "normal")).toBe(expected);
    },
  );

  it("a handover is no louder than news", () => {
    expect(
      [1, 2, 3].map((priority_level) => pushPriority("handed_over", { priority_level }, "same")),
    ).toEqual([3, 3, 3]);
  });

  it("a recovery is as loud as its page when the group says so", () => {
    expect(pushPriority("recovered", { priority_level: 1 }, "same")).toBe(5);
  });

  it("a recovery makes no sound when the group says so", () => {
    expect(pushPriority("recovered", { priority_level: 1 }, "low")).toBe(2);
  });

  it("an acknowledgement makes no sound, whatever the group says of recoveries", () => {
    expect(pushPriority("acknowledged", { priority_level: 1 }, "same")).toBe(2);
  });
});
