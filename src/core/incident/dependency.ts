/**
 * What keeps a monitor from opening an incident: something that it depends on is down, and people are told of
 * that already.
 *
 * Only opening is withheld: checks go on, the status is what it is, and an incident that is open stays so. What
 * is withheld is remembered with the subject until one of these happens: nothing that it depends on is down
 * any more, and a check made after that still finds it bad (the incident opens, and says since when), or it has
 * recovered (nobody is told).
 *
 * A check may fail shortly before the one of what it depends on does. So when nothing is known to be down, what
 * has not answered since is asked at once, and the incident waits for the answer: `answerWithin` at most,
 * because a page must not be late on account of something that hangs.
 *
 * One level is enough: what is down is down whether it opened an incident or not. A circle cannot be declared.
 */
import type { Change, Snapshot } from "../model/change.ts";
import { formatDuration } from "../text/duration.ts";
import { open } from "./incident.ts";
import type { HealthCheckMonitor, Instant, Subject, Withheld } from "../model/model.ts";
import { isFailing, type Status } from "../model/status.ts";
import { earliest } from "./pause.ts";
import { localMinute } from "../paging/zone.ts";

/** A monitor, as far as those that depend on it look at it. */
export type Parent = Pick<HealthCheckMonitor, "id" | "title"> &
  Pick<Subject, "status" | "paused_at" | "checked_at" | "release_at">;

/** Both ends of `depends_on`, by title. */
export interface Dependencies {
  parents: Parent[];
  children: {
    kind: "health_check_monitors" | "webhook_monitors";
    id: string;
    title: string;
  }[];
}

/** How long an incident waits at most for the answer of what its monitor depends on. */
export const answerWithin = 30_000;
/** How often it is asked for: who was just being written is not asked. */
const askAgain = 10_000;

/** True while what depends on it opens no incident. A paused one says nothing about the others. */
export function isDown({ status, paused_at }: Pick<Subject, "status" | "paused_at">): boolean {
  return paused_at === null && isFailing(status);
}

/** What a decision means for the subject's own columns, and what else changes. */
export interface Gated {
  set: Partial<Subject>;
  changes: Change[];
}

/** A monitor that is bad and has no incident. */
export interface Bad {
  status: Status;
  /** Why, for people. */
  reason: string | null;
  incident: Withheld["incident"];
  /** When it could change by itself, apart from this. */
  wake_at: Instant | null;
}

/** Opens the incident, or withholds it; goes on withholding, or opens what was withheld. */
export function openOrWithhold(
  snapshot: Pick<Snapshot, "subject" | "parents">,
  bad: Bad,
  now: Instant,
): Gated {
  const { subject, parents = [] } = snapshot;
  const since = subject.withheld?.since ?? now;
  // Until those that depend on it have been looked at, an answer of theirs may be of before it was good again.
  const down = parents.filter((parent) => isDown(parent) || parent.release_at !== null);
  if (down.length > 0) return withhold(subject, bad, down, since, null, now);
  const until = since + answerWithin;
  const silent = parents.filter(
    ({ paused_at, checked_at }) => paused_at === null && (checked_at ?? 0) < since,
  );
  return silent.length > 0 && now < until
    ? withhold(subject, bad, silent, since, until, now)
    : opened(subject.withheld, bad, now);
}

/** Nothing happened to it but time, or to what it depends on. */
export function lookAgain(
  snapshot: Pick<Snapshot, "subject" | "parents">,
  { reason, incident }: Withheld,
  now: Instant,
): Gated {
  const { status } = snapshot.subject;
  const bad = { status, reason, incident, wake_at: null };
  const { set, changes } = openOrWithhold(snapshot, bad, now);
  return { set: { wake_at: null, ...set }, changes };
}

function withhold(
  { withheld: before }: Subject,
  { status, reason, incident, wake_at }: Bad,
  parents: readonly Parent[],
  since: Instant,
  until: Instant | null,
  now: Instant,
): Gated {
  const by = parents.map(({ id, title }) => ({ id, title }));
  const withheld: Withheld = { since, by, until, reason, incident };
  const same = JSON.stringify(withheld) === JSON.stringify(before);
  const said = until === null ? isDownText(by) : waitsText(by);
  const known = before !== null && before.until === null && isDownText(before.by) === said;
  return {
    set: {
      ...(same ? {} : { withheld }),
      status_reason: [reason, said].filter((text) => text !== null).join(" "),
      wake_at: until === null ? wake_at : earliest(wake_at, Math.min(until, now + askAgain)),
    },
    changes:
      until !== null
        ? [{ kind: "ask", ids: by.map(({ id }) => id) }]
        : known
          ? []
          : [{ kind: "history", status, reason: said }],
  };
}

