import { expect, test } from "vitest";
import { signInLinkLifetime, signInLinkStatus } from "../../../src/core/access/sign-in-link.ts";
import { night } from "../../support/builders.ts";

test("a link to sign in works once, until it expires", () => {
  const expires_at = night + signInLinkLifetime;
  expect(signInLinkStatus({ used_at: null, expires_at }, expires_at - 1)).toBe("open");
  expect(signInLinkStatus({ used_at: null, expires_at }, expires_at)).toBe("expired");
  expect(signInLinkStatus({ used_at: night, expires_at }, night)).toBe("used");
});
