import { expect, test } from "vitest";
import { profileFaults } from "../../../src/core/declare/own-profile.ts";

const ada = { name: "Ada", timezone: null, monthly_report: false, project: null };
const others = [{ name: "Grace Hopper" }, { name: null }];

test.each([
  ["another name", { name: "Ada L." }],
  ["the name of no one", { name: null }],
  ["the same name", { name: "Ada" }],
  ["a time zone", { timezone: "Europe/Berlin" }],
  ["no field", {}],
])("a person changes %s", (_, wanted) => {
  expect(profileFaults(ada, wanted, [], others)).toEqual([]);
});

test.each(["Grace Hopper", "grace  hopper", "GraceHopper", "Ｇrace Hop\u200Bper"])(
  "a person does not go by the name of another, as %j",
  (name) => {
    expect(profileFaults(ada, { name }, [], others)).toEqual([
      { field: "name", code: "taken", message: "is the name of another person" },
    ]);
  },
);

test("fields that a project declares stay as they are", () => {
  const stored = { ...ada, project: "shop" };
  const faults = profileFaults(stored, { name: "Eve", timezone: "UTC" }, ["name"], others);
  expect(faults).toEqual([
    { field: "name", code: "declared", message: 'is declared by project "shop"' },
  ]);
  expect(profileFaults(stored, { name: "Ada" }, ["name"], others)).toEqual([]);
});
