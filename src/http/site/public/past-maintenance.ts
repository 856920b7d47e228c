/**
 * The times of planned maintenance in the days of public pages. To calculate those of a nightly window for 90 days takes tens of
 * milliseconds, and pages are put together every ten seconds: so the times of a silence are calculated once, a month ahead.
 */
import type { Range } from "../../../core/history/point.ts";
import type { Instant, Silence } from "../../../core/model/model.ts";
import { concernsMonitor } from "../../../core/silence/silenced.ts";
import { isPlanned } from "../../../core/status/status-page.ts";
import { day } from "../../../core/text/units.ts";
import type { Planned } from "../../../core/uptime/maintenance.ts";
import { plannedInTurns } from "../../answer/uptime/planned-in-turns.ts";

const ahead = 30 * day;
/** Silences that are remembered. */
const most = 1000;

const known = new Map<string, { to: Instant; times: readonly Range[] }>();

/** Those since `since` that concerned one of the monitors. */
export async function pastMaintenance(
  silences: readonly Silence[],
  monitors: readonly { id: string; alert_group_id: string }[],
  { from: since, to: now }: Range,
): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const silence of silences.filter(isPlanned)) {
    if (!monitors.some((monitor) => concernsMonitor(silence, monitor, now))) continue;
    const { id, from, until, cron, duration_minutes, timezone } = silence;
    const key = JSON.stringify([id, from, until, cron, duration_minutes, timezone]);
    let kept = known.get(key);
    if (!kept || kept.to < now) {
      const to = now + ahead;
      kept = { to, times: await plannedInTurns(silence, { from: since, to }) };
      if (known.size >= most) known.clear();
      known.set(key, kept);
    }
    planned.push({
      silence,
      times: kept.times.filter((time) => time.from < now && time.to > since),
    });
  }
  return planned;
}
