/** Routes of whole declarations, of the resources of projects, and of deleted ones. */
import { many, ofProject, one, orderedPage } from "./answers.ts";
import { ApplyRequest, Plan, PlanRequest } from "../declaration.ts";
import { DeletedResource } from "../deleted-resources.ts";
import { ResourceKind } from "../enumerations.ts";
import { AdoptRequest, DetachRequest, Drift, DriftRequest, Ownership } from "../ownership.ts";
import { tagged } from "./row.ts";
import { RestoredResource, RestoreSeveral } from "./several-bodies.ts";
import { GivenInstant, limits, Type } from "../schema.ts";

export const deletedResources = tagged("declarations", {
  "GET /deleted_resources": {
    id: "list_deleted_resources",
    scope: "read",
    summary: "List what was deleted in the last seven days and can be restored",
    query: {
      kind: Type.Optional(ResourceKind()),
      project: ofProject,
      since: Type.Optional(GivenInstant("Deleted at or after this instant.")),
      ...orderedPage,
    },
    answer: many(DeletedResource),
  },
  "POST /deleted_resources/restore": {
    id: "restore_resources",
    scope: "write",
    summary: "Restore several deleted resources, each after those that it refers to",
    body: RestoreSeveral,
    answer: one(Type.Array(RestoredResource), "The resources, restored or not."),
  },
});

export const declarations = tagged("declarations", {
  "POST /plan": {
    id: "plan_declaration",
    scope: "read",
    summary: "Say what applying a declaration would change",
    body: PlanRequest,
    packed: true,
    judged: true,
    answer: one(Plan, "What would change."),
  },
  "POST /apply": {
    id: "apply_declaration",
    scope: "write",
    summary: "Make things as a declaration says, all of it or nothing",
    body: ApplyRequest,
    packed: true,
    judged: true,
    answer: one(Plan, "What was changed."),
  },
  "POST /drift": {
    id: "find_drift",
    scope: "read",
    summary: "Say what is not as it was declared, and who changed it",
    body: DriftRequest,
    packed: true,
    answer: one(Drift, "What differs."),
  },
  "POST /adopt": {
    id: "adopt_resources",
    scope: "write",
    summary: "Make a project the owner of resources, all of them or none",
    body: AdoptRequest,
    bodyLimit: limits.managementBody,
    answer: one(Ownership, "Whose they were, and whose they are."),
  },
  "POST /detach": {
    id: "detach_resources",
    scope: "write",
    summary: "Detach resources from their project without deleting them, all of them or none",
    body: DetachRequest,
    bodyLimit: limits.managementBody,
    answer: one(Ownership, "Whose they were."),
  },
});
