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
    /** Of tests and drills: they are about no incident, and go by their own age. */
    notifications: since(retention.incidents),
    /** No window is longer than a week: older arrivals are in no count. */
    arrivals: since(8 * day),
    /** So that a link that is opened too late says that it has expired. */
    device_invitations: since(7 * day),
    /** For clients that were disconnected for a moment. The others load everything again. */
    events: since(day),
    sessions: now,
  };
}
