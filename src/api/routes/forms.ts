/** The schemas of each kind of declared resource in the API. */
import type { ResourceKind, Scope } from "../../core/model/model.ts";
import { AlertGroup, AlertGroupCreate, AlertGroupUpdate } from "../alert-groups.ts";
import { HealthStatus, WebhookStatus } from "../enumerations.ts";
import {
  HealthCheckMonitor,
  HealthCheckMonitorCreate,
  HealthCheckMonitorUpdate,
} from "../health-check-monitors.ts";
import { Type, type TObject, type TProperties, type TSchema } from "../schema.ts";
import { User, UserCreate, UserUpdate } from "../users.ts";
import { WebhookMonitor, WebhookMonitorCreate, WebhookMonitorUpdate } from "../webhook-monitors.ts";

export interface Forms {
  shape: TObject;
  create: TSchema;
  update: TSchema;
  /** Filters of the list beside external_id. */
  filters: TProperties;
  /** The scope that a change needs. */
  scope: Scope;
}

const filtersOf = <Status extends TSchema>(status: Status) => ({
  alert_group_id: Type.Optional(Type.String({ description: "Only those of this alert group." })),
  status: Type.Optional(Type.Array(status, { description: "Only those with one of these." })),
  flapping: Type.Optional(
    Type.Boolean({ description: "Only those that are flapping, or that are not." }),
  ),
});

export const forms = {
  alert_groups: {
    shape: AlertGroup,
    create: AlertGroupCreate,
    update: AlertGroupUpdate,
    filters: {},
    scope: "write",
  },
  health_check_monitors: {
    shape: HealthCheckMonitor,
    create: HealthCheckMonitorCreate,
    update: HealthCheckMonitorUpdate,
    filters: filtersOf(HealthStatus()),
    scope: "write",
  },
  webhook_monitors: {
    shape: WebhookMonitor,
    create: WebhookMonitorCreate,
    update: WebhookMonitorUpdate,
    filters: filtersOf(WebhookStatus()),
    scope: "write",
  },
  users: {
    shape: User,
    create: UserCreate,
    update: UserUpdate,
    filters: {},
    scope: "admin",
  },
} satisfies Record<ResourceKind, Forms>;
