import { expect, test } from "vitest";
import { fieldChanges } from "../../../src/core/declare/field-changes.ts";

const changed = (from: unknown, to: unknown) =>
  fieldChanges("alert_groups", { webhook_secret: from }, { webhook_secret: to });

test("the secret of a webhook never appears, only that it changed", () => {
  const field = "webhook_secret";
  expect(changed("a", "a")).toEqual([]);
  expect(changed("a", "b")).toEqual([{ field, from: "***", to: "(secret, changed)" }]);
  expect(changed(null, "b")).toEqual([{ field, from: null, to: "***" }]);
  expect(changed("a", null)).toEqual([{ field, from: "***", to: null }]);
  expect(fieldChanges("alert_groups", null, { webhook_secret: "b" })).toEqual([
    { field, from: null, to: "***" },
  ]);
});
