/**
 * Suppresses the incident of a monitor while one of its dependencies is down, because people were already
 * notified of that one. Only opening is suppressed: checks go on, the status follows them, and an open
 * incident stays open. The suppression is stored with the subject until one of two things happens: no
 * dependency is down any more and a later check still fails (the incident opens, and says since when the
 * monitor has failed), or the monitor recovers (no push).
 *
 * A check can fail shortly before the check of its dependency does. So when no dependency is known to be
 * down, those without a newer result are checked at once, and the incident waits for them, `answerWithin`
 * at most: a hanging dependency must not delay a page further.
 *
 * Only direct dependencies count: a monitor that is down is down whether it opened an incident or not.
 * Cycles cannot be declared.
 */
import type { Change } from "../command/change.ts";
import type { Dependency, Snapshot } from "../command/snapshot.ts";
import { formatDuration } from "../text/duration.ts";
import { open } from "./incident.ts";
import type { Instant, Subject, Suppression, MonitorKind } from "../model/model.ts";
import { isFailing, type Status } from "../model/status.ts";
import { earliest } from "./pause.ts";
import { localMinute } from "../hours/zone.ts";
import { listed } from "../text/listed.ts";

/** Both ends of `depends_on`, by title. */
export interface Dependencies {
  parents: Dependency[];
  children: {
    kind: MonitorKind;
    id: string;
    title: string;
  }[];
}

/** Maximum wait of an incident for the result of a dependency, ms. */
export const answerWithin = 30_000;
/** Pause between requests for that result, because a row that is being written is skipped, ms. */
const askAgain = 10_000;

/** True while the incidents of its dependents are suppressed. A paused monitor suppresses none. */
export function isDown({ status, paused_at }: Pick<Subject, "status" | "paused_at">): boolean {
  return paused_at === null && isFailing(status);
}

/** The result of a decision: columns of the subject, and other changes. */
export interface Gated {
  set: Partial<Subject>;
  changes: Change[];
}

/** A monitor that is bad and has no incident. */
export interface Bad {
  status: Status;
  /** Why, for people. */
  reason: string | null;
  incident: Suppression["incident"];
  /** When the subject could change without an event, apart from dependencies. */
  wake_at: Instant | null;
}

/** Opens the incident or suppresses it; continues a suppression or ends it by opening. */
export function openOrSuppress(
  snapshot: Pick<Snapshot, "subject" | "parents">,
  bad: Bad,
  now: Instant,
): Gated {
  const { subject, parents = [] } = snapshot;
  const since = subject.suppression?.since ?? now;
  // While `release_at` is set, a dependent's result may be older than the dependency's recovery.
  const down = parents.filter((parent) => isDown(parent) || parent.release_at !== null);
  if (down.length > 0) return suppress(subject, bad, down, since, null, now);
  const until = since + answerWithin;
  const silent = parents.filter(
    ({ paused_at, checked_at }) => paused_at === null && (checked_at ?? 0) < since,
  );
  return silent.length > 0 && now < until
    ? suppress(subject, bad, silent, since, until, now)
    : opened(subject.suppression, bad, now);
}

/** Re-evaluates a suppression after time has passed, or after a dependency has changed. */
export function reevaluate(
  snapshot: Pick<Snapshot, "subject" | "parents">,
  { reason, incident }: Suppression,
  now: Instant,
): Gated {
  const { status } = snapshot.subject;
  const bad = { status, reason, incident, wake_at: null };
  const { set, changes } = openOrSuppress(snapshot, bad, now);
  return { set: { wake_at: null, ...set }, changes };
}

function suppress(
  { suppression: before }: Subject,
  { status, reason, incident, wake_at }: Bad,
  parents: readonly Dependency[],
  since: Instant,
  until: Instant | null,
  now: Instant,
): Gated {
  const by = parents.map(({ id, title }) => ({ id, title }));
  const suppression: Suppression = { since, by, until, reason, incident };
  const same = JSON.stringify(suppression) === JSON.stringify(before);
  const cause = until === null ? isDownText(by) : waitsText(by);
  const known = before !== null && before.until === null && isDownText(before.by) === cause;
  return {
    set: {
      ...(same ? {} : { suppression }),
      status_reason: [reason, cause].filter((text) => text !== null).join(" "),
      wake_at: until === null ? wake_at : earliest(wake_at, Math.min(until, now + askAgain)),
    },
    changes:
      until !== null
        ? [{ kind: "ask", ids: by.map(({ id }) => id) }]
        : known
          ? []
          : [{ kind: "history", status, reason: cause }],
  };
}

