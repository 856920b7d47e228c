/**
 * Netdata: the `custom_sender` of the guide (https://learn.netdata.cloud/docs/alerting/notifications, Agent, Custom), and
 * the bodies that Netdata Cloud posts to a webhook: alerts, and whether a node can be reached. One alarm of one chart of one node is one
 * problem.
 */
import type { Contents, Format } from "../alert.ts";
import type { Instant } from "../../core/model/model.ts";
import { withoutState } from "../identity/without-state.ts";
import { firstPast, firstText, instantOf, isObject, objectOf, type Foreign } from "../members.ts";
import { contentsBy, type States } from "./tool.ts";

const states: States = {
  warning: "firing",
  critical: "firing",
  clear: "resolved",
  info: "resolved",
  removed: null,
  undefined: null,
  uninitialized: null,
};

export const netdata: Format = {
  name: "netdata",
  read: (body, now) => {
    if (!isObject(body)) return null;
    const isAlarm =
      Object.hasOwn(body, "alarm") ||
      (typeof body.alert === "string" && Object.hasOwn(body, "severity"));
    if (isAlarm && Object.hasOwn(body, "chart")) return readAlarm(body, now);
    const isNode = isObject(body.status) && typeof body.status.reachable === "boolean";
    return isNode && Object.hasOwn(body, "host") ? readNode(body) : null;
  },
};

function readAlarm(body: Foreign, now: Instant): Contents {
  const host = firstText(body, "host", "hostname", "node");
  const message = firstText(body, "message");
  const alarm = firstText(body, "alarm", "alert");
  const state = firstText(body, "status") ?? firstText(body, "severity");
  return contentsBy("netdata", states, {
    state,
    thing: [
      firstText(body, "space"),
      // Netdata Cloud names the node in its message alone.
      host ?? (message && withoutState(message)),
      alarm,
      firstText(body, "chart"),
    ],
    name: alarm,
    place: host ?? firstText(body, "chart"),
    texts: [message, firstText(body, "info")],
    severity: firstText(body, "severity", "status"),
    value: firstText(body, "value"),
    since: firstPast(now, instantOf(body.when ?? body.date)),
    labels: {
      host,
      chart: body.chart,
      context: body.context,
      class: body.class,
      space: body.space,
    },
    links: [["alert", body.alarm_url ?? body.alert_url ?? body.url]],
  });
}

const readNode = (body: Foreign): Contents =>
  contentsBy("netdata", states, {
    state: objectOf(body.status).reachable === true ? "clear" : "critical",
    thing: ["node", firstText(body, "host")],
    name: `${firstText(body, "host") ?? "A node"} is unreachable`,
    texts: [firstText(body, "message")],
    severity: firstText(body, "severity"),
    labels: { host: body.host },
    links: [["node", body.url]],
  });
