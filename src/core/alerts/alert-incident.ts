/** Writes an alert into its incident: opens it, or updates it when the alert is repeated. */
import type { Alert } from "../command/alert.ts";
import type { Change } from "../command/change.ts";
import type { Delivered } from "../command/command.ts";
import { formatDuration } from "../text/duration.ts";
import { open } from "../incident/incident.ts";
import { priorityNow } from "../paging/priority.ts";
import { plural } from "../text/plural.ts";
import type { AlertGroup, Incident, Instant } from "../model/model.ts";

/** How long a test stays open, ms. */
export const testLasts = 5 * 60_000;

/** Opens the incident; `resolve_at`: when it resolves automatically; null: never. */
export function newIncident(
  group: AlertGroup,
  alert: Alert,
  delivered: Delivered,
  resolve_at: Instant | null,
): Change[] {
  const { truncated } = delivered;
  const note = (text: string): Change => ({
    kind: "timeline",
    entry: "note",
    text,
    actor: null,
  });
  const opened = open({
    title: alert.test ? `Test: ${alert.title}` : alert.title,
    summary: alert.summary,
    occurrences: 1,
    episode: alert.episode,
    resolve_at,
    details: detailsOf(alert, delivered),
  });
  if (truncated > 0)
    opened.push(
      note(
        `${senderOf(delivered)} left ${plural(truncated, "alert")} out of this notification. monitord never received ${truncated === 1 ? "it" : "them"}.`,
      ),
    );
  if (alert.test)
    opened.push(note(`Test: resolves automatically in ${formatDuration(testLasts)}.`));
  else if (alert.assumed)
    opened.push(
      note(
        `${senderOf(delivered)} sends no resolve. This incident auto-resolves after ${formatDuration(group.assume_resolved_after_minutes * 60_000)} without a new event.`,
      ),
    );
  return opened;
}

/**
 * Updates the incident of a repeated alert; `retry`: it is the same delivery. When its severity has another priority, the pages of
 * the incident are due now, and its priority changes with them (`paging/priority`).
 */
export function repeated(
  { incident, group }: { incident: Incident; group: AlertGroup },
  alert: Alert,
  delivered: Delivered,
  resolve_at: Instant | null,
  retry: boolean,
  now: Instant,
): Change[] {
  const anew =
    alert.episode !== null && incident.episode !== null && alert.episode > incident.episode;
  const severity = alert.severity ?? incident.details["severity"];
  const details = { ...detailsOf(alert, delivered), severity };
  const isOther = priorityNow(group, { details }) !== priorityNow(group, incident);
  const changes: Change[] = [
    {
      kind: "incident",
      set: {
        occurrences: incident.occurrences + (retry ? 0 : 1),
        summary: alert.summary,
        details,
        ...(isOther && { act_at: now }),
        resolve_at,
        ...(anew || incident.episode === null ? { episode: alert.episode } : {}),
      },
    },
  ];
  if (anew)
    changes.push({
      kind: "timeline",
      entry: "note",
      text: "Fired again. The resolve in between never arrived.",
      actor: null,
    });
  return changes;
}

/** The details kept in the incident; instants are ISO strings. */
function detailsOf(alert: Alert, { format, receiver }: Delivered): Record<string, unknown> {
  const { severity, value, since, labels, links, reported_status } = alert;
  return {
    format,
    receiver,
    severity,
    value,
    since: since === null ? null : new Date(since).toISOString(),
    labels,
    links,
    reported_status,
    event_id: alert.event_id,
    test: alert.test,
    ...(alert.expires_at !== null && { expires: true }),
  };
}

const senders: Record<string, string> = {
  alertmanager: "Alertmanager",
  "alertmanager-api": "The sender",
  grafana: "Grafana",
  "grafana-legacy": "Grafana",
  graylog: "Graylog",
  "graylog-legacy": "Graylog",
  "uptime-kuma": "Uptime Kuma",
  healthchecks: "Healthchecks",
  pagerduty: "PagerDuty event",
  "pagerduty-webhook": "PagerDuty",
  checkmk: "Checkmk",
  icinga: "Icinga",
  zabbix: "Zabbix",
  netdata: "Netdata",
  librenms: "LibreNMS",
  monit: "Monit",
  proxmox: "Proxmox",
  pingdom: "Pingdom",
  opsgenie: "Opsgenie",
  statuscake: "StatusCake",
  uptimerobot: "UptimeRobot",
  site24x7: "Site24x7",
  cloudwatch: "CloudWatch",
  sns: "Amazon SNS",
  azure: "Azure Monitor",
  "new-relic": "New Relic",
  datadog: "Datadog",
  sentry: "Sentry",
  rollbar: "Rollbar",
  bugsnag: "BugSnag",
  honeybadger: "Honeybadger",
  github: "GitHub",
  gitlab: "GitLab",
  jenkins: "Jenkins",
  jira: "Jira",
  statuspage: "Statuspage",
  apprise: "Apprise",
  "home-assistant": "Home Assistant",
};

/** The name of the sending tool, for people. */
export const senderOf = ({ format }: Delivered) => senders[format] ?? "The sender";
