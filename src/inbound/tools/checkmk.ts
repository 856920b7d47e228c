/**
 * Checkmk: the notification script of the guide, which sends the `NOTIFY_` variables of a notification.
 * https://docs.checkmk.com/latest/en/notifications.html#scripts
 */
import type { Format } from "../alert.ts";
import { isObject } from "../members.ts";
import { readNotification } from "./host-notification.ts";

export const checkmk: Format = {
  name: "checkmk",
  read: (body) => {
    const isCheckmk =
      isObject(body) &&
      ((Object.hasOwn(body, "NOTIFICATIONTYPE") && Object.hasOwn(body, "HOSTNAME")) ||
        (Object.hasOwn(body, "NOTIFY_NOTIFICATIONTYPE") && Object.hasOwn(body, "NOTIFY_HOSTNAME")));
    return isCheckmk ? readNotification(body, () => []) : null;
  },
};
