/** Arranges the people of an incident by the group that paged them, step by step. Pure. */
import type { Instant } from "../model/model.ts";
import { bestOf, reachStates } from "./device-reach.ts";
import type { Evidence, Explanation, PersonExplained } from "./explain.ts";

/** One group: its paged members, or those without a page. */
export interface LadderGroup {
  /** null: recipients that are no longer members. */
  group: { id: string; title: string } | null;
  /** When its first page was queued; null: none was. */
  at: Instant | null;
  /** Worst first. */
  people: PersonExplained[];
}

/** The steps that have happened, in order of time; the group of the incident comes first. */
export function ladderOf(
  { incident, people }: Pick<Evidence, "incident" | "people">,
  explanation: Explanation,
): LadderGroup[] {
  const explained = new Map(explanation.people.map((one) => [one.user_id, one]));
  const steps = [...Map.groupBy(people, ({ group }) => group?.id ?? null)].map(([id, members]) => {
    const { group } = members[0]!;
    const queued = members
      .flatMap(({ notifications }) => notifications)
      .filter(({ transition }) => transition === "opened")
      .map(({ inserted_at }) => inserted_at);
    return {
      own: id === incident.alert_group_id,
      group: group && { id: group.id, title: group.title },
      at: queued.length === 0 ? null : Math.min(...queued),
      people: members.flatMap(({ user }) => explained.get(user.id) ?? []).toSorted(worstFirst),
    };
  });
  return steps
    .toSorted((a, b) => Number(b.own) - Number(a.own) || (a.at ?? never) - (b.at ?? never))
    .map(({ group, at, people: members }) => ({ group, at, people: members }));
}

/** After every instant. */
const never = Number.MAX_SAFE_INTEGER;

const rank = (person: PersonExplained) =>
  reachStates.indexOf(bestOf(person.devices)?.state ?? "no_device");
const worstFirst = (a: PersonExplained, b: PersonExplained) => rank(a) - rank(b);
