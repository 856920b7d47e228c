/**
 * Alertmanager's webhook, version 4: Alertmanager itself, Mimir, Thanos and VictoriaMetrics through it,
 * Grafana when its alerts are routed through it, and custom senders that follow its documentation.
 */
import type { Format } from "./alert.ts";
import { readAlertList } from "./alert-list.ts";
import { isObject, objectsOf, type Foreign } from "./members.ts";

export const alertmanager: Format = {
  name: "alertmanager",
  read: (body, now) =>
    isObject(body) && Array.isArray(body.alerts) && isAlertmanager(body)
      ? readAlertList(body.alerts, body, now)
      : null,
};

const marks = [
  "groupKey",
  "groupLabels",
  "commonLabels",
  "commonAnnotations",
  "externalURL",
  "receiver",
  "truncatedAlerts",
];
const itemMarks = ["fingerprint", "generatorURL", "startsAt"];

function isAlertmanager(body: Foreign): boolean {
  return (
    body.version === "4" ||
    marks.some((name) => Object.hasOwn(body, name)) ||
    objectsOf(body.alerts).some((item) => itemMarks.some((name) => Object.hasOwn(item, name)))
  );
}
