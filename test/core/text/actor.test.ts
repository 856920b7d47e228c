import { expect, test } from "vitest";
import { actorText, changeText } from "../../../src/core/text/actor.ts";

test.each([
  [{ actor: "Ada", key_name: "ops" }, 'Ada (key "ops")'],
  [{ actor: "ops", key_name: "ops" }, "ops"],
  [{ actor: "monitord command", key_name: null }, "monitord command"],
])("%j is shown as %s", (event, text) => {
  expect(actorText(event)).toBe(text);
});

test("a change is shown by the title of its object, or its id", () => {
  const change = { action: "update", object_kind: "users", object_id: "u1" };
  expect(changeText({ ...change, object_title: "Ada" })).toBe('update users "Ada"');
  expect(changeText({ ...change, object_title: null })).toBe("update users u1");
});
