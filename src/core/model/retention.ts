/** How long rows are kept. Pure. */
import type { Instant } from "./model.ts";

/** The retention that options configure, ms. */
export interface Retention {
  reports: number;
  incidents: number;
  inbound_events: number;
  audit_events: number;
  history: number;
}

const day = 24 * 3600_000;

/** For how long a delivery with the same `Idempotency-Key` is the same delivery, ms. */
export const idempotencyKept = day;

/** How long after its beginning a large delivery that was interrupted goes on where it ended, ms. */
export const resumedWithin = 5 * 60_000;

/** For each table the time before which its rows are deleted. */
export function keptSince(retention: Retention, now: Instant) {
  const since = (age: number): Instant => now - age;
  return {
    reports: since(retention.reports),
    runs: since(retention.reports),
    history: since(retention.history),
    blind_periods: since(retention.history),
    inbound_events: since(retention.inbound_events),
    audit_events: since(retention.audit_events),
    setup_codes: since(retention.audit_events),
    incidents: since(retention.incidents),
    drills: since(retention.incidents),
    silences: since(retention.incidents),
    /** Tests and drills have no incident, so their own age decides. */
    notifications: since(retention.incidents),
    /** No window is longer than a week, so older arrivals count nowhere. */
    arrivals: since(8 * day),
    /** For this long an expired link is answered with "expired". */
    device_invitations: since(7 * day),
    sign_in_links: since(7 * day),
    /** For this long a client can resume the event stream; later it loads everything again. */
    events: since(day),
    idempotency_keys: since(idempotencyKept),
    unfinished_deliveries: since(idempotencyKept),
    sessions: now,
  };
}
