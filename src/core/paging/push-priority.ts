/**
 * How loud a push is. A page wakes: it carries the priority of its incident. News does not: it is never
 * louder than a push that respects Do Not Disturb. Pure.
 */
import type { RecoveryPriority } from "../../resource/alert-group.ts";
import type { Incident, IncidentTransition } from "../model/model.ts";

/** ntfy's priorities of the priority levels 1, 2, 3. */
export const ntfyPriorities: Record<number, number> = { 1: 5, 2: 4, 3: 3 };

/** ntfy's priority of a push without a sound. */
export const silent = 2;

/** ntfy's priority of news that can wait until morning. */
export const calm = 3;

/** ntfy's priority, 1 to 5, of a push about `incident`; `recovery`: its group's `recovery_priority`. */
export function pushPriority(
  transition: IncidentTransition,
  { priority_level }: Pick<Incident, "priority_level">,
  recovery: RecoveryPriority,
): number {
  const page = ntfyPriorities[priority_level] ?? calm;
  switch (transition) {
    case "opened":
      return page;
    case "acknowledged":
      return silent;
    case "handed_over":
      return Math.min(page, calm);
    case "recovered":
      return { same: page, normal: Math.min(page, calm), low: silent }[recovery];
  }
}
