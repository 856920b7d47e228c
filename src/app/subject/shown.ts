import type { Declared, ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { factsOf } from "../../resource/resources.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { ShownResource } from "../../store/reads/resources.ts";
import { resultsOf } from "../../store/records/snapshot.ts";

/** The resource as it is shown: with its running state, if it has one. */
export function* shown<K extends ResourceKind>(
  c: Context,
  kind: K,
  resource: Declared,
): Procedure<ShownResource<K>> {
  if (!factsOf(kind).subject) return resource as unknown as ShownResource<K>;
  const subject = {
    ...(yield* c.of.subjects.first({ id: resource.id })),
    results: yield* resultsOf(c, resource.id),
  };
  return { ...resource, subject } as unknown as ShownResource<K>;
}
