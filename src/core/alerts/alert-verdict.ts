/** Classifies a delivered alert, given the open incident of its identity. */
import { isLate, type Alert, type Verdict } from "../command/alert.ts";
import { leftOutAlert, type ReadAlerts } from "./left-out.ts";
import type { Incident, Instant } from "../model/model.ts";

/** How far the clock of a sender may be ahead. */
const skew = 5 * 60_000;

/** All alerts of a delivery in order, and one about those that it left out. */
export const alertsIn = (delivered: ReadAlerts, now: Instant): Alert[] =>
  inOrder([...delivered.alerts, ...leftOutAlert(delivered)], delivered.in_turn === true, now);

/**
 * Orders the alerts of a delivery: resolved ones first, acknowledged ones last; of several with the same identity and status only
 * the last stays, and a firing whose end is in the delivery does not. A start in the future is dropped: Alertmanager
 * invents one, an hour ahead, for alerts that only carry a lifetime, and no resolve could ever match it.
 */
function inOrder(alerts: readonly Alert[], in_turn: boolean, now: Instant): Alert[] {
  const last = new Map<string, { alert: Alert; at: number }>();
  const keyOf = (status: Alert["status"], { identity }: Alert) => `${status} ${identity}`;
  for (const [at, sent] of alerts.entries()) {
    const ahead = sent.episode !== null && sent.episode > now + skew;
    const alert = ahead ? { ...sent, episode: null } : sent;
    const key = keyOf(alert.status, alert);
    const other = last.get(key);
    if (!other || momentOf(alert) >= momentOf(other.alert)) last.set(key, { alert, at });
  }
  const isOver = (firing: { alert: Alert; at: number }): boolean => {
    const end = last.get(keyOf("resolved", firing.alert));
    if (!end) return false;
    const [begun, ended] = [firing.alert.episode, end.alert.episode];
    // Without an order, and without instants, it is not known which of them is the last: it may be firing.
    if (begun === null || ended === null) return in_turn && end.at > firing.at;
    if (begun === ended) return !in_turn || end.at > firing.at;
    return ended > begun;
  };
  const merged = [...last.values()];
  const of = (status: Alert["status"]) => merged.filter(({ alert }) => alert.status === status);
  return [
    ...of("resolved"),
    ...of("firing").filter((firing) => !isOver(firing)),
    ...of("acknowledged"),
  ].map(({ alert }) => alert);
}

const momentOf = (alert: Alert) => alert.ended_at ?? alert.episode ?? 0;

/** The verdict on `alert`; `incident`: the open one of its identity; null: none. */
export function verdictOn(alert: Alert, incident: Incident | null): Verdict {
  if (alert.status === "resolved") {
    if (!incident) return "resolve without an open incident";
    return isLate(alert, incident.episode) ? "late resolve ignored (firing again)" : "resolved";
  }
  if (alert.status === "acknowledged")
    return incident ? "acknowledged" : "acknowledge without an open incident";
  if (!incident || alert.test) return "opened";
  return alert.event_id !== null && alert.event_id === incident.details["event_id"]
    ? "duplicate"
    : "repeated";
}

/** All verdicts in a sentence, for people. */
export function formatVerdicts(verdicts: ReadonlyMap<Verdict, number>): string {
  if (verdicts.size === 0) return "No alert changed.";
  const parts = [...verdicts].map(([verdict, n]) => `${n} ${verdict}`);
  return `${parts.join(", ")}.`;
}
