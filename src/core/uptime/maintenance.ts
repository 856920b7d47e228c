/**
 * The times of planned work: maintenance windows, and scheduled silences with an end. A silence that
 * was declared after its beginning was not announced, so a silence during an outage makes no maintenance of it. Pure.
 */
import type { Range } from "../history/point.ts";
import { joined } from "../history/points.ts";
import type { Silence } from "../model/model.ts";
import { announcedWindows, concernsMonitor } from "../silence/silenced.ts";
import { isPlanned } from "../status/status-page.ts";

/** Planned work of one silence. `times`: in order and apart; none of a silence that was not planned. */
export interface Planned {
  silence: Silence;
  times: readonly Range[];
}

/**
 * The times of planned work of a silence that touch the period, in order; those that overlap come as pieces, for `joined`. Each is
 * calculated when it is asked for: a window every other minute makes a quarter of a million a year.
 */
export function* plannedTimes(silence: Silence, { from, to }: Range): Generator<Range> {
  if (!isPlanned(silence)) return;
  const { cron, until } = silence;
  const windows =
    cron === null ? [{ from: silence.from, until: until! }] : announcedWindows(silence, from);
  for (const window of windows) {
    if (window.from >= to) return;
    if (window.until > from) yield { from: window.from, to: window.until };
  }
}

/** Says in which times planned work concerned a monitor, in order and apart. Monitors that the same silences concern share one list. */
export function maintenanceIn(
  planned: readonly Planned[],
): (monitor: { id: string; alert_group_id: string }) => readonly Range[] {
  const lists = new Map<string, readonly Range[]>();
  return (monitor) => {
    const own = planned.filter(({ silence }) => concernsMonitor(silence, monitor, silence.from));
    const key = own.map(({ silence }) => silence.id).join(" ");
    const list = lists.get(key) ?? joined(own.flatMap(({ times }) => times));
    lists.set(key, list);
    return list;
  };
}
