/**
 * Monitoring gaps: the daemon was stopped or suspended, or it had no database or no network. Changes
 * found by the first checks after a gap are not news of this minute, so each device gets one message with
 * the times of the gap and all changes. Pages of priority 1 do not wait: the message goes out with the
 * first of them, and later findings update it in place. Everything else waits until each monitor has been
 * checked, two minutes at most. A gap shorter than three minutes, such as a planned restart, does not
 * count. Pure.
 */
import { listed, type PushText } from "../paging/bundle.ts";
import type { Command } from "../command/command.ts";
import { formatDuration } from "../text/duration.ts";
import type { Batch, MonitoringGap, Instant, Notification, Transition } from "../model/model.ts";
import { zoneOf } from "../hours/zone.ts";
import { plural } from "../text/plural.ts";

/** Minimum length of a gap, ms. */
const minGap = 3 * 60_000;
/** Maximum duration of the first checks after a gap, ms. */
const settlingTime = 2 * 60_000;

/** True when the time between the last beat and `now` is a gap. */
export function isGap(lastAlive: Instant, now: Instant): boolean {
  return now - lastAlive >= minGap;
}

/** When monitord was last alive, by its last exit and the last beat of a node; null: it has never run. */
export function lastAlive(exit: Instant | null, beat: Instant | null): Instant | null {
  return exit === null || beat === null ? (exit ?? beat) : Math.max(exit, beat);
}

/** A gap that began at `from` and has just ended. */
export function gapFrom(
  from: Instant,
  reason: MonitoringGap["reason"],
  now: Instant,
): Omit<MonitoringGap, "id"> {
  return { from, to: now, reason, settling_until: now + settlingTime };
}

/** True for findings of checks; reports that arrive after a gap are ordinary news. */
export function isFromCheck({ kind }: Command): boolean {
  return kind === "checked" || kind === "woken";
}

/** The batch of all findings of the first checks after a gap. */
export const gapBatch = ({ id }: Pick<MonitoringGap, "id">): Batch => ({
  batch_kind: "blind",
  batch_key: id,
});

/** The id of the gap whose message a push belongs to; null: none. */
export function gapOf({ batch_kind, batch_key }: Batch): string | null {
  return batch_kind === "blind" ? batch_key : null;
}

/** ntfy's priority of pushes that must not wait. */
export const urgent = 5;

type Joining = Batch & Pick<Notification, "transition" | "state" | "priority" | "due_at">;

/** Makes a push that could not leave without a network due, as a part of the message about the gap, if any. */
export function sentAfterOutage<N extends Joining>(
  push: N,
  period: MonitoringGap | null,
  now: Instant,
): N {
  const due = { ...push, due_at: now };
  return period === null ? due : joinGapMessage(period, due);
}

/** Makes a push a part of the message about `period`. */
export function joinGapMessage<N extends Joining>(period: MonitoringGap, push: N): N {
  const waits =
    push.state === "queued" && !(push.transition === "opened" && push.priority >= urgent);
  return {
    ...push,
    ...gapBatch(period),
    due_at: waits ? period.settling_until : push.due_at,
  };
}

/**
 * Selects from the due pushes of a device, and those that could join them, the ones to send now. The
 * message about a gap goes out whole, as soon as a part of it is due.
 */
export function dueTogether<N extends Batch & Pick<Notification, "due_at">>(
  pushes: readonly N[],
  now: Instant,
): N[] {
  const isDue = ({ due_at }: N) => due_at !== null && due_at <= now;
  const due = new Set(pushes.filter(isDue).map(gapOf));
  return pushes.filter((one) => {
    const period = gapOf(one);
    return period === null || due.has(period);
  });
}

/** Writes a time range as `02:10–02:31 (21 min)`, in the local time of `timezone`; with dates if it spans two days. */
export function formatRange(
  { from, to }: Pick<MonitoringGap, "from" | "to">,
  timezone: string,
): string {
  const local = (at: Instant) => new Date(zoneOf(timezone).local(at)).toISOString();
  const [begin, end] = [local(from), local(to)];
  const oneDay = begin.slice(0, 10) === end.slice(0, 10);
  const shown = (at: string) => (oneDay ? at.slice(11, 16) : at.slice(0, 16).replace("T", " "));
  const zone = timezone === "UTC" ? " UTC" : "";
  const dash = oneDay ? "–" : " – ";
  return `${shown(begin)}${dash}${shown(end)}${zone} (${formatDuration(to - from)})`;
}

const why: Record<MonitoringGap["reason"], string> = {
  stopped: "monitord was not running.",
  suspended: "monitord was suspended.",
  database: "The database was unavailable.",
  offline: "monitord had no network.",
  clock: "The clock was stepped.",
};

/**
 * The message to one device about `period`: the pushes that were `sent` earlier, and those `added` since.
 */
export function gapMessage(
  period: MonitoringGap,
  timezone: string,
  sent: readonly Notification[],
  added: readonly Notification[],
): PushText {
  const pushes = [...sent, ...added];
  const of = (...transitions: Transition[]) =>
    pushes
      .filter(({ transition }) => transitions.includes(transition))
      .toSorted((a, b) => b.priority - a.priority);
  const opened = of("opened");
  const over = of("recovered");
  const changes = [
    ...(opened.length > 0 ? [`${plural(opened.length, "incident")} opened`] : []),
    ...(over.length > 0
      ? [
          opened.length > 0
            ? `${over.length} resolved`
            : `${plural(over.length, "incident")} resolved`,
        ]
      : []),
  ].join(", ");
  const lines = [...opened, ...over];
  return {
    title: `Monitoring gap ${formatRange(period, timezone)}: ${changes === "" ? "nothing changed" : changes}`,
    message: [
      `${why[period.reason]} ${changes === "" ? "No incident changed." : "Changes found afterwards:"}`,
      ...(lines.length > 0 ? [listed(lines)] : []),
      `Times in ${timezone}.`,
    ].join("\n"),
    // Pushes that were sent before do not ring again.
    priority: Math.max(...added.map(({ priority }) => priority)),
    tags: [opened.length > 0 ? "rotating_light" : "white_check_mark"],
  };
}
