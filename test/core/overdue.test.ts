import { expect, test } from "vitest";
import { overdueText, stillOverdue } from "../../src/core/status/overdue.ts";

const none = { deadlines: [], pages: [], handoffs: [], lanes: [], unpaged: [] };

test("only what both looks find counts", () => {
  const before = { ...none, deadlines: ["a", "b"], lanes: ["ntfy"] };
  const now = { ...none, deadlines: ["b", "c"], unpaged: ["i/d"] };
  expect(stillOverdue(before, now)).toEqual({ ...none, deadlines: ["b"] });
});

test("the sentence has each kind with its number", () => {
  expect(overdueText(none)).toBe(null);
  expect(overdueText({ ...none, deadlines: ["a"], pages: ["b"] })).toMatch(
    /^Minutes overdue, and done now: 1 deadline, 1 reminder or escalation\./,
  );
  expect(
    overdueText({ ...none, pages: ["a", "b"], handoffs: ["c"], lanes: ["d", "e"], unpaged: ["f"] }),
  ).toMatch(/: 2 reminders or escalations, 1 handoff, pushes to 2 push servers, 1 page\./);
});
