/**
 * Reads the bare list for Alertmanager's own API, from a Prometheus or a Grafana contact point of that type.
 * Its items have no status: an alert fires until its end time has passed.
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
