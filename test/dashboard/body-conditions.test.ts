import { expect, test } from "vitest";
import { readConditions } from "../../src/http/site/body-conditions.ts";

test("a quote that does not end stays in the pointer, for the API to refuse", () => {
  expect(readConditions('" exists\n"/a b" exists')).toEqual([
    { pointer: '"', comparison: "exists" },
    { pointer: "/a b", comparison: "exists" },
  ]);
});

test("a form full of conditions is read no further than it takes to refuse it", () => {
  expect(readConditions('" exists\n'.repeat(29_000))).toHaveLength(100);
});
