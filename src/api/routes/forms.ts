/** The schemas of each declared kind: its answer, the bodies that create and change it, the filters of its list. */
import type { MonitorKind, ResourceKind } from "../../core/model/model.ts";
import { descriptionOf, eachKind, type FieldsOf } from "../../resource/resources.ts";
import { answerSchema, createSchema, updateSchema } from "../../resource/schemas.ts";
import { AlertGroup } from "../alert-groups.ts";
import { HealthCheckMonitor } from "../health-check-monitors.ts";
import { HealthStatus, WebhookStatus } from "../enumerations.ts";
import { Type, type Static, type TSchema } from "../schema.ts";
import { Schedule } from "../on-call/schedules.ts";
import { StatusPage } from "../public/status-pages.ts";
import { User } from "../users.ts";
import { WebhookMonitor } from "../webhook-monitors.ts";

/** The answers with a name of their own; any other kind is answered as it is declared. */
const named = {
  users: User,
  schedules: Schedule,
  alert_groups: AlertGroup,
  health_check_monitors: HealthCheckMonitor,
  webhook_monitors: WebhookMonitor,
  status_pages: StatusPage,
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

const statuses = {
  health_check_monitors: HealthStatus(),
  webhook_monitors: WebhookStatus(),
} satisfies Record<MonitorKind, TSchema>;

const filtersOf = <Status extends TSchema>(status: Status) => ({
  alert_group_id: Type.Optional(Type.String({ description: "Only those of this alert group." })),
  status: Type.Optional(Type.Array(status, { description: "Only those with one of these." })),
  flapping: Type.Optional(
    Type.Boolean({ description: "Only those that are flapping, or that are not." }),
  ),
});

/** The schemas of a kind in requests and answers. */
export interface Forms<K extends ResourceKind> {
  shape: Shape<K>;
  create: ReturnType<typeof createSchema<FieldsOf<K>>>;
  update: ReturnType<typeof updateSchema<FieldsOf<K>>>;
  /** Filters of the list beside external_id. */
  filters: K extends MonitorKind
    ? ReturnType<typeof filtersOf<(typeof statuses)[K]>>
    : Record<never, never>;
}

export const forms = eachKind((kind) => {
  const { fields, title } = descriptionOf(kind);
  return {
    shape: shapes[kind],
    create: createSchema(fields, `${title}Create`),
    update: updateSchema(fields, `${title}Update`),
    filters: kind in statuses ? filtersOf(statuses[kind as MonitorKind]) : {},
  };
}) as unknown as { [K in ResourceKind]: Forms<K> };
