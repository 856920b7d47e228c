/** Names the fields that a manifest keeps by leaving them out, as their descriptions say. Pure. */
import { namesOf } from "./field.ts";
import { resourceKinds } from "./kinds.ts";
import { descriptionOf } from "./resources.ts";

const byKind = new Map<string, readonly string[]>(
  resourceKinds.map((kind) => [
    kind,
    namesOf(descriptionOf(kind).fields, ({ leftOut }) => leftOut === "kept"),
  ]),
);

/** Of a kind of resource. */
export const keptFields = (kind: string): readonly string[] => byKind.get(kind) ?? [];
