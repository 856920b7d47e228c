import { expect, test } from "vitest";
import { guidanceOf } from "../../../src/core/incident/guidance.ts";

const group = { description: "All shops.", runbook_url: "https://wiki.example.com/shops" };

test.each([
  [
    "a monitor without its own has that of its group",
    { description: null, runbook_url: null },
    group,
  ],
  [
    "each part of a monitor replaces that of its group",
    { description: "The till.", runbook_url: null },
    { description: "The till.", runbook_url: group.runbook_url },
  ],
])("%s", (_, monitor, expected) => expect(guidanceOf(monitor, group)).toEqual(expected));

test("without a group and a monitor there is none", () => {
  expect(guidanceOf(null, undefined)).toEqual({ description: null, runbook_url: null });
});
