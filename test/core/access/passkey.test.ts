import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  challengeLifetime,
  isFresh,
  issuedAt,
  makeChallenge,
  passkeyHost,
} from "../../../src/core/access/passkey.ts";
import type { Passkey } from "../../../src/core/model/model.ts";
import { night } from "../../support/builders.ts";

const secret = randomBytes(32);
const challenge = makeChallenge(secret, "sign_in", night, randomBytes);

test("a challenge says when it was issued, for five minutes, on every node", () => {
  expect(issuedAt(secret, "sign_in", challenge, night)).toBe(night);
  // The clock of another node may be behind.
  expect(issuedAt(secret, "sign_in", challenge, night - 1000)).toBe(night);
  expect(issuedAt(secret, "sign_in", challenge, night + challengeLifetime - 1)).toBe(night);
  expect(issuedAt(secret, "sign_in", challenge, night + challengeLifetime)).toBeNull();
});

test("a challenge that was altered, cut or signed elsewhere is none", () => {
  const bytes = Buffer.from(challenge, "base64url");
  for (let i = 0; i < bytes.length; i++) {
    const altered = Buffer.from(bytes);
    altered[i]! ^= 1;
    expect(issuedAt(secret, "sign_in", altered.toString("base64url"), night)).toBeNull();
    expect(
      issuedAt(secret, "sign_in", bytes.subarray(0, i).toString("base64url"), night),
    ).toBeNull();
  }
  expect(issuedAt(randomBytes(32), "sign_in", challenge, night)).toBeNull();
});

test("a passkey takes a challenge that is younger than its last use", () => {
  const passkey = (last_used_at: number | null) => ({ last_used_at }) as Passkey;
  expect(isFresh(passkey(null), night)).toBe(true);
  expect(isFresh(passkey(night - 1), night)).toBe(true);
  expect(isFresh(passkey(night), night)).toBe(false);
});

test.each([
  ["https://monitord.example.com/mon", "monitord.example.com"],
  ["http://localhost:8620", "localhost"],
  ["http://127.0.0.1:8620", null],
  ["http://[::1]:8620", null],
  ["", null],
])("passkeys of %s belong to %s", (siteUrl, host) => {
  expect(passkeyHost(siteUrl)).toBe(host);
});
