import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  actionLifetime,
  actionVerbs,
  addressId,
  deviceClaimed,
  sign,
  verify,
  type Action,
} from "../../../src/core/access/signed-action.ts";
import { device, night } from "../../support/builders.ts";

const secret = "a secret of the installation";
const action: Action = {
  verb: "acknowledge",
  incident_id: "019ab2c4-7d10-7abc-8def-0123456789ab",
  device_id: "019ab2c4-7d10-7abc-8def-ba9876543210",
  expires_at: night + actionLifetime,
};
const anyAction = fc.record({
  verb: fc.constantFrom(...actionVerbs),
  incident_id: fc.uuid(),
  device_id: fc.uuid(),
  expires_at: fc.integer({ min: 1, max: 2 ** 32 - 1 }).map((s) => s * 1000),
});
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

describe("a signed action", () => {
  test("says until its end what it was made for", () => {
    const token = sign(secret, action);
    expect(verify(secret, token, night)).toEqual({ ok: true, action });
    expect(verify(secret, token, action.expires_at - 1).ok).toBe(true);
    expect(verify(secret, token, action.expires_at)).toEqual({
      ok: false,
      why: "expired",
      action,
    });
  });

  test("is short, and safe in a URL as it stands", () => {
    expect(sign(secret, action)).toMatch(/^[\w-]{72}$/);
  });

  test("comes back as it was, whatever it is", () => {
    fc.assert(
      fc.property(anyAction, fc.uint8Array({ minLength: 1 }), (any, key) => {
        expect(verify(key, sign(key, any), 0)).toEqual({
          ok: true,
          action: any,
        });
      }),
    );
  });

  test("is refused when any of its characters is another", () => {
    fc.assert(
      fc.property(
        anyAction,
        fc.nat({ max: 71 }),
        fc.constantFrom(...alphabet.split("")),
        (any, at, letter) => {
          const token = sign(secret, any);
          fc.pre(token[at] !== letter);
          const altered = token.slice(0, at) + letter + token.slice(at + 1);
          expect(verify(secret, altered, 0)).toEqual({
            ok: false,
            why: "forged",
          });
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("is refused when any of its bits is another", () => {
    const bytes = Buffer.from(sign(secret, action), "base64url");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(verify(secret, altered.toString("base64url"), night).ok).toBe(false);
    }
  });

  test("is refused with another secret", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        fc.pre(one !== other);
        expect(verify(other, sign(one, action), night)).toEqual({
          ok: false,
          why: "forged",
        });
      }),
    );
  });

  test.each([
    "",
    "x",
    "A".repeat(71),
    "A".repeat(73),
    `${"A".repeat(71)}=`,
    `${"A".repeat(71)}+`,
    `${"A".repeat(71)}/`,
    `${"A".repeat(71)}\n`,
    `${"A".repeat(72)}\n`,
    "ä".repeat(72),
  ])("%j is none", (token) => {
    expect(verify(secret, token, night)).toEqual({
      ok: false,
      why: "malformed",
    });
  });

  test("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(verify(secret, text, night).ok).toBe(false);
      }),
    );
  });

  test.each([
    ["format", 0, 2],
    ["verb", 1, actionVerbs.length],
  ])("of an unknown %s is not understood, although it is ours", (_, at, to) => {
    const bytes = Buffer.from(sign(secret, action), "base64url").subarray(0, 38);
    bytes[at] = to;
    const mac = createHmac("sha256", secret)
      .update("monitord action\0")
      .update(bytes)
      .digest()
      .subarray(0, 16);
    const token = Buffer.concat([bytes, mac]).toString("base64url");
    expect(verify(secret, token, night)).toEqual({
      ok: false,
      why: "malformed",
    });
  });

  test("is made for UUIDs alone", () => {
    expect(() => sign(secret, { ...action, incident_id: "42" })).toThrow("not a UUID: 42");
  });
});

test("a token says whose device it claims to be of, and other text says nothing", () => {
  const device_id = "01a1fd29-8bdb-7000-8001-814a41500596";
  const token = sign("secret", {
    verb: "confirm",
    incident_id: device_id,
    device_id,
    expires_at: 1000,
  });
  expect(deviceClaimed(token)).toBe(device_id);
  expect(deviceClaimed(`${token}x`)).toBeNull();
});

test("what stands for an address is an id, the same for the same address alone", () => {
  const pixel = device();
  const id = addressId(pixel);
  expect(sign(secret, { ...action, incident_id: id })).toHaveLength(72);
  const renamed = device({ name: "Pixel 9", enabled: false });
  expect(addressId(renamed)).toBe(id);
  for (const other of [
    { target: "elsewhere" },
    { server: "https://push.example.com" },
    { access_token: "tk_1" },
    { kind: "fcm" as const },
  ])
    expect(addressId({ ...pixel, ...other })).not.toBe(id);
});
