/** Loads what decides how paging for an incident goes on. */
import { stepsOf } from "../core/escalation.ts";
import type { PagingPlan } from "../core/paging.ts";
import type { Context } from "./context.ts";
import { first, rows, type Procedure } from "./procedure.ts";
import { by } from "./statements.ts";

/** null: there is no such group (any more). */
export function* loadPaging(
  c: Context,
  group_id: string,
): Procedure<PagingPlan | null> {
  const group = yield* first(
    c.of.alert_groups.find("id"),
    by({ id: group_id }),
  );
  if (!group) return null;
  if (group.escalate_to === null)
    return { group, steps: [], titles: new Map() };
  const others = yield* rows(
    c.of.alert_groups.find("org_id"),
    by({ org_id: group.org_id }),
  );
  return {
    group,
    steps: stepsOf(group.id, others),
    titles: new Map(others.map(({ id, title }) => [id, title])),
  };
}
