import { expect, test } from "vitest";
import { encrypt } from "../../../src/channel/webpush/encrypt.ts";
import { isPrivateKey, keysOf, privateKeyFrom } from "../../../src/channel/webpush/keys.ts";
import { newSubscription } from "../../support/browser-subscription.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

test("is what RFC 8291 has as its example (section 5)", () => {
  const keys = keysOf(
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4.BTBZMqHH6r4Tts7J_aSIgg",
  )!;
  const chance = {
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  };
  const text = Buffer.from("When I grow up, I want to be a watermelon");
  expect(encrypt(text, keys, chance).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("is another text each time, which one browser alone can open", () => {
  const [ours, theirs] = [newSubscription(), newSubscription()];
  const keys = keysOf(ours.device.secret)!;
  const [first, second] = [1, 2].map(() => encrypt(Buffer.from('{"title":"Shop"}'), keys));
  expect(ours.opened(first!)).toEqual({ title: "Shop" });
  expect(first!.equals(second!)).toBe(false);
  expect(() => theirs.opened(first!)).toThrow();
});

test("keys are read, or are none", () => {
  const { secret } = newSubscription().device;
  const [p256dh, auth] = secret.split(".");
  expect(keysOf(secret)).not.toBeNull();
  for (const wrong of [
    null,
    "",
    p256dh,
    `${auth}.${p256dh}`,
    `${p256dh}.${auth}.x`,
    `${p256dh}.AA`,
  ])
    expect(keysOf(wrong)).toBeNull();
  expect(isPrivateKey(privateKeyFrom("a"))).toBe(true);
  expect(privateKeyFrom("a")).toBe(privateKeyFrom("a"));
  expect(privateKeyFrom("a")).not.toBe(privateKeyFrom("b"));
  for (const wrong of [null, "AA", bytes("A".repeat(43)).toString("base64url")])
    expect(isPrivateKey(wrong)).toBe(false);
});
