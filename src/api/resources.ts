/** The schemas of each declared kind: its answer, and the bodies that create and change it. */
import type { AddressKind, MonitorKind, ResourceKind } from "../core/model/model.ts";
import { descriptionOf, eachKind, type FieldsOf } from "../resource/resources.ts";
import { answerSchema, createSchema, updateSchema } from "../resource/schemas.ts";
import { AlertGroup } from "./alert-groups.ts";
import { HealthCheckMonitor } from "./health-check-monitors.ts";
import type { Static, TSchema } from "./schema.ts";
import { User } from "./users.ts";
import { WebhookMonitor } from "./webhook-monitors.ts";

export type { AddressKind, MonitorKind };

/** The answers with a name of their own; any other kind is answered as it is declared. */
const named = {
  users: User,
  alert_groups: AlertGroup,
  health_check_monitors: HealthCheckMonitor,
  webhook_monitors: WebhookMonitor,
} satisfies Partial<Record<ResourceKind, TSchema>>;

type Shape<K extends ResourceKind> = K extends keyof typeof named
  ? (typeof named)[K]
  : ReturnType<typeof answerSchema<FieldsOf<K>, Record<never, never>>>;

/** A resource in an answer, by its kind. */
export const shapes = {
  ...eachKind((kind) => answerSchema(descriptionOf(kind), {})),
  ...named,
} as unknown as { [K in ResourceKind]: Shape<K> };

/** A resource as it is answered, by the kind it is declared under. */
export type Answered = { [K in ResourceKind]: Static<Shape<K>> };

/** The body that creates a resource, by its kind. */
export const createBodies = eachKind((kind) =>
  createSchema(descriptionOf(kind).fields, `${descriptionOf(kind).title}Create`),
);

/** The body that changes a resource, by its kind. */
export const updateBodies = eachKind((kind) =>
  updateSchema(descriptionOf(kind).fields, `${descriptionOf(kind).title}Update`),
);
