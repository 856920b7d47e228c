/** How long rows are kept. Pure. */
import { levels, type Level, type LevelRetention } from "../history/level.ts";
import { confirmWithin } from "../status/subscription.ts";
import { day, minute } from "../text/units.ts";
import type { Instant } from "../model/model.ts";

/** The retention that options configure, ms. */
export interface Retention {
  reports: number;
  incidents: number;
  inbound_events: number;
  audit_events: number;
  history: number;
  /** Retention of measures, by level. */
  measures: LevelRetention;
}

/** For how long a delivery with the same `Idempotency-Key` is the same delivery, ms. */
export const idempotencyKept = day;

/** How long after its beginning a large delivery that was interrupted goes on where it ended, ms. */
export const resumedWithin = 5 * minute;

/** For how long notices to subscribers of status pages are kept, ms. */
const noticesKept = 30 * day;

/** For how long a deleted resource can be restored, ms. */
export const restorableFor = 7 * day;

/** For each table the time before which its rows are deleted. `rolled`: every hour by then is rolled up. */
export function keptSince(retention: Retention, now: Instant, rolled: Instant) {
  const since = (age: number): Instant => now - age;
  const kept = retention.measures;
  /** A row of measures is as old as its last entry. */
  const measures = (level: Level, end: Instant) => end - levels[level].chunk;
  const checks = Math.min(since(kept.check), rolled);
  // They say of each point of a history whether it was observed.
  const away = since(Math.max(retention.history, kept.day));
  return {
    measures: {
      check: measures("check", checks),
      hour: measures("hour", Math.min(since(kept.hour), rolled)),
      day: measures("day", since(kept.day)),
    },
    error_minutes: checks,
    sub_check_changes: since(retention.history),
    marks: since(retention.history),
    pauses: away,
    reports: since(retention.reports),
    runs: since(retention.reports),
    history: since(retention.history),
    blind_periods: away,
    inbound_events: since(retention.inbound_events),
    audit_events: since(retention.audit_events),
    deleted_resources: since(restorableFor),
    setup_codes: since(retention.audit_events),
    incidents: since(retention.incidents),
    drills: since(retention.incidents),
    silences: since(retention.incidents),
    schedule_versions: since(retention.incidents),
    overrides: since(retention.incidents),
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
    /** Unconfirmed ones: their link has expired. */
    subscribers: since(confirmWithin),
    /** Later than any planned maintenance that they announced. */
    page_notices: since(noticesKept),
    sessions: now,
    /** For this long a sign-in that comes back late is answered with "too old". */
    provider_sign_ins: since(day),
    provider_sessions: now,
    provider_logouts: now,
    /** For this long an expired code is answered with `expired_token`. */
    device_authorizations: since(day),
  };
}
