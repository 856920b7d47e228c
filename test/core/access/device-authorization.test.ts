import { describe, expect, it } from "vitest";
import {
  isTooSoon,
  looksLikeUserCode,
  makeUserCode,
  normalizeUserCode,
  standingOf,
} from "../../../src/core/access/device-authorization.ts";

describe("the code that a person compares", () => {
  it("has eight letters of twenty, each as likely as the others", () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 240; byte++) {
      const code = makeUserCode((size) => new Uint8Array(size).fill(byte));
      counts.set(code[0]!, (counts.get(code[0]!) ?? 0) + 1);
    }
    expect([counts.size, new Set(counts.values())]).toEqual([20, new Set([12])]);
  });

  it("takes more bytes where some would make letters likelier", () => {
    const bytes = [255, 0, 1, 2, 3, 4, 5, 6];
    expect(makeUserCode((size) => Uint8Array.from(bytes.slice(0, size)))).toBe("BCDF-GHJB");
  });

  it.each([
    ["wdjb mjht", true],
    ["WDJB-MJHT", true],
    ["WDJBMJH", false],
    ["WDJBMJHTT", false],
    ["AEIOUAEI", false],
    ["", false],
  ])("%s is one: %s", (typed, isOne) => expect(looksLikeUserCode(typed)).toBe(isOne));

  it("is compared without spacing and case", () =>
    expect(normalizeUserCode(" wdjb-mjht\n")).toBe("WDJBMJHT"));
});

it.each([
  [{ answer: null, used_at: null, expires_at: 10 }, "pending"],
  [{ answer: "approved", used_at: null, expires_at: 10 }, "approved"],
  [{ answer: "denied", used_at: null, expires_at: 10 }, "denied"],
  [{ answer: "approved", used_at: 3, expires_at: 10 }, "used"],
  [{ answer: "approved", used_at: 3, expires_at: 5 }, "used"],
  [{ answer: "approved", used_at: null, expires_at: 5 }, "expired"],
  [{ answer: null, used_at: null, expires_at: 5 }, "expired"],
] as const)("at 5, %j is %s", (request, standing) => expect(standingOf(request, 5)).toBe(standing));

it.each([
  [null, 5, false],
  [0, 5, false],
  [1000, 5, true],
  [600, 5, true],
  [500, 5, false],
  [500, 10, true],
  // A step back of the clock was adopted since.
  [6000, 5, false],
])("asked at %j with a pause of %i s, a program asks too soon at 5 s: %s", (polled_at, pause, is) =>
  expect(isTooSoon({ polled_at, pause }, 5000)).toBe(is),
);
