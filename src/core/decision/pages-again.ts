/** Says when a monitor pages again after a user resolved its incident while it still fails. Pure. */
import type { Incident, Instant, Subject } from "../model/model.ts";
import type { Snapshot } from "../command/snapshot.ts";
import { isFailing } from "../model/status.ts";
import { formatDuration } from "../text/duration.ts";
import { plural } from "../text/plural.ts";
import { localMinute } from "../hours/zone.ts";
import { missingAt, settled } from "../reports/heartbeat.ts";
import { minute } from "../text/units.ts";

/** The sentence; null: the monitor is healthy, or the source is a group, whose next alert pages. */
export function pagesAgain(snapshot: Snapshot, now: Instant): string | null {
  const { subject } = snapshot;
  if (snapshot.kind === "alert_group" || !isFailing(subject.status)) return null;
  const until = "Pages nobody until";
  if (snapshot.kind === "health_check_monitor")
    return `${until} the monitor has been up and fails again.`;
  const { monitor, tipping_at, gap } = snapshot;
  const { error_rate_threshold: threshold, error_rate_window_minutes } = monitor;
  const window = error_rate_window_minutes * minute;
  const due = missingAt(monitor, { ...subject, ...settled(monitor, now) }, gap);
  const missing =
    due === null ? "" : `, or no success has been reported by ${localMinute("UTC", due)}`;
  if (tipping_at === null && missing !== "")
    return `${until} the threshold of ${plural(threshold, "error")} in ${formatDuration(window)} is reached again${missing}.`;
  const latest =
    tipping_at === null ? "" : ` (${localMinute("UTC", tipping_at + window)}, if no more arrive)`;
  return `${until} the count falls below ${plural(threshold, "error")} in ${formatDuration(window)}${latest} and the threshold is reached again${missing}.`;
}

/** The sentence of a resolved incident while it holds: until its monitor changes state, or is deleted. */
export const stillPagesAgain = (
  { pages_again, resolved_at }: Pick<Incident, "pages_again" | "resolved_at">,
  subject: Pick<Subject, "status" | "status_since"> | undefined,
): string | null =>
  subject && isFailing(subject.status) && subject.status_since <= (resolved_at ?? 0)
    ? pages_again
    : null;
