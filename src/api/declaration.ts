/** A whole declaration, the plan that answers it, and the result of an apply. */
import type { FieldTable } from "../resource/field.ts";
import { manifestFields } from "../resource/manifest.ts";
import { descriptionOf, eachKind } from "../resource/resources.ts";
import { createSchema } from "../resource/schemas.ts";
import { ResourceKind } from "./enumerations.ts";
import type { TArray, TOptional } from "typebox";
import { Nullable, Shape, Timestamp, Title, Type, type Static } from "./schema.ts";

type Declared<K extends keyof typeof manifestFields> = ReturnType<
  typeof createSchema<(typeof manifestFields)[K]>
>;

/** The list of each kind. */
export const lists = eachKind((kind) =>
  Type.Optional(
    Type.Array(
      createSchema<FieldTable>(manifestFields[kind], `Declared${descriptionOf(kind).title}`),
    ),
  ),
) as unknown as { [K in keyof typeof manifestFields]: TOptional<TArray<Declared<K>>> };
export const project = Title("Who declares it: the owner of everything in it.");

export const Declaration = Shape("Declaration", { project, ...lists });
export type Declaration = Static<typeof Declaration>;

const options = {
  prune: Type.Optional(
    Type.Boolean({
      description:
        "Delete resources that this project declared before and no longer declares. Resources of other projects and unmanaged ones are never deleted.",
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
      description:
        "With prune: detach resources that are no longer declared instead of deleting them.",
    }),
  ),
  adopt: Type.Optional(
    Type.Boolean({
      description: "Take over resources that another project declares.",
    }),
  ),
};
export const PlanRequest = Shape("PlanRequest", { ...Declaration.properties, ...options });
export type PlanRequest = Static<typeof PlanRequest>;

export const ApplyRequest = Shape("ApplyRequest", {
  ...PlanRequest.properties,
  revision: Type.Optional(
    Type.Integer({
      description: "The plan's revision; 409 when anything that it depends on moved since.",
    }),
  ),
});
export type ApplyRequest = Static<typeof ApplyRequest>;

const FieldChange = Shape("FieldChange", {
  field: Type.String(),
  from: Type.Unknown({ description: "null: none." }),
  to: Type.Unknown(),
});

export const PlannedChange = Shape("PlannedChange", {
  kind: ResourceKind(),
  external_id: Type.String(),
  id: Nullable(Type.String(), {
    description: "null in a plan that would create a new one.",
  }),
  title: Type.String(),
  action: Type.Enum(["create", "update", "unchanged", "delete", "detach"], {
    title: "PlannedAction",
    description: "detach: it stays, and no project declares it any more.",
  }),
  fields: Type.Array(FieldChange),
  turns: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "What becomes of the turns of a schedule: who is on call now, and who is next, each as a line for people.",
    }),
  ),
  deleted_at: Type.Optional(
    Timestamp(
      "The project deleted it then, less than seven days ago: a create brings it back, with its history and URL.",
    ),
  ),
  webhook_url: Type.Optional(
    Type.String({
      format: "uri",
      description: "The webhook URL of a webhook monitor, in the answer to an apply.",
    }),
  ),
});
export type PlannedChange = Static<typeof PlannedChange>;

export const Plan = Shape("Plan", {
  project: Type.String(),
  revision: Type.Integer({
    description: "A digest of all that the plan depends on: the project, and all that it names.",
  }),
  applied: Type.Boolean(),
  changes: Type.Array(PlannedChange),
  prune_max_needed: Type.Optional(
    Type.Integer({
      description: "An apply is refused until prune_max is at least this; absent: it is not.",
    }),
  ),
  undeclared: Type.Optional(
    Type.Array(Shape("UndeclaredResource", { kind: ResourceKind(), external_id: Type.String() }), {
      description:
        "Resources of the project that are no longer declared and stay, without `prune`; absent: none.",
    }),
  ),
  warnings: Type.Array(
    Type.String({
      description: "What works, but will not do what people expect.",
    }),
  ),
});
export type Plan = Static<typeof Plan>;
