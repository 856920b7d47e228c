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
import type { Change, Snapshot } from "../model/change.ts";
import { formatDuration } from "../text/duration.ts";
import { calmAt, crossed, crossingsOfFlapping, flappingWindow, steady } from "./flapping.ts";
import { open, resolve } from "./incident.ts";
import type { Incident, Instant, Subject } from "../model/model.ts";
import type { Status } from "../model/status.ts";

export type MonitorSnapshot = Exclude<Snapshot, { kind: "alert_group" }>;

/** The result: columns of the subject, and the changes of its incident. */
export interface Crossing {
  set: Partial<Subject>;
  changes: Change[];
}

/** The monitor's new condition. */
export interface Condition {
  bad: boolean;
  status: Status;
  /** The text for an ordinary incident in this condition. */
  title: string;
  summary: string;
}

/** Maximum number of state changes written into the incident one by one; further ones are only counted. */
const listed = 50;

/** Handles a state change: applies `ordinary`, unless the monitor flaps. */
export function cross(
  snapshot: MonitorSnapshot,
  now_is: Condition,
  ordinary: Change[],
  now: Instant,
): Crossing {
  const { subject, monitor } = snapshot;
  const flaps = subject.flapping_since !== null;
  const counts = monitor.detect_flapping && subject.paused_at === null && isTold(ordinary);
  if (!flaps && !counts) return { set: {}, changes: ordinary };
  const set = crossed(subject, flappingWindow(monitor), now);
  if (flaps) return { set, changes: wentOn(snapshot, now_is) };
  return {
    set,
    changes:
      set.flapping_since === null
        ? ordinary
        : began(snapshot, now_is, ordinary, now - set.crossings[0]!, now),
  };
}

/** The same, for a monitor with dependencies, which can suppress the incident (`dependency`). */
export function gatedCross(
  snapshot: MonitorSnapshot,
  now_is: Condition,
  { set, changes }: Crossing,
  now: Instant,
): Crossing {
  const crossing = cross(snapshot, now_is, changes, now);
  return { ...crossing, set: { ...set, ...crossing.set } };
}

/** It opens an incident or resolves one. */
const isTold = (ordinary: readonly Change[]) =>
  ordinary.some(
    (change) =>
      change.kind === "incident-opened" ||
      (change.kind === "incident" && change.set.status === "resolved"),
  );

function began(
  snapshot: MonitorSnapshot,
  now_is: Condition,
  ordinary: readonly Change[],
  within: number,
  now: Instant,
): Change[] {
  const { monitor, incident } = snapshot;
  const title = `${monitor.title} is flapping`;
  const summary = `It went between good and bad ${crossingsOfFlapping} times in ${formatDuration(within)} and is ${now_is.status} now: ${now_is.summary}\nNobody is told of its ups and downs until there were none for ${formatDuration(calmAfter(monitor))}.`;
  const opening = ordinary.find((change) => change.kind === "incident-opened");
  if (opening)
    return open({
      ...opening,
      title,
      summary,
      details: { ...opening.details, crossings: 0 },
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
    again(title, summary, now),
  ];
}

/** Written into the incident, without a push. */
function wentOn({ subject, incident }: MonitorSnapshot, { status, summary }: Condition): Change[] {
  if (!incident) return [];
  const count = crossingsOf(incident) + 1;
  const counted: Change = {
    kind: "incident",
    set: { details: { ...incident.details, crossings: count } },
  };
  if (count > listed) return [counted];
  // It can have been down before that was confirmed.
  const from = subject.status === status ? "" : `${subject.status} → `;
  const rest = count === listed ? " What follows is only counted, until it stops flapping." : "";
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

/** Since it has been flapping. */
const crossingsOf = ({ details }: Incident) => details["crossings"] as number;

const calmAfter = (monitor: MonitorSnapshot["monitor"]) => flappingWindow(monitor) / 2;

/** When flapping ends without another change; null: it does not flap. */
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
export function stopped(snapshot: MonitorSnapshot, now_is: Condition, now: Instant): Crossing {
  const { monitor, incident } = snapshot;
  const title = `${monitor.title} has stopped flapping: ${now_is.status}`;
  const reason = monitor.detect_flapping
    ? `It has not gone between good and bad for ${formatDuration(calmAfter(monitor))}.`
    : "Flapping is not looked for any more.";
  if (!now_is.bad)
    return {
      set: steady,
      changes: resolve(snapshot, { title, reason, said: countOf(incident), actor: null }, now),
    };
  if (!incident) return { set: steady, changes: [] };
  return {
    set: steady,
    changes: [
      ...ordinaryAgain(incident, now_is, `${title}. ${reason}`, null),
      again(title, `${reason}\n${now_is.summary}`, now),
    ],
  };
}

/**
 * Ends flapping because `by` paused the monitor: the incident becomes what it would be without flapping.
 */
export function forgotten(
  snapshot: MonitorSnapshot,
  now_is: Condition,
  by: string,
  now: Instant,
): Crossing {
  const { subject, monitor, incident } = snapshot;
  if (subject.flapping_since === null)
    return {
      set: subject.crossings.length === 0 ? {} : steady,
      changes: [],
    };
  const reason = `It was flapping when ${by} paused it, and ${now_is.status} at the end.`;
  return {
    set: steady,
    changes: !now_is.bad
      ? resolve(
          snapshot,
          {
            title: `${monitor.title} was flapping and is paused: ${now_is.status}`,
            reason,
            said: countOf(incident),
            actor: by,
          },
          now,
        )
      : incident
        ? ordinaryAgain(incident, now_is, reason, by)
        : [],
  };
}

const countOf = (incident: Incident | null) => {
  const count = crossingsOfFlapping + (incident ? crossingsOf(incident) : 0);
  return `It went between good and bad ${count} times.`;
};

function ordinaryAgain(
  { details }: Incident,
  { title, summary }: Condition,
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
const again = (title: string, message: string, now: Instant): Change => ({
  kind: "notify",
  transition: "opened",
  title,
  message,
  round: `flapping.${now}`,
  replaces: true,
});
