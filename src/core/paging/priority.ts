/** The priority of an incident. Pure. */
import type { Change } from "../command/change.ts";
import type { AlertGroup, Incident } from "../model/model.ts";

/**
 * The priority of an incident that opens in `group`. `severity`: the sender's word for it, compared without
 * case with the words of the group; null: none.
 */
export function priorityOf(
  {
    priority_level,
    severity_priorities,
  }: Pick<AlertGroup, "priority_level" | "severity_priorities">,
  severity: string | null,
): number {
  const word = severity?.toLowerCase();
  const match = Object.entries(severity_priorities ?? {}).find(
    ([name]) => name.toLowerCase() === word,
  );
  return match?.[1] ?? priority_level;
}

/** True for an incident that is news of the lowest priority: its group is paged once, without reminders or escalation. */
export const isNotice = ({ details }: Pick<Incident, "details">): boolean =>
  details["notice"] === true;

/** The priority that an incident has by the rules of `group` as they are now. */
export function priorityNow(group: AlertGroup, { details }: Pick<Incident, "details">): number {
  if (isNotice({ details })) return 3;
  const severity = details["severity"];
  return priorityOf(group, typeof severity === "string" ? severity : null);
}

/**
 * Gives an incident the priority that it has by the rules of `group` now. A raised priority holds for unsent
 * pages too, a lowered one from the next push on. Empty if it stays.
 */
export function changePriority(incident: Incident, group: AlertGroup): Change[] {
  const before = incident.priority_level;
  const priority_level = priorityNow(group, incident);
  if (priority_level === before) return [];
  // 1 is the highest.
  const raised = priority_level < before;
  return [
    { kind: "incident", set: { priority_level } },
    {
      kind: "timeline",
      entry: "priority_changed",
      text: `Priority ${raised ? "raised" : "lowered"} from ${before} to ${priority_level}, as "${group.title}" has it now.`,
      actor: null,
    },
    ...(raised ? [{ kind: "priority-raised" } as const] : []),
  ];
}
