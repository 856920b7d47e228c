/**
 * When a monitor that goes bad and good again and again is called flapping, and when it has stopped.
 *
 * Five crossings between good and bad within a window make it flap; a crossing is one that opens or resolves an
 * incident, so what nobody would have heard of (an unconfirmed check) does not count. It has stopped when half
 * that window has gone by without another one, and then the count begins anew: a single crossing right after
 * it does not make it flap again. So between two half windows of calm there are at most four ordinary pushes,
 * one that it flaps and one that it has stopped, however fast it goes. The window is an hour, or longer for
 * what is looked at rarely. Nothing but the last crossings is remembered. Never says what is told to whom:
 * that is `crossing`.
 */
import type { HealthCheckMonitor, Instant, WebhookMonitor } from "../model/model.ts";

/** Crossings within a window that are flapping; also how many are remembered. */
export const crossingsOfFlapping = 5;

const shortestWindow = 60 * 60_000;

export interface Flapping {
  /** The last crossings, oldest first; none after it has stopped. */
  crossings: readonly Instant[];
  flapping_since: Instant | null;
}

/** Of a monitor that does not flap, nor has crossed lately. */
export const steady = { crossings: [], flapping_since: null };

/** Within which time crossings count: at least an hour, and long enough for that many to be possible. */
export function flappingWindow(
  monitor:
    | Pick<HealthCheckMonitor, "interval_seconds">
    | Pick<WebhookMonitor, "error_rate_window_minutes">,
): number {
  return Math.max(
    shortestWindow,
    "interval_seconds" in monitor
      ? 20 * monitor.interval_seconds * 1000
      : 10 * monitor.error_rate_window_minutes * 60_000,
  );
}

/** After a crossing at `now`. */
export function crossed(
  before: Flapping,
  window: number,
  now: Instant,
): { crossings: Instant[]; flapping_since: Instant | null } {
  const crossings = [...before.crossings, now].slice(-crossingsOfFlapping);
  const flaps = crossings.length === crossingsOfFlapping && now - crossings[0]! <= window;
  return {
    crossings,
    flapping_since: before.flapping_since ?? (flaps ? now : null),
  };
}

/** When it will have stopped flapping unless it crosses before; null: it does not flap. */
export function calmAt(state: Flapping, window: number): Instant | null {
  if (state.flapping_since === null) return null;
  const last = state.crossings.at(-1) ?? state.flapping_since;
  return last + window / 2;
}
