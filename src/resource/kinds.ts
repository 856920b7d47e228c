/** The kinds of resource that a manifest can declare, named as their API paths. */
export const resourceKinds = [
  "users",
  "schedules",
  "alert_groups",
  "health_check_monitors",
  "webhook_monitors",
  "status_pages",
] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** The kinds of sources of incidents; also the kind of a subject. */
export type SourceKind = "health_check_monitor" | "webhook_monitor" | "alert_group";
