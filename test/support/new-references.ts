/**
 * References that the program does not know: monitors get a `fallback_group`, and health check monitors a
 * `spare`. Import it before everything else: what is made of the descriptions is made when they are read.
 */
import { optional, Type, type FieldTable } from "../../src/resource/field.ts";
import { healthCheckMonitor } from "../../src/resource/health-check-monitor.ts";
import { webhookMonitor } from "../../src/resource/webhook-monitor.ts";

const id = Type.String({ minLength: 1, maxLength: 255, description: "Id." });

const fallback_group_id = optional(id, {
  label: "Fallback group",
  reference: {
    to: "alert_groups",
    many: false,
    as: "fallback_group",
    description: "external_id of the group to notify when the first one cannot be.",
  },
});

const spare_ids = optional(Type.Array(id), {
  label: "Spares",
  reference: {
    to: "health_check_monitors",
    many: true,
    as: "spares",
    description: "external_ids of the monitors that stand in.",
  },
});

/** What stands in the file of a resource when it gains a reference, per kind. */
export const newReferences: Record<string, FieldTable> = {
  health_check_monitors: { fallback_group_id, spare_ids },
  webhook_monitors: { fallback_group_id },
};
Object.assign(healthCheckMonitor.fields, newReferences["health_check_monitors"]);
Object.assign(webhookMonitor.fields, newReferences["webhook_monitors"]);
