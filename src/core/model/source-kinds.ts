import type { ResourceKind, SourceKind } from "./model.ts";

/** The kind of subject that a kind of resource has; nothing for the other kinds. */
export const sourceKinds: Partial<Record<ResourceKind, SourceKind>> = {
  alert_groups: "alert_group",
  health_check_monitors: "health_check_monitor",
  webhook_monitors: "webhook_monitor",
};
