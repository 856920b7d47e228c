/**
 * Mails to the address of a person, with or without a device. Those made here have a secret, a link to sign in or a code as a
 * proof: they are sent at once and stored nowhere, so no list of notifications shows them. Pure.
 */
import { personName } from "../text/person.ts";
import type { User } from "../model/model.ts";

export interface Letter {
  to: string;
  /** The name of the sender; absent: that of the operator. */
  sender?: string;
  subject: string;
  /** Absent: the subject. */
  heading?: string;
  /** In a word or two. */
  badge: string;
  /** Absent: neither. */
  tone?: "bad" | "good";
  text: string;
  /** A code to copy; "": none. */
  code: string;
  link: { label: string; url: string } | null;
  /** Beside it. */
  other?: { label: string; url: string };
  /** Why the person gets the mail. */
  because: string;
  /** The page on which the person changes that; absent: it is sent once. */
  settings?: string;
  /** The page that ends such mails without a sign-in, in place of `settings`: a POST to it ends them at once (RFC 8058). */
  unsubscribe?: string;
  facts?: { label: string; text: string }[];
  /** Its name for mail servers, the same when it is sent again; absent: one made of chance. */
  id?: string;
  /** Its matter: letters with the same form one thread. */
  thread?: string;
  /** Shown behind the subject in a list of mails. */
  preview?: string;
  report?: LetterReport;
  file?: { name: string; type: string; text: string };
}

/** The figures of a report, for people. */
export interface LetterReport {
  result: string;
  more: string;
  figures: { label: string; value: string; note: string }[];
  /** The headings of the rows. */
  heads: { title: string; uptime: string; down: string };
  /** Worst first. `share`: of the time down of the worst, 0 to 1. */
  rows: { title: string; uptime: string; down: string; share: number }[];
  /** Time that the figures leave out; "": none. */
  foot: string;
}

/** Sends a letter; null: the mail server has accepted it, else the reason. */
export type Post = (letter: Letter) => Promise<string | null>;

/** `by`: the name of the admin. `url`: the link, which signs in one browser. */
export const invitationLetter = (
  user: Pick<User, "name" | "email" | "role">,
  of: { organization: string; by: string; url: string },
): Letter => ({
  to: user.email,
  subject: `${of.by} invites you to ${siteName(of.organization)}`,
  badge: "Invitation",
  text: `The link signs in one browser as ${personName(user)} (${user.role}), once, within 24 h. Do not pass it on.`,
  code: "",
  link: { label: "Sign in", url: of.url },
  because: `${of.by} added this address to ${siteName(of.organization)}. If you do not know why, ignore this mail.`,
});

export const proofLetter = (user: Pick<User, "email">, code: string, place: string): Letter => ({
  to: user.email,
  subject: "Your code for monitord",
  badge: "Code",
  text: `Type this code on the page that asked for it, within ${proofCodeMinutes} min. It was asked for by ${place}.`,
  code,
  link: null,
  because:
    "A signed-in browser asked for a proof that it is you. If it was not you, sign it out under Settings, You.",
});

/** How long a code proves, min. */
export const proofCodeMinutes = 10;
/** The pause between two codes, ms. */
export const proofCodePause = 60_000;
/** Wrong codes after which the session ends: of a hundred million codes. */
export const mostWrongCodes = 5;

const digits = 8;

/** `01234567`, made of the bytes that `randomBytes` gives. */
export function makeProofCode(randomBytes: (size: number) => Uint8Array): string {
  let number = 0n;
  for (const byte of randomBytes(16)) number = number * 256n + BigInt(byte);
  return String(number % 10n ** BigInt(digits)).padStart(digits, "0");
}

/** The first organization has a name that people do not know. */
const siteName = (organization: string): string =>
  organization === "default" ? "monitord" : organization;
