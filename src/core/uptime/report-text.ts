/** The words of a report of uptime, the same everywhere. It is read as the API answers it. Pure. */
import { formatDuration } from "../text/duration.ts";
import { namesText } from "../text/person.ts";
import { plural } from "../text/plural.ts";
import { percentText } from "./share.ts";
import type { Spread } from "./response.ts";
import type { Times, UptimeFigures } from "./uptime.ts";

/** A report, as far as its sentences need. */
export interface SaidReport {
  from: string;
  to: string;
  all: UptimeFigures;
  monitors: readonly (UptimeFigures & { title: string })[];
}

/** `99.98 %`; `–` where no time was observed. */
export const uptimeText = (share: number | null): string =>
  share === null ? "–" : percentText(share);

/** `31 min`; `–` for none, `< 1 s` for next to none. */
export function timeText(ms: number | null): string {
  if (ms === null || ms === 0) return "–";
  return ms < 1000 ? "< 1 s" : formatDuration(ms);
}

/** `12`; `–` for none. */
export const countText = (count: number): string => (count === 0 ? "–" : String(count));

export const unobservedText = ({ paused_ms, gap_ms, unknown_ms }: Times): string =>
  [
    [paused_ms, "paused"],
    [gap_ms, "monitoring gap"],
    [unknown_ms, "no result"],
  ]
    .filter((part): part is [number, string] => Number(part[0]) > 0)
    .map(([ms, word]) => `${formatDuration(ms)} ${word}`)
    .join(", ");

/** `24 min (mean 41 min, longest 1 h 52 min)`; null: none was measured. */
export function spreadText({ median_ms, mean_ms, longest_ms }: Spread): string | null {
  if (median_ms === null || mean_ms === null || longest_ms === null) return null;
  return `median ${formatDuration(median_ms)}, mean ${formatDuration(mean_ms)}, longest ${formatDuration(longest_ms)}`;
}

/** The result of a period in a sentence, and more about it. */
export interface Verdict {
  state: "ok" | "down" | "unknown";
  result: string;
  more: string;
}

/** Titles that a verdict names. */
const named = 3;

/** How the period went. It has no verdict when less than half of it was observed. */
export function verdictOf({ from, to, all, monitors }: SaidReport): Verdict {
  const total = (Date.parse(to) - Date.parse(from)) * monitors.length;
  if (monitors.length === 0)
    return { state: "unknown", result: "No monitors.", more: "A report needs at least one." };
  if (all.observed_ms * 2 < total)
    return {
      state: "unknown",
      result: `${percentText(Math.floor((all.observed_ms / total) * 1e6) / 1e6)} of the time was observed.`,
      more: "The period has no verdict.",
    };
  const failed = monitors.filter(({ outage_count }) => outage_count > 0);
  if (failed.length === 0)
    return {
      state: "ok",
      result:
        monitors.length === 1 ? "No outage." : `None of ${monitors.length} monitors had an outage.`,
      more: `${formatDuration(all.observed_ms)} of monitoring.`,
    };
  const worst = failed
    .toSorted((a, b) => b.down_ms - a.down_ms)
    .map(({ title, down_ms }) => `${title} (${formatDuration(down_ms)})`);
  return {
    state: "down",
    result:
      monitors.length === 1
        ? `${plural(all.outage_count, "outage")}, ${formatDuration(all.down_ms)} down.`
        : `${failed.length} of ${monitors.length} monitors had an outage.`,
    more: monitors.length === 1 ? "" : `Longest down: ${namesText(worst, named)}.`,
  };
}

/** Why a source is noisy, as far as its figures show; null: they show no reason. */
export function noiseText(source: {
  incidents: number;
  unacknowledged: number;
  pages: number;
  reminders: number;
}): string | null {
  const { incidents, unacknowledged, pages, reminders } = source;
  if (reminders * 2 > pages) return `reminders: ${reminders} of ${plural(pages, "page")}`;
  if (incidents > 1 && unacknowledged * 2 > incidents)
    return `${unacknowledged} of ${incidents} ended before an acknowledgement`;
  return null;
}

/** The time that figures leave out, for the end of a report. */
export const footText =
  "Time that was not observed counts neither as up nor as down. Uptime leaves out announced maintenance. Percentages are cut, never rounded up.";
