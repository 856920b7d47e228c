/**
 * The bare list that goes to Alertmanager's own API: a Prometheus, or Grafana's contact point of that
 * name, was pointed at the URL. Its items have no status: one fires until its end has come.
 */
import type { Format } from "./alert.ts";
import { readAlertList } from "./alert-list.ts";
import { isObject, objectsOf } from "./members.ts";

export const alertmanagerApi: Format = {
  name: "alertmanager-api",
  read(body, now) {
    if (!Array.isArray(body)) return null;
    const items: unknown[] = body;
    return objectsOf(items).some((item) => isObject(item.labels))
      ? readAlertList(items, {}, now)
      : null;
  },
};
