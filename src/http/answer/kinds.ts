/** The presentation of each kind of resource in the API. */
import type { Answered } from "../../api/routes/table.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import type { ShownNow } from "../../store/reads/resources.ts";
import * as present from "./present.ts";

/** Makes the answer about a resource. */
export type Present<K extends ResourceKind> = (
  row: ShownNow<K>,
  siteUrl: string,
  caller: present.Viewer,
) => Answered<`GET /${K}/:id`>;

export const presents: { [K in ResourceKind]: Present<K> } = {
  alert_groups: present.alertGroup,
  health_check_monitors: present.healthCheckMonitor,
  webhook_monitors: present.webhookMonitor,
  users: present.user,
};
