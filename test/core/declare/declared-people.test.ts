import { expect, it } from "vitest";
import { beyondDeclaredPeople } from "../../../src/core/declare/declared-people.ts";

const from = (field: string, before: unknown, after: unknown) => ({
  field,
  from: before,
  to: after,
});

it.each([
  ["create", null, [], null, null],
  ["create", null, [from("role", null, null)], null, null],
  ["create", null, [from("role", null, "viewer")], null, "it changes a role"],
  ["update", "u", [from("name", "A", "B")], null, null],
  ["update", "u", [from("name", "A", "B")], "admin", null],
  ["update", "u", [from("role", "admin", null)], "admin", "it changes a role"],
  ["update", "u", [from("role", null, "viewer")], null, "it changes a role"],
  ["update", "u", [from("email", "a", "b")], null, null],
  [
    "update",
    "u",
    [from("email", "a", "b")],
    "viewer",
    "it changes the email of a user who can sign in",
  ],
  [
    "update",
    "u",
    [from("project", null, "shop")],
    null,
    "it takes over a user of another project, or of none",
  ],
  ["delete", "u", [], null, null],
  ["delete", "u", [], "viewer", "it deletes a user who can sign in"],
  ["detach", "u", [from("project", "shop", null)], "viewer", null],
] as const)("%s of %s with %j and the role %s: %s", (action, id, fields, role, why) =>
  expect(beyondDeclaredPeople({ action, id, fields: [...fields] }, role)).toBe(why),
);
