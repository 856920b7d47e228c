/** Every kind of resource that has a description. */
import { alertGroup } from "./alert-group.ts";
import { device } from "./device.ts";
import { healthCheckMonitor } from "./health-check-monitor.ts";
import type { Resource } from "./field.ts";
import type { ResourceKind } from "./kinds.ts";
import { member } from "./member.ts";
import { user } from "./user.ts";
import { webhookMonitor } from "./webhook-monitor.ts";

/** The kinds that a manifest declares. */
export const declared = {
  users: user,
  alert_groups: alertGroup,
  health_check_monitors: healthCheckMonitor,
  webhook_monitors: webhookMonitor,
} satisfies Record<ResourceKind, Resource>;

/** These, and those that belong to one of them. */
export const described = { ...declared, devices: device, members: member };
export type DescribedKind = keyof typeof described;

/** The description of a kind, where its exact fields do not matter. */
export const descriptionOf = (kind: DescribedKind): Resource => described[kind];