function opened(before: Suppression | null, bad: Bad, now: Instant): Gated {
  const { incident, reason } = bad;
  const why = before && suppressionNote(before, now);
  const ended = /[.!?…]$/.test(incident.summary) ? "" : ".";
  const summary = why ? `${incident.summary}${ended} ${why}` : incident.summary;
  return {
    set: before === null ? {} : { suppression: null, status_reason: reason },
    changes: open({ ...incident, summary }),
  };
}

/** The sentence in the incident about its suppression; null: none is needed. */
function suppressionNote({ since, by, until }: Suppression, now: Instant): string | null {
  if (until === null)
    return `Failing since ${localMinute("UTC", since)} (${formatDuration(now - since)}), suppressed while ${named(by)} ${were(by)} down.`;
  return now < until
    ? null
    : `${dependencies(by, "D")} did not answer within ${formatDuration(answerWithin)}.`;
}

/**
 * Ends a suppression because the monitor recovered, with an entry in its history. Empty without a
 * suppression.
 */
export function recovered({ suppression }: Subject, status: Status, now: Instant): Gated {
  if (suppression === null) return { set: {}, changes: [] };
  const { since, by } = suppression;
  return {
    set: { suppression: null },
    changes: [
      {
        kind: "history",
        status,
        reason: `Recovered after ${formatDuration(now - since)}. No incident: suppressed by ${dependencies(by)}.`,
      },
    ],
  };
}

/**
 * Adds to `changes` that dependents must be re-evaluated: this monitor is no longer down, or has the
 * result that a dependent waits for.
 */
export function withRecheck(subject: Subject, changes: readonly Change[]): Change[] {
  const set: Partial<Subject> = {};
  for (const change of changes) if (change.kind === "subject") Object.assign(set, change.set);
  const goodAgain = isDown(subject) && !isDown({ ...subject, ...set });
  const answered = subject.asked_at !== null && set.checked_at !== undefined;
  return goodAgain || answered ? [...changes, { kind: "recheck-dependents" }] : [...changes];
}

type Names = Suppression["by"];

const isDownText = (by: Names) =>
  `Suppressed: ${dependencies(by)} ${by.length === 1 ? "is" : "are"} down.`;

const waitsText = (by: Names) =>
  `Checking ${dependencies(by)} first (${formatDuration(answerWithin)} at most).`;

/** `dependency "Router"`, `dependencies "Router" and "Mail"`. */
const dependencies = (by: Names, initial: "d" | "D" = "d") =>
  `${initial}${by.length === 1 ? "ependency" : "ependencies"} ${named(by)}`;

const were = (by: Names) => (by.length === 1 ? "was" : "were");

/** `"Router"`, `"Router" and "Mail"`, `"A", "B" and "C"`. */
const named = (by: Names): string => listed(by.map(({ title }) => `"${title}"`));

/**
 * Splits the dependents of a monitor in two: those to check again (their last result may predate the
 * recovery), and those to wake as they are (they only wait for the dependency's result, or count
 * reports).
 */
export function splitDependents(
  children: readonly Pick<Subject, "id" | "kind" | "paused_at" | "suppression">[],
  parent_id: string,
): { check: string[]; wake: string[] } {
  const split = { check: [] as string[], wake: [] as string[] };
  for (const { id, kind, paused_at, suppression } of children) {
    if (paused_at !== null || !suppression) continue;
    if (!suppression.by.some((parent) => parent.id === parent_id)) continue;
    const anew = kind === "health_check_monitor" && suppression.until === null;
    split[anew ? "check" : "wake"].push(id);
  }
  return split;
}

/** Maximum number of dependents checked again per second after a recovery. */
const atOnce = 100;

/**
 * When each of `ids` is checked again: a thousand dependents of one router must not start in the same
 * second.
 */
export function spread<T>(ids: readonly T[], now: Instant): { at: Instant; ids: T[] }[] {
  const groups: { at: Instant; ids: T[] }[] = [];
  for (let from = 0; from < ids.length; from += atOnce)
    groups.push({
      at: now + (from / atOnce) * 1000,
      ids: ids.slice(from, from + atOnce),
    });
  return groups;
}
