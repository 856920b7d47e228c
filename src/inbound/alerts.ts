/** Any other object with an `alerts` list: written by hand, or by a template that kept the list alone. */
import type { Format } from "./alert.ts";
import { readAlertList } from "./alert-list.ts";
import { isObject } from "./members.ts";

export const alerts: Format = {
  name: "alerts",
  read: (body, now) =>
    isObject(body) && Array.isArray(body.alerts) ? readAlertList(body.alerts, body, now) : null,
};
