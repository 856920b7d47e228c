/**
 * What becomes of the incident when a monitor crosses between good and bad: the ordinary thing, or, while it
 * flaps, one incident that stays open through all of it.
 *
 * When it begins to flap there is one push, and one when it has stopped: that it is well, which resolves the
 * incident, or that it is down, which makes an ordinary incident of it. In between each crossing is written into
 * the incident and nobody is told; that somebody has acknowledged it stays. Pages that the group asks for
 * (repeats, escalation) go on as for any incident. Whether a crossing opens an incident at all is for the
 * ordinary changes to say: what opens none counts for nothing here.
 */
import type { Change, Snapshot } from "../model/change.ts";
import { formatDuration } from "../text/duration.ts";
import { calmAt, crossed, crossingsOfFlapping, flappingWindow, steady } from "./flapping.ts";
import { open, resolve } from "./incident.ts";
import type { Incident, Instant, Subject } from "../model/model.ts";
import type { Status } from "../model/status.ts";

export type MonitorSnapshot = Exclude<Snapshot, { kind: "alert_group" }>;

/** What follows: columns of the subject, and the changes of its incident. */
export interface Crossing {
  set: Partial<Subject>;
  changes: Change[];
}

/** What the monitor is like from now on. */
export interface Condition {
  bad: boolean;
  status: Status;
  /** What is said of an ordinary incident in this condition. */
  title: string;
  summary: string;
}

/** Crossings that are written into the incident one by one; more are only counted. */
const listed = 50;

/** It crosses, which does what `ordinary` says unless it flaps. */
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

/** The same, where what it depends on has a word too (`dependency`). */
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
  // What opens none resolves the one that there is.
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

/** Written down, and nobody told. */
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

/** When it will have stopped flapping by itself; null: it does not flap. */
export function stopsFlappingAt(
  subject: Subject,
  monitor: MonitorSnapshot["monitor"],
): Instant | null {
  return calmAt(subject, flappingWindow(monitor));
}

/** It flaps, and has stopped by now or is not to be looked at any more. */
export function hasStopped(
  subject: Subject,
  monitor: MonitorSnapshot["monitor"],
  now: Instant,
): boolean {
  const at = stopsFlappingAt(subject, monitor);
  return at !== null && (now >= at || !monitor.detect_flapping);
}

/** It has stopped flapping, which is said: it is well, or it is down and stays so. */
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

/** It is paused by `by`: that it flapped is forgotten, and the incident is what it would be without. */
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

/** A page about an incident that was told before; it takes the place of what has not left yet. */
const again = (title: string, message: string, now: Instant): Change => ({
  kind: "notify",
  transition: "opened",
  title,
  message,
  round: `flapping.${now}`,
  replaces: true,
});
