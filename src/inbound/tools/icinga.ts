/**
 * Icinga: the notification command of the guide, whose members are named as Icinga's macros.
 * Scripts for Nagios and its heirs call the type `type`.
 * https://icinga.com/docs/icinga-2/latest/doc/03-monitoring-basics/#notification-commands
 */
import type { Format } from "../alert.ts";
import { isObject } from "../members.ts";
import { readNotification } from "./host-notification.ts";

export const icinga: Format = {
  name: "icinga",
  read: (body) =>
    isObject(body) &&
    Object.hasOwn(body, "host_name") &&
    (Object.hasOwn(body, "notification_type") ||
      (Object.hasOwn(body, "type") && Object.hasOwn(body, "host_state")))
      ? readNotification(body, (read) => [["host", read("url")]])
      : null,
};
