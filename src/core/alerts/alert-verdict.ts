/** Classifies a delivered alert, given the open incident of its identity. */
import { isLate, type Alert, type Verdict } from "../command/alert.ts";
import { leftOutAlert, type ReadAlerts } from "./left-out.ts";
import type { Incident, Instant } from "../model/model.ts";

/** How far the clock of a sender may be ahead. */
const skew = 5 * 60_000;

/** All alerts of a delivery in order, and one about those that it left out. */
export const alertsIn = (delivered: ReadAlerts, now: Instant): Alert[] =>
  inOrder([...delivered.alerts, ...leftOutAlert(delivered)], now);

/**
 * Orders the alerts of a delivery: resolved ones first, acknowledged ones last; of several with the same identity and status only
 * the last stays. A start in the future is dropped: Alertmanager invents one, an hour ahead, for alerts
 * that only carry a lifetime, and no resolve could ever match it.
 */
function inOrder(alerts: readonly Alert[], now: Instant): Alert[] {
  const last = new Map<string, Alert>();
  for (const sent of alerts) {
    const ahead = sent.episode !== null && sent.episode > now + skew;
    const alert = ahead ? { ...sent, episode: null } : sent;
    const key = `${alert.status} ${alert.identity}`;
    const other = last.get(key);
    if (!other || momentOf(alert) >= momentOf(other)) last.set(key, alert);
  }
  const merged = [...last.values()];
  return [
    ...merged.filter((alert) => alert.status === "resolved"),
    ...merged.filter((alert) => alert.status === "firing"),
    ...merged.filter((alert) => alert.status === "acknowledged"),
  ];
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
