/** Finds the planned work of the next days on the systems of a public page. Reasons are not public. */
import type { Instant, Silence } from "../model/model.ts";
import { concernsMonitor, windowsOf } from "../silence/silenced.ts";
import { isPlanned } from "./status-page.ts";
import { day } from "../text/units.ts";

/** How far ahead it is shown, ms, and the times of one silence. */
const limits = { ahead: 7 * day, ofSilence: 8 };

/** A time of planned work, as the public reads of it. */
export interface PlannedWork {
  from: Instant;
  until: Instant;
  systems: string[];
}

/** Times that have not begun, soonest first; those at the same time are one. `systems`: each with the monitors behind it. */
export function plannedWork(
  silences: readonly Silence[],
  systems: readonly { name: string; behind: readonly { id: string; alert_group_id: string }[] }[],
  now: Instant,
): PlannedWork[] {
  const all = silences.filter(isPlanned).flatMap((silence) => {
    const names = systems
      .filter(({ behind }) => behind.some((monitor) => concernsMonitor(silence, monitor, now)))
      .map(({ name }) => name);
    return names.length === 0
      ? []
      : timesOf(silence, now)
          .filter(({ from }) => from > now && from <= now + limits.ahead)
          .map((time) => ({ ...time, names }));
  });
  return [...Map.groupBy(all, ({ from, until }) => `${from} ${until}`).values()]
    .map((same) => ({
      from: same[0]!.from,
      until: same[0]!.until,
      systems: systems
        .map(({ name }) => name)
        .filter((name) => same.some(({ names }) => names.includes(name))),
    }))
    .toSorted((a, b) => a.from - b.from || a.until - b.until);
}

const timesOf = (silence: Silence, now: Instant) =>
  silence.cron === null
    ? [{ from: silence.from, until: silence.until! }]
    : windowsOf(silence, now, limits.ofSilence);
