import { expect, test } from "vitest";
import { effectOf } from "../../../src/core/alerts/effect.ts";

test.each([
  ["opened", null, "opens an incident"],
  ["repeated", 4, "repeats incident #4"],
  ["duplicate", 4, "repeats incident #4"],
  ["resolved", 4, "resolves incident #4"],
  [
    "late resolve ignored (firing again)",
    4,
    "changes nothing: incident #4 began after this resolve",
  ],
  ["resolve without an open incident", null, "opens nothing: no incident is open for it"],
  ["acknowledged", 4, "acknowledges incident #4"],
  ["acknowledge without an open incident", null, "changes nothing: no incident is open for it"],
] as const)("%s", (verdict, number, effect) => {
  expect(effectOf(verdict, number)).toBe(effect);
});
