/** The order in which a plan is written, where it is another one than that in which it is shown. Pure. */
import { afterNeeds } from "./circle.ts";
import { resourceKinds, type ResourceKind } from "../model/model.ts";
import type { PlannedWrite } from "./plan.ts";

/**
 * Where each write stands in the plan, and where it was declared within its kind. A monitor comes after those
 * that it depends on: they are there by then, and what is to be turned around is at no time a circle. What
 * goes comes last, when nothing refers to it any more.
 */
export function writingOrder(writes: readonly PlannedWrite[]): { at: number; index: number }[] {
  const counted = new Map<ResourceKind, number>();
  const places = writes.map((write, at) => {
    const index = counted.get(write.kind) ?? 0;
    counted.set(write.kind, index + 1);
    return { ...write, at, index };
  });
  const goes = ({ action }: PlannedWrite) => action === "delete" || action === "detach";
  const kept = resourceKinds.flatMap((kind) =>
    afterNeeds(
      places.filter((place) => place.kind === kind && !goes(place)),
      ({ external_id, fields }) => ({
        name: external_id,
        needs: kind === "health_check_monitors" ? ((fields["depends_on"] ?? []) as string[]) : [],
      }),
    ),
  );
  return [...kept, ...places.filter(goes)].map(({ at, index }) => ({
    at,
    index,
  }));
}
