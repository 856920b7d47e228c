/** The incident of a health check monitor: what it says when it opens and while it goes on, and what resolves it. */
import type { Change, Snapshot } from "./change.ts";
import type { Reading } from "./command.ts";
import { resolve } from "./incident.ts";
import type { CheckResult, HealthStatus, Instant, Withheld } from "./model.ts";

type HealthSnapshot = Extract<Snapshot, { kind: "health_check_monitor" }>;

export interface Verdict {
  status: HealthStatus;
  reason: string | null;
}

export const failing = (status: string) =>
  status === "down" || status === "stale";

/** What an incident says that opens with this verdict. */
export function openingOf(
  { monitor }: HealthSnapshot,
  verdict: Verdict,
  reading: Reading,
): Withheld["incident"] {
  return {
    title: `${monitor.title} is ${verdict.status}`,
    summary: said(verdict),
    occurrences: 0,
    details: { failing: names(reading) },
  };
}

/** It is good again, which resolves it; or it moved between down and stale, which is written into it. */
export function incidentOf(
  snapshot: HealthSnapshot,
  verdict: Verdict,
  reading: Reading,
  now: Instant,
): Change[] {
  const { subject, monitor, incident } = snapshot;
  if (!failing(verdict.status))
    return resolve(
      snapshot,
      {
        title: `${monitor.title} is ${verdict.status === "up" ? "up again" : `${verdict.status}, no longer ${subject.status}`}`,
        reason: `The monitor is ${verdict.status}.`,
        actor: null,
      },
      now,
    );
  if (!incident) return [];
  const { title, summary, details } = openingOf(snapshot, verdict, reading);
  return [
    { kind: "incident", set: { title, summary, details } },
    {
      kind: "timeline",
      entry: "status_changed",
      text: `${subject.status} → ${verdict.status}: ${summary}`,
      actor: null,
    },
  ];
}

/** Same status, but other checks fail than before: the timeline of the incident says so. */
export function stillFailing(
  snapshot: HealthSnapshot,
  verdict: Verdict,
  reading: Reading,
): Change[] {
  const { incident } = snapshot;
  if (!incident || verdict.status !== "down") return [];
  const failingNow = names(reading);
  const before = incident.details["failing"];
  if (JSON.stringify(before) === JSON.stringify(failingNow)) return [];
  const summary = said(verdict);
  return [
    {
      kind: "incident",
      set: { summary, details: { ...incident.details, failing: failingNow } },
    },
    { kind: "timeline", entry: "status_changed", text: summary, actor: null },
  ];
}

/** The reason, or what there is to say without one. */
function said(verdict: Verdict): string {
  return verdict.reason ?? `The monitor is ${verdict.status}.`;
}

/** Names of the sub-checks that make it fail, sorted; none for a fetch that failed. */
function names(reading: Reading): string[] {
  if (!reading.ok) return [];
  return reading.results
    .filter((r: CheckResult) => r.status === "failed" || r.status === "crashed")
    .map((r) => r.name)
    .sort();
}
