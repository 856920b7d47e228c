/**
 * Pages the members of an open incident's groups now, inside or outside contact hours, until it is resolved.
 * Pure.
 */
import type { Change } from "../command/change.ts";
import type { Author } from "../command/command.ts";
import type { Instant } from "../model/model.ts";
import type { Snapshot } from "../command/snapshot.ts";

/** Empty when the incident is not open, or pages at any hour already. Silences still hold pages back. */
export function pageNow(
  { incident }: Pick<Snapshot, "incident">,
  { by, user_id = null }: Author,
  now: Instant,
): Change[] {
  if (incident?.status !== "open" || incident.any_hour_since !== null) return [];
  return [
    {
      kind: "incident",
      set: {
        any_hour_since: now,
        // A hold by hours ends: its reminders did not count.
        ...(incident.paged_at === null
          ? { paged_at: now, page_round: 0 }
          : { paged_at: Math.min(incident.paged_at, now) }),
      },
    },
    {
      kind: "timeline",
      entry: "paged",
      text: `${by} paged everyone now, regardless of contact hours.`,
      actor: by,
      user_id,
    },
  ];
}
