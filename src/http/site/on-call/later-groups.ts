/** Loads the groups that are paged after a group while an incident is unacknowledged. */
import { waitAfter } from "../../../core/explain/who-would.ts";
import type { AlertGroup } from "../../../core/model/model.ts";
import { audienceOf } from "../../../core/on-call/audience.ts";
import { stepsOf } from "../../../core/paging/escalation.ts";
import { personName } from "../../../core/text/person.ts";
import type { LadderGroup } from "../../../dashboard/on-call/ladder-panel.ts";
import { allGroups } from "../lists.ts";
import type { Site } from "../site.ts";

/** The groups in order, each with its members and the wait before it for an incident of this priority that opens now. */
export async function laterGroups(
  site: Site,
  group: AlertGroup,
  priority: number,
): Promise<LadderGroup[]> {
  if (group.escalate_to === null) return [];
  const { store, clock } = site;
  const now = clock.now();
  const groups = await allGroups(site, group.org_id);
  const steps = stepsOf(group.id, groups);
  const after = steps.flatMap(({ to }) => groups.find(({ id }) => id === to) ?? []);
  const rosters = await store.read.rosters(group.org_id, [group, ...after], now);
  return steps.map((step, i) => ({
    ...step,
    after_minutes: waitAfter(rosters[i]!, step.after_minutes, priority, now),
    title: after[i]!.title,
    members: audienceOf(rosters[i + 1]!, now).map(({ user }) => personName(user)),
  }));
}
