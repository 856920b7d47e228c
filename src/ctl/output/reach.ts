/** Who is reached for an incident, as users read it. */
import type { Incident } from "../../api/incidents.ts";

/** An older server does not say who is reached. */
type Shown = Pick<Incident, "status"> & { reach?: Incident["reach"] };

/** `2 of 4`; `nobody`: no person is to be notified; `-`: not known. */
export function reachedCount({ reach }: Shown): string {
  if (!reach) return "-";
  return reach.total === 0 ? "nobody" : `${reach.reached} of ${reach.total}`;
}

/** bad: no person is reached, no page is being sent, and the incident is unacknowledged. */
export function reachedTone({ status, reach }: Shown): "bad" | "warn" | "good" {
  if (!reach || reach.reached === reach.total) return reach?.total === 0 ? urgent(status) : "good";
  if (reach.reached > 0 || reach.people.some(({ state }) => state === "sending")) return "warn";
  return urgent(status);
}

const urgent = (status: Shown["status"]) => (status === "open" ? "bad" : "warn");

/** `reminder 04:05, escalates to "Managers" 04:15`; empty: nothing follows. */
export function nextPagesText(
  { reach }: Shown,
  at: (instant: string) => string = (instant) => instant,
): string {
  if (!reach) return "";
  const { reminder_at, escalation } = reach;
  return [
    ...(reminder_at === null ? [] : [`reminder ${at(reminder_at)}`]),
    ...(escalation === null ? [] : [`escalates to "${escalation.title}" ${at(escalation.at)}`]),
  ].join(", ");
}
