/**
 * The kinds of resources that the dashboard creates, edits and deletes, with the addresses of their pages.
 * Plain data.
 */
import type { Scope } from "../../core/model/model.ts";
import type { FormKind } from "./form-fields.ts";

export interface Editable {
  kind: Exclude<FormKind, "members">;
  noun: string;
  scope: Scope;
  /** The page that lists it: its path and title. */
  list: [path: string, title: string];
  /** Where it lives, in the API and here; `:user_id` is whose it is. */
  path: string;
  /** The resources that are deleted with it. */
  consequences: string;
}

const restorable = "For 7 days, monitorctl restore brings it back with its history and URL.";
const monitor = `An open incident is resolved, and its recipients are notified. ${restorable}`;

export const editables: readonly Editable[] = [
  {
    kind: "alert_groups",
    list: ["/alert_groups", "On call"],
    noun: "alert group",
    scope: "write",
    path: "/alert_groups",
    consequences: `Its URL stops working. A group that monitors still use, or with unresolved incidents, is not deleted. ${restorable}`,
  },
  {
    kind: "health_check_monitors",
    list: ["/monitors", "Monitors"],
    noun: "health check monitor",
    scope: "write",
    path: "/health_check_monitors",
    consequences: monitor,
  },
  {
    kind: "webhook_monitors",
    list: ["/monitors", "Monitors"],
    noun: "webhook monitor",
    scope: "write",
    path: "/webhook_monitors",
    consequences: `Its URL stops working. ${monitor}`,
  },
  {
    kind: "users",
    list: ["/users", "People"],
    noun: "person",
    scope: "admin",
    path: "/users",
    consequences:
      "Their devices and memberships go with them: nothing is sent to them any more. For 7 days, monitorctl restore brings all of it back.",
  },
  {
    kind: "devices",
    list: ["/users", "People"],
    noun: "device",
    scope: "admin",
    path: "/users/:user_id/devices",
    consequences: "Nothing is sent to it any more.",
  },
];
