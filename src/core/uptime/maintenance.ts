/**
 * The times of planned work: maintenance windows, and scheduled silences with an end. A silence that
 * was declared after its beginning was not announced, so a silence during an outage makes no maintenance of it. Pure.
 */
import { concernsMonitor, windowsOf } from "../silence/silenced.ts";
import type { Range } from "../history/point.ts";
import type { Silence } from "../model/model.ts";
import { isPlanned } from "../status/status-page.ts";

/** A time of planned work, with its silence. */
export interface PlannedTime extends Range {
  silence: Silence;
}

/** Windows that are calculated at once. */
const batch = 100;

/** The times of planned work that touch the period, of all silences. */
export function plannedTimes(silences: readonly Silence[], { from, to }: Range): PlannedTime[] {
  return silences.filter(isPlanned).flatMap((silence) =>
    timesOf(silence, { from, to })
      .filter((time) => time.from > silence.inserted_at && time.from < to && time.to > from)
      .map((time) => ({ ...time, silence })),
  );
}

function timesOf(silence: Silence, { from, to }: Range): Range[] {
  if (silence.cron === null) return [{ from: silence.from, to: silence.until! }];
  const times: Range[] = [];
  for (let at = from; at < to;) {
    const windows = windowsOf(silence, at, batch);
    // The last one of a batch is open where the next batch begins.
    const later = windows.filter((window) => window.from > (times.at(-1)?.from ?? -Infinity));
    times.push(...later.map((window) => ({ from: window.from, to: window.until })));
    at = windows.length < batch ? to : windows.at(-1)!.from + 1;
  }
  return times;
}

/** The times in which planned work concerned a monitor. */
export const maintenanceOf = (
  planned: readonly PlannedTime[],
  monitor: { id: string; alert_group_id: string },
): Range[] =>
  planned
    .filter(({ silence, from }) => concernsMonitor(silence, monitor, from))
    .map(({ from, to }) => ({ from, to }));
