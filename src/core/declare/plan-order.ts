/** The order in which a plan is written one resource at a time, where it is not that in which it is shown. Pure. */
import { ownTargets } from "../../resource/references.ts";
import { resourceKinds } from "../model/model.ts";
import { afterNeeds } from "./cycles.ts";
import type { PlannedWrite } from "./plan-terms.ts";

/**
 * Where each write stands in the plan. What refers to others comes after those: they are there by then, and
 * what is to be turned around is at no time a cycle.
 */
export function writingOrder(writes: readonly PlannedWrite[]): number[] {
  const places = writes.map((write, at) => ({ ...write, at }));
  return resourceKinds
    .flatMap((kind) =>
      afterNeeds(
        places.filter((place) => place.kind === kind),
        ({ external_id, fields }) => ({ name: external_id, needs: ownTargets(kind, fields) }),
      ),
    )
    .map(({ at }) => at);
}
