/**
 * What a delivery from another monitoring tool says, once it is read: the same words whoever sent it.
 *
 * Everything in it is clean (no U+0000, no lone surrogates) and bounded, however big and odd the body was.
 * Nothing here decides what an alert means for an incident.
 */
import type { Alert } from "../core/alerts/alert.ts";
import type { Instant } from "../core/model/model.ts";

export type { Alert, Link } from "../core/alerts/alert.ts";

/** Bounds on what is kept of one delivery. */
export const kept = {
  /** Real alerts take 250 bytes or more: a body of 1 MiB cannot hold as many. */
  alerts: 5_000,
  identityBytes: 255,
  titleBytes: 255,
  summaryBytes: 4 * 1024,
  labels: 64,
  labelNameBytes: 128,
  labelValueBytes: 512,
  links: 8,
  /** As text: a longer link is left out, because half a link leads nowhere. */
  linkLength: 2_048,
  /** Words of a sender that are shown as they are: severities, values, unknown statuses. */
  wordBytes: 255,
} as const;

/** What a body of a known format holds. */
export interface Contents {
  /** In the order sent, which means nothing. Empty when the body says nothing that changes anything. */
  alerts: Alert[];
  /** Who its sender meant to tell, as configured there. */
  receiver: string | null;
  /** Alerts that belong to it and were not sent. Neither they nor their resolves will ever come. */
  truncated: number;
  /** What was odd, missing or left out, for people; a sentence each. */
  remarks: string[];
}

/** One body as read, or why it could not be. */
export type Delivery =
  | ({ ok: true; /** As in `formatNames`. */ format: string } & Contents)
  | { ok: false; reason: string };

/** A format: how its bodies are told from all others, and read. */
export interface Format {
  name: string;
  /** The contents, or null: the body is of another format. Never throws, whatever the body is. */
  read(body: unknown, now: Instant): Contents | null;
}
