/** Reads a resource again after a change, so that the answer has its state and silence of now. */
import type { ResourceKind } from "../../core/model/model.ts";
import type { ShownResource, ShownNow } from "../../store/reads/resources.ts";
import type { Deps } from "../deps.ts";

/** The resource as it is now; as it was written when it was deleted since then. */
export async function asOfNow<K extends ResourceKind>(
  { store, clock }: Pick<Deps, "store" | "clock">,
  kind: K,
  row: ShownResource<K>,
): Promise<ShownNow<K>> {
  const current = await store.read.resource(kind, row.org_id, row.id, clock.now());
  return current ?? ({ ...row, silence: null } as unknown as ShownNow<K>);
}
