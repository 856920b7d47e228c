/**
 * Defines when a monitor flaps, and when it has stopped. Five state changes within a window make it flap;
 * only changes that open or resolve an incident count, so that unconfirmed failures do not. Flapping ends
 * after half a window without a change, and the count restarts: a single change right afterwards does not
 * make the monitor flap again. Between two half windows of calm, monitord sends at most four ordinary
 * pushes, one when flapping begins and one when it stops, at any rate of changes. The window is an hour,
 * or longer for monitors that are rarely checked. Only the last changes are stored. `state-change`
 * decides the pushes.
 */
import type { HealthCheckMonitor, Instant, WebhookMonitor } from "../model/model.ts";

/** Number of state changes within a window that count as flapping; also the number stored. */
export const changesOfFlapping = 5;

const shortestWindow = 60 * 60_000;

export interface Flapping {
  /** The last state changes, oldest first; empty after flapping has stopped. */
  crossings: readonly Instant[];
  flapping_since: Instant | null;
}

/** The columns of a monitor that does not flap and had no recent state change. */
export const steady = { crossings: [], flapping_since: null };

/** The window in which state changes count: at least an hour, and long enough for five to be possible. */
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

/** The state after a change at `now`. */
export function afterChange(
  before: Flapping,
  window: number,
  now: Instant,
): { crossings: Instant[]; flapping_since: Instant | null } {
  const crossings = [...before.crossings, now].slice(-changesOfFlapping);
  const flaps = crossings.length === changesOfFlapping && now - crossings[0]! <= window;
  return {
    crossings,
    flapping_since: before.flapping_since ?? (flaps ? now : null),
  };
}

/** The instant at which flapping ends without another change; null: it does not flap. */
export function calmAt(state: Flapping, window: number): Instant | null {
  if (state.flapping_since === null) return null;
  const last = state.crossings.at(-1) ?? state.flapping_since;
  return last + window / 2;
}
