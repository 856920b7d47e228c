/** The alert about alerts that were left out of a delivery, because it has too many. */
import { unsaid, type Alert } from "../command/alert.ts";
import { plural } from "../text/plural.ts";

/** The alerts of a delivery that were read, and the number of those that were not. */
export interface ReadAlerts {
  alerts: readonly Alert[];
  left_out?: number;
  /** They happened in the order of the list; absent: it has no meaning. */
  in_turn?: boolean;
}

/**
 * A list with that alert, or an empty one. It has one identity for each URL, so that the group is paged once
 * and later deliveries count on its incident, which auto-resolves after a time without them.
 */
export function leftOutAlert({ alerts, left_out = 0 }: ReadAlerts): Alert[] {
  if (left_out === 0) return [];
  return [
    {
      identity: "monitord.left_out",
      status: "firing",
      ...unsaid,
      title: `${plural(left_out, "alert")} not read: too many in one delivery`,
      summary: `The delivery had ${alerts.length + left_out} alerts, and the first ${alerts.length} were read.\nMore may be firing than monitord shows. Check the sender.`,
      labels: {},
      links: [],
      test: false,
      assumed: true,
    },
  ];
}
