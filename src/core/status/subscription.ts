/**
 * Decides whether a confirmation mail is sent, and the links of mails to subscribers. A link is signed, not stored: it names the
 * subscriber, and its signature proves that it was in a mail. Pure.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { noAttempts } from "../access/letter-attempts.ts";
import { startsOf } from "../model/column.ts";
import { subscribers, type Instant, type Subscriber } from "../model/model.ts";
import { day, hour } from "../text/units.ts";

/** How long the link of a confirmation mail works, ms. Rows that were not confirmed by then are deleted. */
export const confirmWithin = day;
/** Notices that are older are not mailed any more, ms. */
export const noticeLife = day;
/** Mails in a row that the mail server refuses for good until it gets no more. */
const mostRefusals = 3;

/**
 * Bounds of confirmation mails, which every visitor can ask for. `pause`: between two to one address from one page. `mailbox`: to one
 * mailbox in a day, from all pages. `page`: from one page in an hour. `subscribers`: of a page.
 */
const subscriberLimits = { pause: hour, mailbox: 5, page: 300, subscribers: 10_000 };

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** `email`: as it is sent. Two spellings of one address have the same hash. */
export const emailHash = (email: string): string => digest(`subscriber ${email.toLowerCase()}`);

/** The same for all addresses that are known to lead to one mailbox: `ada+shop@` is `ada@`. */
export function mailboxHash(email: string): string {
  const at = email.lastIndexOf("@");
  return emailHash(email.slice(0, at).replace(/(?<=.)\+.*$/, "") + email.slice(at));
}

/** `ada@shop.example` as `a***@s***.example`: enough to distinguish two, for records that are kept longer than the address. */
export function addressHint(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const end = domain.lastIndexOf(".");
  return `${email.slice(0, 1)}***@${domain.slice(0, 1)}***${end < 0 ? "" : domain.slice(end)}`;
}

/** The counts when the form is sent: confirmation mails of the last day and hour, and subscribers of the page. */
export interface Asked {
  stored: Subscriber | undefined;
  mailbox: number;
  page: number;
  subscribers: number;
}

/**
 * The row after the form was sent; null: no change. An address that is confirmed changes its row as well, so that the
 * answer takes as long.
 */
export function askedFor(
  { stored, mailbox, page, subscribers: all }: Asked,
  fresh: Pick<Subscriber, "id" | "org_id" | "page_id" | "email" | "email_hash" | "mailbox_hash">,
  now: Instant,
): Subscriber | null {
  if (stored && now - stored.asked_at < subscriberLimits.pause) return null;
  if (stored?.confirmed_at != null) return { ...stored, asked_at: now };
  if (mailbox >= subscriberLimits.mailbox || page >= subscriberLimits.page) return null;
  if (stored)
    return { ...stored, ...noAttempts, asked_at: now, asks: stored.asks + 1, ask_due: true };
  return all >= subscriberLimits.subscribers
    ? null
    : { ...startsOf(subscribers), ...fresh, inserted_at: now, asked_at: now };
}

/** Whether the link of the last confirmation mail still works. */
export const canConfirm = ({ asked_at }: Pick<Subscriber, "asked_at">, now: Instant): boolean =>
  now < asked_at + confirmWithin;

/** The row after a mail was refused for good; null: it gets no more. */
export const afterRefusal = ({ refusals }: Pick<Subscriber, "refusals">): number | null =>
  refusals + 1 < mostRefusals ? refusals + 1 : null;

/** confirm: of the mail that was asked for at `asked_at`. unsubscribe: of every mail, for ever. */
export type LinkPurpose = "confirm" | "unsubscribe";
type Linked = Pick<Subscriber, "id" | "asked_at">;

const shape = /^([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{22})$/;
const idBytes = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

/** `secret`: of the organization. */
export const linkToken = (secret: string, purpose: LinkPurpose, subscriber: Linked): string =>
  idBytes(subscriber.id).toString("base64url") +
  macOf(secret, purpose, subscriber).toString("base64url");

/** The id of the subscriber that a token names, unverified; null: not a token. */
export function subscriberClaimed(token: string): string | null {
  const [, id] = shape.exec(token) ?? [];
  return id === undefined
    ? null
    : Buffer.from(id, "base64url")
        .toString("hex")
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Whether the token was made with this secret for this purpose and subscriber. */
export function isLinkToken(
  secret: string,
  purpose: LinkPurpose,
  subscriber: Linked,
  token: string,
): boolean {
  const wanted = Buffer.from(linkToken(secret, purpose, subscriber));
  const sent = Buffer.from(token);
  return wanted.length === sent.length && timingSafeEqual(wanted, sent);
}

function macOf(secret: string, purpose: LinkPurpose, { id, asked_at }: Linked): Buffer {
  // Named, so that a signature made with this secret for another purpose is none here.
  return createHmac("sha256", secret)
    .update(`monitord subscriber\0${purpose}\0${id}\0${purpose === "confirm" ? asked_at : ""}`)
    .digest()
    .subarray(0, 16);
}
