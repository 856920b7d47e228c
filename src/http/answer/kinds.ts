/** The presentation, filters and scopes of each kind of resource in the API. */
import { HealthStatus, WebhookStatus } from "../../api/enumerations.ts";
import { createBodies, shapes, updateBodies } from "../../api/resources.ts";
import { Type, type TSchema } from "../../api/schema.ts";
import type { ShownNow } from "../../store/reads/resources.ts";
import type { MonitorKind, ResourceKind, Scope } from "../../core/model/model.ts";
import { eachKind, factsOf } from "../../resource/resources.ts";
import { resource, type Viewer } from "./present.ts";

export interface Kind<K extends ResourceKind> {
  shape: TSchema & { properties: Record<string, unknown> };
  create: TSchema;
  update: TSchema;
  /** Filters of the list beside external_id. */
  filters: Record<string, TSchema>;
  /** The scope that a change needs. */
  scope: Scope;
  present: (row: ShownNow<K>, siteUrl: string, caller: Viewer) => unknown;
}

const statuses: Record<MonitorKind, TSchema> = {
  health_check_monitors: HealthStatus(),
  webhook_monitors: WebhookStatus(),
};

const monitorFilters = (status: TSchema): Record<string, TSchema> => ({
  alert_group_id: Type.Optional(Type.String({ description: "Only those of this alert group." })),
  status: Type.Optional(Type.Array(status, { description: "Only those with one of these." })),
  flapping: Type.Optional(
    Type.Boolean({
      description: "Only those that are flapping, or that are not.",
    }),
  ),
});

export const kinds = eachKind<Kind<ResourceKind>>((kind) => ({
  shape: shapes[kind],
  create: createBodies[kind],
  update: updateBodies[kind],
  filters: kind in statuses ? monitorFilters(statuses[kind as MonitorKind]) : {},
  scope: factsOf(kind).scope,
  present: (row, siteUrl, caller) => resource(kind, row, siteUrl, caller),
})) as unknown as { [K in ResourceKind]: Kind<K> };
