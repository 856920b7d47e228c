/** What another mapping changes of a delivery. */
import { expect, test } from "vitest";
import { differenceOf, type Reading } from "../../../src/core/alerts/tried-difference.ts";

const alert = {
  identity: "db1",
  status: "firing",
  title: "Disk full",
  severity: null,
  summary: "91 %",
} as const;

test.each<[what: string, before: Reading, after: Reading, difference: string | null]>([
  ["the same", [alert], [{ ...alert }], null],
  ["refused as before", "no list", "no title", null],
  ["refused from now on", [alert], "no title", "would be refused: no title"],
  ["refused until now", "no title", [alert], "would make 1 alert instead of being refused"],
  ["fewer alerts", [alert, alert], [alert], "would make 1 alert instead of 2"],
  ["another text", [alert], [{ ...alert, summary: "" }], "would have another text"],
  [
    "other fields, in different alerts",
    [alert, alert, alert],
    [
      { ...alert, title: "Disk" },
      { ...alert, severity: "bad" },
      { ...alert, identity: "db2" },
    ],
    "would have another identity, title and severity",
  ],
])("%s", (_what, before, after, difference) => {
  expect(differenceOf(before, after)).toBe(difference);
});
