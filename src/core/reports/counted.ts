/**
 * Decisions that only count, as those about nearly all reports of a busy monitor. A store may keep them for a moment and
 * write several of one monitor as one. Pure.
 */
import type { Change } from "../command/change.ts";
import type { ErrorReport } from "../command/command.ts";
import type { Incident, Instant, Subject } from "../model/model.ts";

const columns = [
  "last_received_at",
  "burst_at",
  "burst_count",
  "window_count",
  "window_from",
] as const satisfies (keyof Subject)[];

/** The counts of a decision. */
export interface Counted {
  /** The columns of the subject that count. */
  set: Partial<Pick<Subject, (typeof columns)[number]>>;
  counts: { at: Instant; count: number }[];
  kept: ErrorReport[];
  /** Occurrences of the unresolved incident, with these reports; null: none. */
  occurrences: number | null;
}

/** The counts of one monitor, in a journal. */
export interface JournalEntry extends Counted {
  subject_id: string;
  /** The incident of `occurrences`. */
  incident_id: string | null;
}

/** The counts of a decision; null: it does more than count. */
export function countedBy(
  changes: readonly Change[],
  { subject, incident }: { subject: Subject; incident: Incident | null },
): Counted | null {
  const counted: Counted = {
    set: {},
    counts: [],
    kept: [],
    occurrences: incident?.occurrences ?? null,
  };
  for (const change of changes) {
    if (change.kind === "reports") {
      counted.counts = change.counts;
      counted.kept = change.kept;
    } else if (change.kind === "subject") {
      for (const [name, value] of Object.entries(change.set) as [keyof Subject, never][])
        if (isCounting(name)) counted.set[name] = value;
        else if (value !== subject[name]) return null;
    } else if (change.kind === "incident") {
      const { occurrences, ...rest } = change.set;
      if (Object.keys(rest).length > 0) return null;
      counted.occurrences = occurrences ?? counted.occurrences;
    } else return null;
  }
  return counted;
}

const isCounting = (name: keyof Subject): name is (typeof columns)[number] =>
  (columns as readonly (keyof Subject)[]).includes(name);

/** Counts that can be added to, without a change of these. */
export const copyCounts = ({ set, counts, kept, occurrences }: Counted): Counted => ({
  set: { ...set },
  counts: [...counts],
  kept: [...kept],
  occurrences,
});

/** Adds the counts of a later decision to earlier ones. */
export function addCounts(earlier: Counted, later: Counted): void {
  Object.assign(earlier.set, later.set);
  earlier.counts.push(...later.counts);
  earlier.kept.push(...later.kept);
  earlier.occurrences = later.occurrences;
}

/** Puts the counts into a monitor in memory: into its subject, and its unresolved incident. */
export function applyCounts(
  { subject, incident }: { subject: Subject; incident: Incident | null },
  { set, occurrences }: Counted,
): void {
  Object.assign(subject, set);
  if (incident && occurrences !== null) incident.occurrences = occurrences;
}

/** The changes that write the counts. */
export const changesOf = ({ set, counts, kept, occurrences }: Counted): Change[] => [
  { kind: "reports", counts, kept },
  { kind: "subject", set },
  ...(occurrences === null ? [] : [{ kind: "incident" as const, set: { occurrences } }]),
];

/**
 * True when the decision about `arriving` reports does not depend on how many of the stored ones have left the window:
 * with all of them the threshold is not reached, or its `recent` reports, which are in every window, keep a firing
 * monitor at or above it.
 */
export const isDecidedByAny = (
  { status, window_count }: Pick<Subject, "status" | "window_count">,
  threshold: number,
  { arriving, recent }: { arriving: number; recent: number },
): boolean =>
  status === "firing" ? recent + arriving >= threshold : window_count + arriving < threshold;
