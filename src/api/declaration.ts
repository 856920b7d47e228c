/** A whole declaration, what a plan answers, and what an apply did. */
import { alertGroupFields, alertGroupRequired, memberRules } from "./alert-groups.ts";
import { ResourceKind } from "./enumerations.ts";
import { healthCheckMonitorFields, healthCheckMonitorRequired } from "./health-check-monitors.ts";
import { createSchema, DependsOn, ExternalId, Title, Type, type Static } from "./schema.ts";
import { userFields, userRequired } from "./users.ts";
import { webhookMonitorFields, webhookMonitorRequired } from "./webhook-monitors.ts";

/** A reference to an alert group by its external_id, in place of `alert_group_id`. */
const GroupReference = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "external_id of the alert group to notify.",
});

const memberEmail = Type.String({
  minLength: 3,
  maxLength: 254,
  format: "email",
  description: "Address of the member.",
});

/** A member by address, or with hours of their own. */
export const DeclaredMember = createSchema(
  { email: memberEmail, ...memberRules },
  ["email"],
  "DeclaredMember",
);

const external_id = ExternalId.anyOf[0];
const monitor = <T extends { alert_group_id: unknown; depends_on: unknown }>(fields: T) => {
  const { alert_group_id: _, ...rest } = fields;
  return {
    ...rest,
    depends_on: DependsOn("external_ids"),
    alert_group: GroupReference,
  };
};

export const declaredFields = {
  users: userFields,
  alert_groups: {
    ...alertGroupFields,
    escalate_to: Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "external_id of the alert group that is paged too when nobody has acknowledged within `escalate_after_minutes`.",
    }),
    members: Type.Array(Type.Union([memberEmail, DeclaredMember]), {
      description:
        "Emails of the members, all of them; or `{email, …}` for one with a time zone, contact hours, days or a minimum_priority of their own. Left out: membership is not managed here.",
    }),
  },
  health_check_monitors: monitor(healthCheckMonitorFields),
  webhook_monitors: monitor(webhookMonitorFields),
} as const;

const required = (names: readonly string[]) =>
  [
    "external_id",
    ...names.map((name) => (name === "alert_group_id" ? "alert_group" : name)),
  ] as const;

/** Fields that a declared resource of each kind must have. */
export const declaredRequired = {
  users: required(userRequired),
  alert_groups: required(alertGroupRequired),
  health_check_monitors: required(healthCheckMonitorRequired),
  webhook_monitors: required(webhookMonitorRequired),
} as const;

export const DeclaredUser = createSchema(
  { ...declaredFields.users, external_id },
  ["external_id", "email"],
  "DeclaredUser",
);
export const DeclaredAlertGroup = createSchema(
  { ...declaredFields.alert_groups, external_id },
  ["external_id", "title"],
  "DeclaredAlertGroup",
);
export const DeclaredHealthCheckMonitor = createSchema(
  { ...declaredFields.health_check_monitors, external_id },
  ["external_id", "title", "url", "alert_group"],
  "DeclaredHealthCheckMonitor",
);
export const DeclaredWebhookMonitor = createSchema(
  { ...declaredFields.webhook_monitors, external_id },
  ["external_id", "title", "alert_group"],
  "DeclaredWebhookMonitor",
);

export const lists = {
  users: Type.Optional(Type.Array(DeclaredUser)),
  alert_groups: Type.Optional(Type.Array(DeclaredAlertGroup)),
  health_check_monitors: Type.Optional(Type.Array(DeclaredHealthCheckMonitor)),
  webhook_monitors: Type.Optional(Type.Array(DeclaredWebhookMonitor)),
};
export const project = Title("Who declares it: the owner of everything in it.");

export const Declaration = Type.Object(
  { project, ...lists },
  { additionalProperties: false, title: "Declaration" },
);
export type Declaration = Static<typeof Declaration>;

const options = {
  prune: Type.Optional(
    Type.Boolean({
      description:
        "Delete what this project declared before and does not declare now. Never touches what another project, or nobody, declares.",
    }),
  ),
  prune_max: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "How many resources a prune may delete at most. Without it: 5, or a quarter of the project if that is more.",
    }),
  ),
  detach: Type.Optional(
    Type.Boolean({
      description: "With prune: keep what is no longer declared, as a resource of no project.",
    }),
  ),
  adopt: Type.Optional(
    Type.Boolean({
      description: "Take over resources that another project declares.",
    }),
  ),
};
export const PlanRequest = Type.Object(
  { ...Declaration.properties, ...options },
  { additionalProperties: false, title: "PlanRequest" },
);
export type PlanRequest = Static<typeof PlanRequest>;

export const ApplyRequest = Type.Object(
  {
    ...PlanRequest.properties,
    revision: Type.Optional(
      Type.Integer({
        description: "The plan's revision; 409 when something moved since.",
      }),
    ),
  },
  { additionalProperties: false, title: "ApplyRequest" },
);
export type ApplyRequest = Static<typeof ApplyRequest>;

export const FieldChange = Type.Object(
  {
    field: Type.String(),
    from: Type.Unknown({ description: "null where there was none." }),
    to: Type.Unknown(),
  },
  { additionalProperties: false, title: "FieldChange" },
);

export const PlannedChange = Type.Object(
  {
    kind: ResourceKind(),
    external_id: Type.String(),
    id: Type.Union([Type.String(), Type.Null()], {
      description: "null in a plan that would create it.",
    }),
    title: Type.String(),
    action: Type.Enum(["create", "update", "unchanged", "delete", "detach"], {
      title: "PlannedAction",
      description: "detach: it stays, and no project declares it any more.",
    }),
    fields: Type.Array(FieldChange),
    webhook_url: Type.Optional(Type.String({ description: "Of a webhook monitor that exists." })),
  },
  { additionalProperties: false, title: "PlannedChange" },
);
export type PlannedChange = Static<typeof PlannedChange>;

export const Plan = Type.Object(
  {
    project: Type.String(),
    revision: Type.Integer({
      description: "State of the organization that the plan was made from.",
    }),
    applied: Type.Boolean(),
    changes: Type.Array(PlannedChange),
    prune_max_needed: Type.Optional(
      Type.Integer({
        description: "An apply is refused until prune_max is at least this; absent: it is not.",
      }),
    ),
    warnings: Type.Array(
      Type.String({
        description: "What works, but will not do what people expect.",
      }),
    ),
  },
  { additionalProperties: false, title: "Plan" },
);
export type Plan = Static<typeof Plan>;
