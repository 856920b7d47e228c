/**
 * Decides what happens to the incident when a monitor changes between healthy and failing. Normally the
 * incident opens or resolves. While the monitor flaps, one incident stays open through all changes: one
 * push when flapping begins, and one when it stops, which either resolves the incident (the monitor is
 * healthy) or turns it into an ordinary one (it is down). In between, each state change is written into
 * the incident without a push, and an acknowledgement stays. Reminders and escalation go on as for any
 * incident.
 *
 * Only state changes that open or resolve an incident count towards flapping.
 */
import type { Change } from "../command/change.ts";
import type { Snapshot } from "../command/snapshot.ts";
import { formatDuration } from "../text/duration.ts";
import { calmAt, afterChange, changesOfFlapping, flappingWindow, steady } from "./flapping.ts";
import { open, resolve } from "./incident.ts";
import type { Incident, Instant, Subject } from "../model/model.ts";
import type { Status } from "../model/status.ts";

export type MonitorSnapshot = Exclude<Snapshot, { kind: "alert_group" }>;

/** The result: columns of the subject, and the changes of its incident. */
export interface StateChange {
  set: Partial<Subject>;
  changes: Change[];
}

/** The monitor's new condition. */
export interface MonitorCondition {
  bad: boolean;
  status: Status;
  /** The text for an ordinary incident in this condition. */
  title: string;
  summary: string;
}

/** Maximum number of state changes written into the incident one by one; further ones are only counted. */
const maxListed = 50;

/** Handles a state change: applies `ordinary`, unless the monitor flaps. */
export function changeState(
  snapshot: MonitorSnapshot,
  current: MonitorCondition,
  ordinary: Change[],
  now: Instant,
): StateChange {
  const { subject, monitor } = snapshot;
  const flaps = subject.flapping_since !== null;
  const counts = monitor.detect_flapping && subject.paused_at === null && countsAsChange(ordinary);
  if (!flaps && !counts) return { set: {}, changes: ordinary };
  const set = afterChange(subject, flappingWindow(monitor), now);
  if (flaps) return { set, changes: recordWhileFlapping(snapshot, current) };
  return {
    set,
    changes:
      set.flapping_since === null
        ? ordinary
        : startFlapping(snapshot, current, ordinary, now - set.crossings[0]!, now),
  };
}

/** Handles a state change after `dependency` has opened or suppressed the incident. */
export function changeStateGated(
  snapshot: MonitorSnapshot,
  current: MonitorCondition,
  { set, changes }: StateChange,
  now: Instant,
): StateChange {
  const change = changeState(snapshot, current, changes, now);
  return { ...change, set: { ...set, ...change.set } };
}

/** True if `ordinary` opens an incident or resolves one. */
const countsAsChange = (ordinary: readonly Change[]) =>
  ordinary.some(
    (change) =>
      change.kind === "incident-opened" ||
      (change.kind === "incident" && change.set.status === "resolved"),
  );

function startFlapping(
  snapshot: MonitorSnapshot,
  current: MonitorCondition,
  ordinary: readonly Change[],
  within: number,
  now: Instant,
): Change[] {
  const { monitor, incident } = snapshot;
  const title = `${monitor.title} is flapping`;
  const summary = `${changesOfFlapping} state changes in ${formatDuration(within)}; ${current.status} when this was noticed: ${current.summary}\nFurther changes are not sent until it is stable for ${formatDuration(calmAfter(monitor))}.`;
  const opened = ordinary.find((change) => change.kind === "incident-opened");
  if (opened)
    return open({
      ...opened,
      title,
      summary,
      details: { ...opened.details, crossings: 0 },
    });
  // A change that opens no incident resolves the open one.
  const { details } = incident!;
  return [
    {
      kind: "incident",
      set: { title, summary, details: { ...details, crossings: 0 } },
    },
    {
      kind: "timeline",
      entry: "status_changed",
      text: `${title}: ${summary}`,
      actor: null,
    },
    pageAgain(title, summary, now),
  ];
}

