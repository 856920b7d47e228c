import { expect, test } from "vitest";
import { subCheckChanges } from "../../../src/core/history/sub-checks.ts";
import { result } from "../../support/builders.ts";

const named = (name: string, more: object = {}) => result({ name, ...more });

test("a sub-check that only says something else has not changed", () => {
  const before = [named("disk", { short_summary: "40 %" })];
  expect(subCheckChanges(before, [named("disk", { short_summary: "41 %" })], 200)).toEqual([]);
});

test("new ones, those with another status and those that are gone have changed", () => {
  const before = [named("disk"), named("cache"), named("queue", { label: "Queue" })];
  const after = [named("disk"), named("cache", { status: "failed" }), named("mail")];
  const changes = subCheckChanges(before, after, 200);
  expect(changes.map(({ name, label, status }) => [name, label, status])).toEqual([
    ["cache", null, "failed"],
    ["mail", null, "ok"],
    ["queue", "Queue", null],
  ]);
});

test("a report that was cut to its worst results says of none that it is gone", () => {
  const after = Array.from({ length: 200 }, (_, i) => named(`check ${i}`));
  const changes = subCheckChanges([named("disk")], after, 200);
  expect(changes.filter(({ status }) => status === null)).toEqual([]);
});
