import type { ResourceKind, SourceKind } from "./model.ts";

/** The kind of subject of a kind of resource; absent for kinds without one. */
export const sourceKinds: Partial<Record<ResourceKind, SourceKind>> = {
  alert_groups: "alert_group",
  health_check_monitors: "health_check_monitor",
  webhook_monitors: "webhook_monitor",
};
