/** The presentation, filters and scopes of each kind of resource in the API. */
import { AlertGroup, AlertGroupCreate, AlertGroupUpdate } from "../../api/alert-groups.ts";
import {
  HealthCheckMonitor,
  HealthCheckMonitorCreate,
  HealthCheckMonitorUpdate,
} from "../../api/health-check-monitors.ts";
import { HealthStatus, WebhookStatus } from "../../api/enumerations.ts";
import { Type, type TSchema } from "../../api/schema.ts";
import { User, UserCreate, UserUpdate } from "../../api/users.ts";
import {
  WebhookMonitor,
  WebhookMonitorCreate,
  WebhookMonitorUpdate,
} from "../../api/webhook-monitors.ts";
import type { ShownNow } from "../../store/reads/resources.ts";
import type { ResourceKind, Scope } from "../../core/model/model.ts";
import * as present from "./present.ts";

export interface Kind<K extends ResourceKind> {
  shape: TSchema & { properties: Record<string, unknown> };
  create: TSchema;
  update: TSchema;
  /** Filters of the list beside external_id. */
  filters: Record<string, TSchema>;
  /** The scope that a change needs. */
  scope: Scope;
  present: (row: ShownNow<K>, siteUrl: string, caller: present.Viewer) => unknown;
}

const group = Type.Optional(Type.String({ description: "Only those of this alert group." }));

const oneOf = (status: TSchema) =>
  Type.Optional(Type.Array(status, { description: "Only those with one of these." }));

const flapping = Type.Optional(
  Type.Boolean({
    description: "Only those that are flapping, or that are not.",
  }),
);

export const kinds: { [K in ResourceKind]: Kind<K> } = {
  alert_groups: {
    shape: AlertGroup,
    create: AlertGroupCreate,
    update: AlertGroupUpdate,
    filters: {},
    scope: "write",
    present: present.alertGroup,
  },
  health_check_monitors: {
    shape: HealthCheckMonitor,
    create: HealthCheckMonitorCreate,
    update: HealthCheckMonitorUpdate,
    filters: {
      alert_group_id: group,
      status: oneOf(HealthStatus()),
      flapping,
    },
    scope: "write",
    present: present.healthCheckMonitor,
  },
  webhook_monitors: {
    shape: WebhookMonitor,
    create: WebhookMonitorCreate,
    update: WebhookMonitorUpdate,
    filters: {
      alert_group_id: group,
      status: oneOf(WebhookStatus()),
      flapping,
    },
    scope: "write",
    present: present.webhookMonitor,
  },
  users: {
    shape: User,
    create: UserCreate,
    update: UserUpdate,
    filters: {},
    scope: "admin",
    present: present.user,
  },
};
