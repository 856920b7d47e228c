import { expect, test } from "vitest";
import { invitationLetter, makeProofCode, proofLetter } from "../../../src/core/access/letter.ts";

const mei = { name: null, email: "mei@example.com", role: "viewer" as const };

test("an invitation names who invites, where to, and as what", () => {
  const of = { organization: "Acme", by: "Ada", url: "https://on.acme.example/join/x" };
  expect(invitationLetter(mei, of)).toMatchObject({
    to: "mei@example.com",
    subject: "Ada invites you to Acme",
    text: expect.stringContaining("as mei@example.com (viewer), once, within 24 h"),
    link: { url: of.url },
  });
  // The first organization has a name that people do not know.
  expect(invitationLetter(mei, { ...of, organization: "default" }).subject).toBe(
    "Ada invites you to monitord",
  );
});

test("a code by mail has eight digits, and the place that asked for it", () => {
  expect(makeProofCode((size) => new Uint8Array(size))).toBe("00000000");
  expect(makeProofCode((size) => new Uint8Array(size).fill(255))).toMatch(/^\d{8}$/);
  expect(proofLetter(mei, "01234567", "Firefox on macOS, 192.0.2.1")).toMatchObject({
    to: "mei@example.com",
    code: "01234567",
    link: null,
    text: expect.stringContaining("Firefox on macOS, 192.0.2.1"),
  });
});
