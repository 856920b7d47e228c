/** Orders a plan for writing one resource at a time, where that differs from the order of display. Pure. */
import { ownTargets } from "../../resource/references.ts";
import { resourceKinds } from "../model/model.ts";
import { afterNeeds } from "./cycles.ts";
import type { PlannedWrite } from "./plan-terms.ts";

/**
 * The place of each write in the plan. A resource comes after those that it refers to, so they exist by then,
 * and a reversed reference is never a cycle in between.
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
