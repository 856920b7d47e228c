/** Pauses and resumes: the part that all kinds of monitors share. */
import type { Change } from "../command/change.ts";
import type { Snapshot } from "../command/snapshot.ts";
import { localMinute } from "../hours/zone.ts";
import type { Instant, Subject } from "../model/model.ts";

/** True once a pause with an end has ended. */
export function pauseIsOver(subject: Subject, now: Instant): boolean {
  return subject.paused_at !== null && subject.paused_until !== null && subject.paused_until <= now;
}

/** The columns of a subject that is paused from now on. */
export function pausedFrom(now: Instant, until: Instant | null): Partial<Subject> {
  return {
    paused_at: now,
    paused_until: until,
    due_at: null,
    lease_token: null,
    fetch_attempts: 0,
  };
}

/**
 * Says it in the timeline of the incident, if any, and in the history when the pause ends. A pause with the same end as the one
 * before it adds no entry.
 */
export function sayPaused(
  { subject, incident }: Pick<Snapshot, "subject" | "incident">,
  entry: "paused" | "resumed",
  by: string | null,
  until: Instant | null = null,
): Change[] {
  // Only a paused monitor is resumed.
  const ended: Change[] =
    entry === "resumed" ? [{ kind: "pause-ended", from: subject.paused_at! }] : [];
  const isSame = subject.paused_at !== null && subject.paused_until === until;
  if (!incident || (entry === "paused" && isSame)) return ended;
  return [
    ...ended,
    {
      kind: "timeline",
      entry,
      text:
        by === null
          ? "The pause ended. Monitoring resumed."
          : `The monitor was ${entry} by ${by}${until === null ? "" : ` until ${localMinute("UTC", until)}`}.`,
      actor: by,
    },
  ];
}

/** The earliest of several instants, some of which may not be set. */
export function earliest(...instants: (Instant | null | undefined)[]): Instant | null {
  let first: Instant | null = null;
  for (const at of instants)
    if (at !== null && at !== undefined && (first === null || at < first)) first = at;
  return first;
}
