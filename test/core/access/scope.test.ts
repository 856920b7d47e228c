import { expect, test } from "vitest";
import { hashWebhookId } from "../../../src/core/access/webhook-id.ts";
import { allows } from "../../../src/core/access/scope.ts";

test.each([
  [["read"], [true, false, false]],
  [["write"], [true, true, false]],
  [["admin"], [true, true, true]],
  [
    ["read", "admin"],
    [true, true, true],
  ],
  [[], [false, false, false]],
] as const)("a key with the scopes %j may read, write, administer: %j", (scopes, allowed) => {
  const key = { scopes: [...scopes] };
  expect((["read", "write", "admin"] as const).map((scope) => allows(key, scope))).toEqual(allowed);
});

test("a webhook id is looked up by its SHA-256", () => {
  expect(hashWebhookId("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
