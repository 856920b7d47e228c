/** What a delivered alert means, given the incident of its name that is open. */
import { isLate, type Alert } from "./alert.ts";
import type { Incident, Instant } from "../model/model.ts";

/** What became of one alert. */
export type Verdict =
  | "opened"
  | "repeated"
  | "duplicate"
  | "resolved"
  | "late resolve ignored (firing again)"
  | "resolve without an open incident";

/** How far the clock of a sender may be ahead. */
const skew = 5 * 60_000;

/**
 * Resolved ones first, and of several with one identity and status only the last. A beginning that lies in
 * the future is no beginning: Alertmanager makes one up, an hour ahead, of alerts that only say how long
 * they hold; and nothing that ends before it could ever be taken as its end.
 */
export function inOrder(alerts: readonly Alert[], now: Instant): Alert[] {
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
  ];
}

const momentOf = (alert: Alert) => alert.ended_at ?? alert.episode ?? 0;

/** `incident`: the one that is open for it, if there is one. */
export function verdictOn(alert: Alert, incident: Incident | null): Verdict {
  if (alert.status === "resolved") {
    if (!incident) return "resolve without an open incident";
    return isLate(alert, incident.episode) ? "late resolve ignored (firing again)" : "resolved";
  }
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
