import { expect, test } from "vitest";
import { actorText, changeText, kindWords } from "../../../src/core/text/actor.ts";

test.each([
  [{ actor: "Ada", key_name: "ops" }, 'Ada (key "ops")'],
  [{ actor: "ops", key_name: "ops" }, "ops"],
  [{ actor: "monitord command", key_name: null }, "monitord command"],
])("%j is shown as %s", (event, text) => {
  expect(actorText(event)).toBe(text);
});

test("a change is shown by the title of its object, or its id", () => {
  const change = { action: "update", object_kind: "users", object_id: "u1" };
  expect(changeText({ ...change, object_title: "Ada" })).toBe('changed user "Ada"');
  expect(changeText({ ...change, object_title: null })).toBe("changed user u1");
});

test.each([
  [{ action: "create", object_kind: "api_keys" }, 'created API key "x"'],
  [{ action: "paged_now", object_kind: "incident" }, 'paged everybody on call about incident "x"'],
  [{ action: "cover", object_kind: "schedules" }, 'added cover to schedule "x"'],
  [{ action: "acknowledged", object_kind: "incident" }, 'acknowledged incident "x"'],
])("%j is a sentence", (event, text) => {
  expect(changeText({ ...event, object_id: "1", object_title: "x" })).toBe(text);
});

test("a setup code has no name, and its id says nothing", () => {
  const event = { action: "create", object_kind: "setup_codes", object_id: "1796020851729" };
  expect(changeText({ ...event, object_title: null })).toBe("created setup code");
});

test("kinds of objects in words", () => {
  expect(kindWords("api_keys")).toBe("API keys");
});
