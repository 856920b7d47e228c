import { expect, test } from "vitest";
import { statusesOf, type IncidentFilter } from "../../../src/core/model/model.ts";

test.each<[IncidentFilter[], string[]]>([
  [["resolved"], ["resolved"]],
  [["unresolved"], ["open", "acknowledged"]],
  [
    ["unresolved", "open"],
    ["open", "acknowledged"],
  ],
  [
    ["unresolved", "resolved"],
    ["open", "acknowledged", "resolved"],
  ],
])("a list narrowed to %s has incidents that are %s", (filters, statuses) => {
  expect(statusesOf(filters)).toEqual(statuses);
});