/** Records a state change in the incident, without a push. */
function recordWhileFlapping(
  { subject, incident }: MonitorSnapshot,
  { status, summary }: MonitorCondition,
): Change[] {
  if (!incident) return [];
  const count = changesWhileFlapping(incident) + 1;
  const counted: Change = {
    kind: "incident",
    set: { details: { ...incident.details, crossings: count } },
  };
  if (count > maxListed) return [counted];
  // The status may have been down already, before the failure was confirmed.
  const from = subject.status === status ? "" : `${subject.status} → `;
  const rest =
    count === maxListed
      ? " Further state changes are counted, not listed, until flapping stops."
      : "";
  return [
    counted,
    {
      kind: "timeline",
      entry: "status_changed",
      text: `Flapping, ${from}${status}: ${summary}${rest}`,
      actor: null,
    },
  ];
}

/** Number of state changes since flapping began. */
const changesWhileFlapping = ({ details }: Incident) => details["crossings"] as number;

const calmAfter = (monitor: MonitorSnapshot["monitor"]) => flappingWindow(monitor) / 2;

/** The instant at which flapping ends without another change; null: the monitor does not flap. */
export function stopsFlappingAt(
  subject: Subject,
  monitor: MonitorSnapshot["monitor"],
): Instant | null {
  return calmAt(subject, flappingWindow(monitor));
}

/** True when a flapping monitor has been stable long enough, or flap detection was turned off. */
export function hasStopped(
  subject: Subject,
  monitor: MonitorSnapshot["monitor"],
  now: Instant,
): boolean {
  const at = stopsFlappingAt(subject, monitor);
  return at !== null && (now >= at || !monitor.detect_flapping);
}

/** Ends flapping, with a push: the monitor is healthy, or it is down and stays so. */
export function stopFlapping(
  snapshot: MonitorSnapshot,
  current: MonitorCondition,
  now: Instant,
): StateChange {
  const { monitor, incident } = snapshot;
  const title = `${monitor.title} stopped flapping: ${current.status}`;
  const reason = monitor.detect_flapping
    ? `No state change for ${formatDuration(calmAfter(monitor))}.`
    : "Flap detection was turned off.";
  if (!current.bad)
    return {
      set: steady,
      changes: resolve(
        snapshot,
        { title, reason, last: changeCountText(incident), actor: null },
        now,
      ),
    };
  if (!incident) return { set: steady, changes: [] };
  return {
    set: steady,
    changes: [
      ...ordinaryAgain(incident, current, `${title}. ${reason}`, null),
      pageAgain(title, `${reason}\n${current.summary}`, now),
    ],
  };
}

/**
 * Ends flapping because `by` paused the monitor: the incident becomes what it would be without flapping.
 */
export function dropFlapping(
  snapshot: MonitorSnapshot,
  current: MonitorCondition,
  by: string,
  now: Instant,
): StateChange {
  const { subject, monitor, incident } = snapshot;
  if (subject.flapping_since === null)
    return {
      set: subject.crossings.length === 0 ? {} : steady,
      changes: [],
    };
  const reason = `${by} paused the monitor while it was flapping. Last state: ${current.status}.`;
  return {
    set: steady,
    changes: !current.bad
      ? resolve(
          snapshot,
          {
            title: `${monitor.title} paused while flapping: ${current.status}`,
            reason,
            last: changeCountText(incident),
            actor: by,
          },
          now,
        )
      : incident
        ? ordinaryAgain(incident, current, reason, by)
        : [],
  };
}

const changeCountText = (incident: Incident | null) => {
  const count = changesOfFlapping + (incident ? changesWhileFlapping(incident) : 0);
  return `${count} state changes in total.`;
};

function ordinaryAgain(
  { details }: Incident,
  { title, summary }: MonitorCondition,
  text: string,
  actor: string | null,
): Change[] {
  const { crossings: _crossings, ...rest } = details;
  return [
    { kind: "incident", set: { title, summary, details: rest } },
    { kind: "timeline", entry: "status_changed", text, actor },
  ];
}

/** A second page about an incident; it replaces pages that were not sent yet. */
const pageAgain = (title: string, message: string, now: Instant): Change => ({
  kind: "notify",
  transition: "opened",
  title,
  message,
  round: `flapping.${now}`,
  replaces: true,
});
