/** The drift of a project's resources, and the owner of a resource. */
import { Declaration, Plan, PlannedChange, project } from "./declaration.ts";
import { ExternalId, limits, Timestamp, Type, type Static } from "./schema.ts";

const Resource = Type.Object(
  {
    kind: PlannedChange.properties.kind,
    id: Type.String({ minLength: 1, description: "Its id." }),
    external_id: Type.Optional(
      Type.Union([ExternalId, Type.Null()], {
        description: "One for a resource that has none.",
      }),
    ),
  },
  { additionalProperties: false, title: "ResourceReference" },
);

export const DriftRequest = Type.Object(
  {
    ...Declaration.properties,
    last_applied: Type.Optional(
      Type.Boolean({
        description:
          "Compare with what the project applied last, in place of the lists given here.",
      }),
    ),
  },
  { additionalProperties: false, title: "DriftRequest" },
);
export type DriftRequest = Static<typeof DriftRequest>;

export const Drift = Type.Object(
  {
    project: Type.String(),
    revision: Plan.properties.revision,
    applied_at: Type.Union([Timestamp("When it was applied."), Type.Null()]),
    applied_by: Type.Union([Type.String(), Type.Null()], {
      description: "Name of the key that applied last.",
    }),
    unchanged: Type.Integer({ description: "How many are as declared." }),
    changes: Type.Array(
      Type.Object(
        {
          ...PlannedChange.properties,
          changed_by: Type.Union([Type.String(), Type.Null()], {
            description: "Who changed it last, from the audit log.",
          }),
          changed_at: Type.Union([Timestamp("When that was."), Type.Null()]),
        },
        { additionalProperties: false, title: "DriftedResource" },
      ),
      {
        description:
          "What an apply would do to make it as declared; `from` is how it is now. detach: it says that it belongs to the project, which does not declare it.",
      },
    ),
  },
  { additionalProperties: false, title: "Drift" },
);
export type Drift = Static<typeof Drift>;

export const AdoptRequest = Type.Object(
  { project, resources: Type.Array(Resource, { minItems: 1, maxItems: limits.declared }) },
  { additionalProperties: false, title: "AdoptRequest" },
);
export type AdoptRequest = Static<typeof AdoptRequest>;

export const DetachRequest = Type.Object(
  { resources: AdoptRequest.properties.resources },
  { additionalProperties: false, title: "DetachRequest" },
);
export type DetachRequest = Static<typeof DetachRequest>;

export const Ownership = Type.Object(
  {
    resources: Type.Array(
      Type.Object(
        {
          kind: PlannedChange.properties.kind,
          id: Type.String(),
          external_id: Type.Union([Type.String(), Type.Null()]),
          title: Type.String(),
          from: Type.Union([Type.String(), Type.Null()], {
            description: "The project that declared it before.",
          }),
          to: Type.Union([Type.String(), Type.Null()]),
        },
        { additionalProperties: false, title: "OwnedResource" },
      ),
    ),
  },
  { additionalProperties: false, title: "Ownership" },
);
export type Ownership = Static<typeof Ownership>;
