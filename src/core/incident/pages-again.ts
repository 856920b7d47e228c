/** Says when a monitor pages again after its incident was resolved manually while it still fails. Pure. */
import type { Snapshot } from "../model/snapshot.ts";
import { isFailing } from "../model/status.ts";
import { formatDuration } from "../text/duration.ts";
import { plural } from "../text/plural.ts";
import { localMinute } from "../paging/zone.ts";

const minute = 60_000;

/** The sentence; null: the monitor is healthy, or the source is a group, whose next alert pages. */
export function pagesAgain(snapshot: Snapshot): string | null {
  const { subject } = snapshot;
  if (snapshot.kind === "alert_group" || !isFailing(subject.status)) return null;
  const until = "Pages nobody until";
  if (snapshot.kind === "health_check_monitor")
    return `${until} the monitor has been up and fails again.`;
  if (subject.status === "missing")
    return `${until} a report has arrived and the next expected one is missing.`;
  const { error_rate_threshold: threshold, error_rate_window_minutes } = snapshot.monitor;
  const window = error_rate_window_minutes * minute;
  const latest =
    snapshot.tipping_at === null
      ? ""
      : ` (${localMinute("UTC", snapshot.tipping_at + window)}, if no more arrive)`;
  return `${until} there are fewer than ${plural(threshold, "error")} in ${formatDuration(window)}${latest} and the threshold is reached again.`;
}
