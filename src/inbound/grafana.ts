/**
 * Grafana's unified alerting, from 8.0 on. The group's `title`, `message`, `state` and `status` are
 * templates or sums over the list: only the items show which alerts fire.
 */
import type { Format } from "./alert.ts";
import { readAlertList } from "./alert-list.ts";
import { isObject, objectsOf, textOf, type Foreign } from "./members.ts";

export const grafana: Format = {
  name: "grafana",
  read: (body, now) =>
    isObject(body) && Array.isArray(body.alerts) && isGrafana(body)
      ? readAlertList(body.alerts, body, now, isTest(body))
      : null,
};

const itemMarks = ["silenceURL", "dashboardURL", "panelURL", "values", "valueString"];

function isGrafana(body: Foreign): boolean {
  return (
    textOf(body.version) === "1" ||
    Object.hasOwn(body, "orgId") ||
    (typeof body.title === "string" && typeof body.state === "string") ||
    objectsOf(body.alerts).some((item) => itemMarks.some((name) => Object.hasOwn(item, name)))
  );
}

/**
 * The key of a group ends with its labels in braces. The one that a test button makes up ends with a
 * time: `{…}2022-04-05 … m=+100931.29`, `test-<fingerprint>-<seconds>`, `webhook-<fingerprint>-<seconds>`.
 */
function isTest(body: Foreign): boolean {
  const key = textOf(body.groupKey) ?? "";
  return / m=[+-][\d.]+$/.test(key) || /^[a-z]+-[0-9a-f]{1,16}-\d+$/.test(key);
}
