/** Names the fields that a manifest keeps by leaving them out, as their descriptions say. Pure. */
import { namesOf } from "./field.ts";
import type { ResourceKind } from "./kinds.ts";
import { descriptionOf, eachKind } from "./resources.ts";

const byKind = eachKind((kind) =>
  namesOf(descriptionOf(kind).fields, ({ leftOut }) => leftOut === "kept"),
);

/** The kept fields of a kind of resource. */
export const keptFields = (kind: ResourceKind): readonly string[] => byKind[kind];
