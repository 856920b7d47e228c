/** Subscribers of status pages by mail, and the notices that they get. Pure. */
import type { Instant } from "./column.ts";
import { flag, instant, integer, json, text, type Row } from "./column.ts";

/** One address on one status page. It gets notices once it is confirmed. */
export interface Subscriber extends Row<typeof subscribers> {}
export const subscribers = {
  id: text().key(),
  org_id: text(),
  page_id: text(),
  /** The address of a member of the public: it is for mails and editors alone. */
  email: text().sealed(),
  /** Two spellings of one address have the same. */
  email_hash: text(),
  /** The same for all addresses that lead to one mailbox, for the limit of confirmation mails. */
  mailbox_hash: text(),
  inserted_at: instant("stays"),
  /** When the form was last sent with it. The link of the confirmation mail works from then on. */
  asked_at: instant("moves"),
  /** Confirmation mails that were asked for. */
  asks: integer().startsAs(1),
  /** The confirmation mail has still to be sent. */
  ask_due: flag().startsAs(true),
  /** null: not confirmed. */
  confirmed_at: instant("stays").orNull(),
  /** The number of the last notice of the page that was mailed, or is of before the confirmation. */
  seen: integer().startsAs(0),
  /** Attempts to send the mail that is due. */
  attempts: integer().startsAs(0),
  /** When the first of them began; null: none has. */
  first_at: instant("moves").orNull(),
  /** When another may begin: the end of the claim of the last one, or of the pause after it failed; null: at once. */
  retry_at: instant("moves").orNull(),
  /** Mails in a row that the mail server refused for good. */
  refusals: integer().startsAs(0),
};

export interface SubscriberCounts {
  confirmed: number;
  unconfirmed: number;
}

/**
 * The matter of a notice. update: a public update of an incident, by its timeline entry, whose text is read when the mail leaves.
 * ended: the incident is resolved, and no update has said so. planned, canceled: planned maintenance.
 */
export type NoticeMatter =
  | { kind: "update"; incident_id: string; entry_id: string }
  | { kind: "ended"; incident_id: string }
  | PlannedNotice;
export interface PlannedNotice {
  kind: "planned" | "canceled";
  from: Instant;
  until: Instant;
  systems: string[];
}

/** A notice that each subscriber of a page gets once. Their numbers say which of them a subscriber has. */
export interface PageNotice extends Row<typeof page_notices> {}
export const page_notices = {
  page_id: text().key(),
  /** 1, 2, 3 … of the page. */
  number: integer().key(),
  at: instant("stays"),
  /** null: it is about no incident. */
  incident_id: text().orNull(),
  matter: json<NoticeMatter>(),
};

/** The number of the last notice of each page: its row is held while one is written, so that no number is seen too late. */
export const notice_counters = { page_id: text().key(), last: integer() };
