/** The drift of a project's resources, and the owner of a resource. */
import { Declaration, Plan, PlannedChange, project } from "./declaration.ts";
import { ExternalId, limits, Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

const Resource = Shape("ResourceReference", {
  kind: PlannedChange.properties.kind,
  id: Type.String({ minLength: 1, description: "Its id." }),
  external_id: Type.Optional(
    Nullable(ExternalId, {
      description: "One for a resource that has none.",
    }),
  ),
});

export const DriftRequest = Shape("DriftRequest", {
  ...Declaration.properties,
  last_applied: Type.Optional(
    Type.Boolean({
      description: "Compare with what the project applied last, in place of the lists given here.",
    }),
  ),
});
export type DriftRequest = Static<typeof DriftRequest>;

export const Drift = Shape("Drift", {
  project: Type.String(),
  revision: Plan.properties.revision,
  applied_at: Nullable(Timestamp("When it was applied.")),
  applied_by: Nullable(Type.String(), {
    description: "Name of the key that applied last.",
  }),
  unchanged: Type.Integer({ description: "How many are as declared." }),
  changes: Type.Array(
    Shape("DriftedResource", {
      ...PlannedChange.properties,
      changed_by: Nullable(Type.String(), {
        description: "Who changed it last, from the audit log.",
      }),
      changed_at: Nullable(Timestamp("When that was.")),
    }),
    {
      description:
        "What an apply would do to make it as declared; `from` is how it is now. detach: it says that it belongs to the project, which does not declare it.",
    },
  ),
});
export type Drift = Static<typeof Drift>;

export const AdoptRequest = Shape("AdoptRequest", {
  project,
  resources: Type.Array(Resource, { minItems: 1, maxItems: limits.named }),
});
export type AdoptRequest = Static<typeof AdoptRequest>;

export const DetachRequest = Shape("DetachRequest", {
  resources: AdoptRequest.properties.resources,
});
export type DetachRequest = Static<typeof DetachRequest>;

export const Ownership = Shape("Ownership", {
  resources: Type.Array(
    Shape("OwnedResource", {
      kind: PlannedChange.properties.kind,
      id: Type.String(),
      external_id: Nullable(Type.String()),
      title: Type.String(),
      from: Nullable(Type.String(), {
        description: "The project that declared it before.",
      }),
      to: Nullable(Type.String()),
    }),
  ),
});
export type Ownership = Static<typeof Ownership>;
