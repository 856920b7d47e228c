/**
 * The common form of an inbound event from any monitoring tool. All of it is clean (no U+0000, no lone
 * surrogates) and bounded, however big and odd the body was. The meaning of an alert for an incident is
 * decided elsewhere.
 */
import type { Alert } from "../core/command/alert.ts";
import type { Instant } from "../core/model/model.ts";

export { unsaid, type Alert, type Link } from "../core/command/alert.ts";

/** Limits for one stored event. */
export const eventLimits = {
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

/** The contents of a body of a known format. */
export interface Contents {
  /**
   * In the order sent, which has no meaning, unless they are `in_turn`. Empty when the body changes no alert. To be taken once: long lists
   * are read while they are taken, because thousands of alerts take a tenth of a second.
   */
  alerts: Iterable<Alert>;
  /** The receiver configured at the sender. */
  receiver: string | null;
  /** Alerts that belong to it and were not sent. Neither they nor their resolves will ever come. */
  truncated: number;
  /** Alerts of the body beyond those that are read; absent: none. */
  left_out?: number;
  /** They happened in their order, as the bodies of a list did; absent: false. */
  in_turn?: boolean;
  /** Remarks for people about odd, missing or omitted parts; a sentence each. */
  remarks: string[];
}

/** Contents of a format that names no receiver, and sends all that belongs to a body in it. */
export const contentsOf = (alerts: Alert[], ...remarks: string[]): Contents => ({
  alerts,
  receiver: null,
  truncated: 0,
  remarks,
});

/** Contents whose alerts are read; `remarks` has those on single alerts, too. */
export interface Read extends Contents {
  /** As in `formatNames`. */
  format: string;
  alerts: Alert[];
}

/** One body as read, or why it could not be. */
export type Delivery = ({ ok: true } & Read) | { ok: false; reason: string };

/** A format: recognizes its bodies and reads them. */
export interface Format {
  name: string;
  /** The contents; null: the body has another format. Never throws. */
  read(body: unknown, now: Instant): Contents | null;
}
