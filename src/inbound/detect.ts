/**
 * Detects the format of a body, from the body alone: headers are hints that proxies rewrite. The first
 * format that can read it wins, so the order of the registry is part of the decision.
 */
import type { Instant } from "../core/model/model.ts";
import { plural } from "../core/text/plural.ts";
import {
  eventLimits,
  type Alert,
  type Contents,
  type Delivery,
  type Format,
  type Read,
} from "./alert.ts";
import { alertmanager } from "./alertmanager.ts";
import { alertmanagerApi } from "./alertmanager-api.ts";
import { alerts } from "./alerts.ts";
import { generic } from "./generic/generic.ts";
import { grafana } from "./grafana.ts";
import { grafanaLegacy } from "./grafana-legacy.ts";
import { healthchecks } from "./healthchecks.ts";
import { pagerduty } from "./pagerduty.ts";
import { mappingFormat } from "./mapping/read-mapped.ts";
import { listOf, objectsOf } from "./members.ts";
import { uptimeKuma } from "./uptime-kuma.ts";
import { graylog } from "./graylog.ts";
import { graylogLegacy } from "./graylog-legacy.ts";
import { carriedBy, sns } from "./sns/envelope.ts";
import { bugsnag } from "./tools/errors/bugsnag.ts";
import { honeybadger } from "./tools/errors/honeybadger.ts";
import { rollbar } from "./tools/errors/rollbar.ts";
import { jenkins } from "./tools/builds/jenkins.ts";
import { jira } from "./tools/jira.ts";
import { librenms } from "./tools/librenms.ts";
import { monit } from "./tools/monit.ts";
import { pagerdutyWebhook } from "./tools/pagerduty-webhook.ts";
import { statuspage } from "./tools/statuspage.ts";
import { apprise } from "./tools/apprise.ts";
import { azure } from "./tools/azure.ts";
import { checkmk } from "./tools/checkmk.ts";
import { cloudwatch } from "./tools/cloudwatch.ts";
import { datadog } from "./tools/datadog.ts";
import { github } from "./tools/builds/github.ts";
import { gitlab } from "./tools/builds/gitlab.ts";
import { homeAssistant } from "./tools/home-assistant.ts";
import { icinga } from "./tools/icinga.ts";
import { netdata } from "./tools/netdata.ts";
import { newRelic } from "./tools/new-relic.ts";
import { opsgenie } from "./tools/opsgenie.ts";
import { pingdom } from "./tools/pingdom.ts";
import { proxmox } from "./tools/proxmox.ts";
import { sentry } from "./tools/errors/sentry.ts";
import { site24x7 } from "./tools/site24x7.ts";
import { statuscake } from "./tools/statuscake.ts";
import { uptimerobot } from "./tools/uptimerobot.ts";
import { zabbix } from "./tools/zabbix.ts";

/** The narrow ones before the wide ones; `generic` takes any object. */
const registry: readonly Format[] = [
  alertmanagerApi,
  graylog,
  graylogLegacy,
  uptimeKuma,
  healthchecks,
  pagerduty,
  pagerdutyWebhook,
  grafana,
  alertmanager,
  alerts,
  grafanaLegacy,
  checkmk,
  icinga,
  zabbix,
  netdata,
  librenms,
  monit,
  proxmox,
  opsgenie,
  pingdom,
  statuscake,
  uptimerobot,
  site24x7,
  cloudwatch,
  sns,
  azure,
  newRelic,
  datadog,
  sentry,
  rollbar,
  bugsnag,
  honeybadger,
  github,
  gitlab,
  jenkins,
  jira,
  statuspage,
  apprise,
  homeAssistant,
  generic,
];

/** Every name that a delivery's `format` can have. */
export const formatNames: readonly string[] = [
  mappingFormat,
  ...registry.map((format) => format.name),
];

/** The result of `detect`: its alerts are still to be read, and passed to `complete`. */
export type Detected = ({ ok: true; format: string } & Contents) | { ok: false; reason: string };

/** Detects the format of any parsed body, or of the one that its envelope carries; `now` is its arrival. Never throws. */
export function detect(sent: unknown, now: Instant): Detected {
  const body = carriedBy(sent) ?? sent;
  for (const format of registry) {
    const contents = format.read(body, now);
    if (contents) return { ok: true, format: format.name, ...contents };
  }
  return severalIn(body, now) ?? { ok: false, reason: refusal(body) };
}

/** A list of bodies, each of which is read while its alerts are taken; null: it is none. Its format is that of its first. */
function severalIn(body: unknown, now: Instant): Detected | null {
  const bodies = objectsOf(body);
  const first = bodies[0] && detect(bodies[0], now);
  if (!first?.ok) return null;
  const left_out = Math.max(0, listOf(body).length - eventLimits.alerts);
  return {
    ...first,
    alerts: bodies
      .values()
      .flatMap((one) => {
        const read = detect(one, now);
        return read.ok ? read.alerts : [];
      })
      .take(eventLimits.alerts),
    ...(left_out > 0 && { left_out }),
    in_turn: true,
    remarks: [`A list of ${plural(listOf(body).length, "body", "bodies")}, read one by one.`],
  };
}

/** The delivery with its alerts. */
export function complete(
  { remarks, ...rest }: Contents & { format: string },
  alerts: Alert[],
): Read {
  const unknown = alerts.find((alert) => alert.reported_status !== null);
  const remark = `The status "${unknown?.reported_status}" is unknown and counts as firing.`;
  return { ...rest, alerts, remarks: unknown ? [...remarks, remark] : remarks };
}

/** Reads any parsed body in one piece; `now` is its arrival. Never throws. */
export function readDelivery(body: unknown, now: Instant): Delivery {
  const detected = detect(body, now);
  return detected.ok ? { ok: true, ...complete(detected, [...detected.alerts]) } : detected;
}

function refusal(body: unknown): string {
  if (!Array.isArray(body))
    return `The body is ${body === null ? "null" : `a ${typeof body}`}, not an object.`;
  return body.length === 0
    ? "The body is an empty list."
    : "The body is a list, and its items are not alerts: each needs an object `labels`.";
}
