/** The outcome of notifying a person, and of all people of an incident, in a line. */
import type { Incident, Receipt } from "../../api/incidents.ts";
import { answerWords } from "../../core/explain/receipt.ts";
import { unreachableText, whenPaged } from "../../core/explain/reach-text.ts";
import { oneLine } from "./text.ts";

/** `at` says an instant: as it is, or shorter to save room. */
export function receiptText(
  receipt: Receipt,
  at: (instant: string) => string = (instant) => instant,
): string {
  const { sent_at, accepted_at, answered_at, answered_verb: verb } = receipt;
  const on = receipt.answered_device_name;
  const where = on === null ? "" : ` on ${oneLine(on)}`;
  return [
    sent_at === null ? "not sent yet" : `sent ${at(sent_at)}`,
    ...(accepted_at === null ? [] : [`accepted ${at(accepted_at)}`]),
    ...(answered_at === null || verb === null
      ? []
      : [`answered ${at(answered_at)} (${answerWords[verb]}${where})`]),
    ...receipt.not_reached.map(
      ({ name, reason }) => `${oneLine(name ?? "a device")} is unreachable: ${oneLine(reason)}`,
    ),
  ].join(", ");
}

/** An older server does not answer `reach`. */
type ReachedIncident = Pick<Incident, "status"> & { reach?: Incident["reach"] };

/** `2 of 4`; `nobody`: no person is to be notified; `-`: not known. */
export function reachedCount({ reach }: ReachedIncident): string {
  if (!reach) return "-";
  return reach.total === 0 ? "nobody" : `${reach.reached} of ${reach.total}`;
}

/** True when the incident pages and has reached no person yet. */
export const isUnreached = ({
  status,
  reach,
  silenced,
}: ReachedIncident & Pick<Incident, "silenced">) =>
  status === "open" && !silenced && reach?.reached === 0;

/** True for an open incident whose next escalation leads to a group of which no member can be reached. */
export const leadsToNobody = ({ status, reach }: ReachedIncident): boolean =>
  status === "open" && reach?.escalation?.reachable === false;

/** bad: no person is reached, no page is being sent, and the incident is unacknowledged. */
export function reachedTone({ status, reach }: ReachedIncident): "bad" | "warn" | "good" {
  if (!reach || reach.reached === reach.total) return reach?.total === 0 ? urgent(status) : "good";
  if (reach.reached > 0 || reach.people.some(({ state }) => state === "sending")) return "warn";
  return urgent(status);
}

const urgent = (status: ReachedIncident["status"]) => (status === "open" ? "bad" : "warn");

/** `reminder 04:05, escalates to "Managers" 04:15`; empty: paging has ended. */
export function nextPagesText(
  { reach }: ReachedIncident,
  at: (instant: string) => string = (instant) => instant,
): string {
  if (!reach) return "";
  const { reminder_at, escalation } = reach;
  return [
    ...(reminder_at === null ? [] : [`reminder ${at(reminder_at)}`]),
    ...(escalation === null
      ? []
      : [
          `escalates to "${escalation.title}" ${escalation.at === null ? whenPaged : at(escalation.at)}${unreachableText(escalation)}`,
        ]),
  ].join(", ");
}