function opened(before: Withheld | null, bad: Bad, now: Instant): Gated {
  const { incident, reason } = bad;
  const why = before && whyLate(before, now);
  const ended = /[.!?…]$/.test(incident.summary) ? "" : ".";
  const summary = why ? `${incident.summary}${ended} ${why}` : incident.summary;
  return {
    set: before === null ? {} : { withheld: null, status_reason: reason },
    changes: open({ ...incident, summary }),
  };
}

/** What the incident says of having been withheld; null: nothing that matters. */
function whyLate({ since, by, until }: Withheld, now: Instant): string | null {
  if (until === null)
    return `Failing since ${localMinute("UTC", since)} (${formatDuration(now - since)}); no incident before, because ${named(by)} ${were(by)} down.`;
  return now < until
    ? null
    : `${named(by)} ${were(by)} asked and did not answer within ${formatDuration(answerWithin)}.`;
}

/** It is good again: what was withheld is forgotten, and its history says so. Nothing when nothing was. */
export function recovered({ withheld }: Subject, status: Status, now: Instant): Gated {
  if (withheld === null) return { set: {}, changes: [] };
  const { since, by } = withheld;
  return {
    set: { withheld: null },
    changes: [
      {
        kind: "history",
        status,
        reason: `Recovered after ${formatDuration(now - since)} without an incident, which was withheld because it depends on ${named(by)}.`,
      },
    ],
  };
}

/**
 * The same changes, and that those which depend on it are to be looked at: it is down no longer, or has
 * given the answer that one of them waits for.
 */
export function released(subject: Subject, changes: readonly Change[]): Change[] {
  const set: Partial<Subject> = {};
  for (const change of changes) if (change.kind === "subject") Object.assign(set, change.set);
  const goodAgain = isDown(subject) && !isDown({ ...subject, ...set });
  const answered = subject.asked_at !== null && set.checked_at !== undefined;
  return goodAgain || answered ? [...changes, { kind: "release" }] : [...changes];
}

type Names = Withheld["by"];

const isDownText = (by: Names) =>
  `No incident: depends on ${named(by)}, which ${by.length === 1 ? "is" : "are"} down.`;

const waitsText = (by: Names) =>
  `No incident yet: waits for an answer of ${named(by)}, ${formatDuration(answerWithin)} at most.`;

const were = (by: Names) => (by.length === 1 ? "was" : "were");

/** `"Router"`, `"Router" and "Mail"`, `"A", "B" and "C"`. */
function named(by: Names): string {
  const titles = by.map(({ title }) => `"${title}"`);
  return [titles.slice(0, -1).join(", "), ...titles.slice(-1)]
    .filter((text) => text !== "")
    .join(" and ");
}

/**
 * Of those that depend on a monitor which is good again or has answered, who is looked at: with a check made
 * anew, because the last one may be of before; or, who waits for an answer or has reports to go by, as it is.
 */
export function toLookAt(
  children: readonly Pick<Subject, "id" | "kind" | "paused_at" | "withheld">[],
  parent_id: string,
): { check: string[]; wake: string[] } {
  const found = { check: [] as string[], wake: [] as string[] };
  for (const { id, kind, paused_at, withheld } of children) {
    if (paused_at !== null || !withheld) continue;
    if (!withheld.by.some((parent) => parent.id === parent_id)) continue;
    const anew = kind === "health_check_monitor" && withheld.until === null;
    found[anew ? "check" : "wake"].push(id);
  }
  return found;
}

/** Re-checks that begin in one second when what they depend on is good again. */
const atOnce = 100;

/** When each of `ids` is looked at again: a thousand behind one router do not all ask in the same second. */
export function spread<T>(ids: readonly T[], now: Instant): { at: Instant; ids: T[] }[] {
  const groups: { at: Instant; ids: T[] }[] = [];
  for (let from = 0; from < ids.length; from += atOnce)
    groups.push({
      at: now + (from / atOnce) * 1000,
      ids: ids.slice(from, from + atOnce),
    });
  return groups;
}
