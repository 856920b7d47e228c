import { type SaveInput, saveResource } from "./save-resource.ts";
import { shown } from "../subject/shown.ts";
import type { Outcome } from "../outcome.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { ShownResource } from "../../store/reads/resources.ts";

/** Creates a resource, or updates the one with `id` or with a known `external_id`. */
export function* save(
  c: Context,
  input: SaveInput<ResourceKind>,
): Procedure<Outcome<{ created: boolean; resource: ShownResource<ResourceKind> }>> {
  const saved = yield* saveResource(c, input);
  if (!saved.ok) return saved;
  const { before, resource } = saved.value;
  return {
    ok: true,
    value: { created: before === null, resource: yield* shown(c, input.kind, resource) },
  };
}
