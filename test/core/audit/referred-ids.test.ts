import { expect, it } from "vitest";
import { referredIds } from "../../../src/core/audit/referred-ids.ts";

const id = "019e8f2e-0000-7000-8000-000000000001";

it("finds ids in fields before and after, alone and in lists", () => {
  const change = (from: unknown, to: unknown) => ({ field: "f", from, to });
  expect(
    referredIds({ changes: [change(null, id), change([id, "x"], 5), change({ id }, "Ada")] }),
  ).toEqual([id, id]);
  expect(referredIds({ changes: null })).toEqual([]);
});
