/** Reads any other object with an `alerts` list, such as a hand-written one or a reduced template. */
import type { Format } from "./alert.ts";
import { readAlertList } from "./alert-list.ts";
import { isObject } from "./members.ts";

export const alerts: Format = {
  name: "alerts",
  read: (body, now) =>
    isObject(body) && Array.isArray(body.alerts) ? readAlertList(body.alerts, body, now) : null,
};
