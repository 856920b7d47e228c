import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  browserName,
  invitationStatus,
  looksLikeInvitation,
  makeInvitationToken,
  makeTopic,
  platformOf,
  serverOf,
  subscribeLink,
  testRefused,
} from "../../../src/core/access/invitation.ts";
import { invitedTest } from "../../../src/core/paging/people-notification.ts";
import { randomText } from "../../../src/core/access/random-text.ts";
import { device, night } from "../../support/builders.ts";

describe("what a link and a topic are made of", () => {
  test("nobody guesses, and ntfy takes", () => {
    const tokens = new Set(Array.from({ length: 100 }, () => makeInvitationToken(randomBytes)));
    expect(tokens.size).toBe(100);
    for (const token of tokens) expect(looksLikeInvitation(token)).toBe(true);
    expect(makeTopic(randomBytes)).toMatch(/^monitord-[0-9A-Za-z]{22}$/);
    for (const other of ["", "x".repeat(21), "x".repeat(23), "x".repeat(21) + "/"])
      expect(looksLikeInvitation(other)).toBe(false);
  });

  test("is no likelier in one letter than in another", () => {
    // Bytes that would favour the first letters are passed over.
    const given = [
      [255, 248, 247],
      [61, 62, 0],
      [1, 2, 3],
    ];
    expect(randomText(3, () => Uint8Array.from(given.shift()!))).toBe("zz0");
  });
});

test.each([
  [null, 1, "open"],
  [null, 0, "expired"],
  [null, -1, "expired"],
  [night, -1, "verified"],
  [night, 1, "verified"],
] as const)("verified at %s and with %i ms to go, it is %s", (verified_at, left, status) => {
  expect(invitationStatus({ verified_at, expires_at: night + left }, night)).toBe(status);
});

test.each([
  [0, null, null],
  [1, 10_000, null],
  [1, 9_999, "Give it 1 s"],
  [19, 0, "Give it 10 s"],
  [20, 60_000, "sends no more"],
] as const)("after %i tests, the last %s ms ago: %s", (tests, ago, said) => {
  const refused = testRefused(tests, ago === null ? null : night - ago, night);
  if (said === null) expect(refused).toBeNull();
  else expect(refused).toContain(said);
});

test("a test that somebody waits for rings as an alert does", () => {
  expect(invitedTest(device(), "k", night)).toMatchObject({
    transition: "test",
    priority: 4,
    device_id: "pixel",
  });
});

test.each([
  ["https://ntfy.sh", "ntfy://ntfy.sh/t?display=A%20%26%20B"],
  ["https://ntfy.sh/", "ntfy://ntfy.sh/t?display=A%20%26%20B"],
  ["http://push.lan:8080", "ntfy://push.lan:8080/t?display=A%20%26%20B&secure=false"],
  ["https://example.com/ntfy", null],
  ["nonsense", null],
])("to %s the link is %s", (server, link) => {
  expect(subscribeLink(server, "t", "A & B")).toBe(link);
});

test.each([
  ["https://ada:secret@ntfy.example.com/", "https://ntfy.example.com"],
  ["https://example.com/ntfy//?x=1#y", "https://example.com/ntfy"],
  ["http://[::1]:80", "http://[::1]"],
  ["nonsense", "nonsense"],
])("phones call the server %s %s", (server, called) => {
  expect(serverOf({ server }, "https://usual.example.com")).toBe(called);
  expect(serverOf({ server: null }, server)).toBe(called);
});

test.each([
  ["Mozilla/5.0 (Linux; Android 15; K) Chrome/131 Mobile", "android"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iphone"],
  ["Mozilla/5.0 (iPad; CPU OS 17_0)", "iphone"],
  ["Mozilla/5.0 (Macintosh)", "other"],
  ["", "other"],
])("%s is of %s", (agent, platform) => {
  expect(platformOf(agent)).toBe(platform);
});

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
test.each([
  [`${windows} Gecko/20100101 Firefox/133.0`, "Firefox"],
  [`${windows} AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0`, "Edge"],
  ["Mozilla/5.0 (Linux; Android 15; K) Chrome/131 Mobile Safari/537.36", "Chrome, Android phone"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1", "Safari, iPhone"],
  ["curl/8", "Browser"],
])("%s is called %s", (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
