/** Where the escalations of a declaration lead: to groups that will be there, and not back. Pure, and a part of the plan. */
import { cycleOf } from "./escalation.ts";
import type { Fault } from "./fault.ts";

/** A group as it will be. */
export interface Escalating {
  /** Its external id, or `id:…`. */
  name: string;
  /** The name of the group that is paged after it; null: none is. */
  escalate_to: string | null;
  /** Where it is declared; null: it is stored, and not declared here. */
  place: string | null;
}

/** A fault for each circle, at the first of its groups that is declared. */
export function circles(groups: readonly Escalating[]): Fault[] {
  const faults: Fault[] = [];
  let left = groups;
  for (;;) {
    const circle = cycleOf(
      left.map(({ name, escalate_to }) => ({ id: name, escalate_to })),
    );
    if (!circle) return faults;
    left = left.filter(({ name }) => !circle.includes(name));
    const first = groups.find(
      ({ name, place }) => place !== null && circle.includes(name),
    );
    if (!first) continue;
    const at = circle.indexOf(first.name);
    const way = [...circle.slice(at), ...circle.slice(0, at), first.name];
    faults.push({
      field: `${first.place}.escalate_to`,
      code: "cycle",
      message: `leads back to where it began: ${way.map((name) => `"${name}"`).join(" → ")}`,
    });
  }
}
