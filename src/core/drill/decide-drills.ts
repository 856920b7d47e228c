/**
 * Decides when the drills of a group begin and end. After downtime one drill replaces all missed ones: a
 * drill tests whether people can be reached now.
 */
import type { Change } from "../command/change.ts";
import type { Drilling, Snapshot } from "../command/snapshot.ts";
import { beginDrill, endDrill, nextDrill } from "./drill.ts";
import type { Instant, Subject } from "../model/model.ts";
import { earliest } from "../incident/pause.ts";

type GroupSnapshot = Extract<Snapshot, { kind: "alert_group" }>;

const nothing: Drilling = { people: [], over: [], next_end_at: null };

/** The due changes: ended drills are closed, and a scheduled one begins. */
export function drillsDue(
  { group, subject, drilling }: GroupSnapshot,
  now: Instant,
): { changes: Change[]; set: Partial<Subject>; next_at: Instant | null } {
  const { people, over, next_end_at } = drilling ?? nothing;
  const changes: Change[] = over.map(({ drill, answers }) => ({
    kind: "drill-ended",
    drill_id: drill.id,
    pushes: endDrill(group, drill, answers, people, now),
  }));
  const { drill_at } = subject;
  if (drill_at === null || now < drill_at)
    return { changes, set: {}, next_at: earliest(drill_at, next_end_at) };
  const began = beginDrill(group, people, now);
  const next = nextDrill(group, now);
  return {
    changes: [...changes, { kind: "drill-began", started_by: null, ...began }],
    set: { drill_at: next },
    next_at: earliest(next, next_end_at, began.ends_at),
  };
}

/** Starts a drill on request. */
export function startDrill(
  { group, subject, drilling }: GroupSnapshot,
  by: string,
  now: Instant,
): Change[] {
  const { people } = drilling ?? nothing;
  const began = beginDrill(group, people, now);
  const wake_at = earliest(subject.wake_at, began.ends_at);
  return [
    { kind: "subject", set: { wake_at } },
    { kind: "drill-began", started_by: by, ...began },
  ];
}

/** The group was made or has changed: when its next drill is. One that is due already stays so. */
export function plannedDrill({ group, subject }: GroupSnapshot, now: Instant): Change[] {
  const due = subject.drill_at !== null && subject.drill_at <= now;
  if (due && group.drill_cron !== null) return [];
  const drill_at = nextDrill(group, now);
  if (drill_at === subject.drill_at) return [];
  const wake_at = earliest(subject.wake_at, drill_at);
  return [{ kind: "subject", set: { drill_at, wake_at } }];
}
