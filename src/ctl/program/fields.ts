/** The fields of the API's answers, from its schemas; loaded only to list their names. */
import { AlertGroup } from "../../api/alert-groups.ts";
import { HealthCheckMonitor } from "../../api/health-check-monitors.ts";
import { User } from "../../api/users.ts";
import { WebhookMonitor } from "../../api/webhook-monitors.ts";
import type { ResourceKind } from "../../core/model/model.ts";

const shapes: Record<ResourceKind, { properties: object }> = {
  users: User,
  alert_groups: AlertGroup,
  health_check_monitors: HealthCheckMonitor,
  webhook_monitors: WebhookMonitor,
};

export function fieldsOf(kind: ResourceKind): string[] {
  return Object.keys(shapes[kind].properties);
}
