/** The priority of an incident. Pure. */
import type { AlertGroup } from "../model/model.ts";

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
