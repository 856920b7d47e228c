/** Applies edits of groups and monitors to their unresolved incidents. */
import { escalatingTo } from "../../core/paging/escalation.ts";
import { refusalKey } from "../../core/alerts/refusal.ts";
import { runCommand } from "../subject/run-command.ts";
import { reevaluateHeld } from "./reevaluate-held.ts";
import type { AudiencePerson } from "../../core/on-call/audience.ts";
import type { Declared, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { placesOf, recipientsOf } from "../../store/records/audience.ts";
import { inPages } from "../../store/kit/pages.ts";
import { type Procedure, rows, write } from "../../store/kit/procedure.ts";

/** Incidents whose paging is re-evaluated between two cuts. */
const pageSize = 200;

/**
 * The rules of a group hold for the pushes on hold too, for its unresolved incidents, and for those that escalate through
 * it. `ids`: the groups whose rules were edited.
 */
export function* followGroups(
  c: Context,
  org_id: string,
  ids: readonly string[],
  now: Instant,
): Procedure<void> {
  if (ids.length === 0) return;
  yield* reevaluateHeld(c, org_id, now);
  yield* wakeGroups(c, org_id, ids, now);
}

/**
 * The same after a place in a group was removed, if the group has no recipient any more, so that its pages on hold
 * keep no escalation back, or if its person stays in it by another place, with other rules: a reminder may leave by these.
 * `before`: its places until then. From all others the incident is handed over, unless it has ended: its end on hold
 * leaves by the hours of the group.
 */
export function* followRemoval(
  c: Context,
  { id, org_id }: { id: string; org_id: string },
  before: readonly Pick<AudiencePerson, "user" | "member">[],
  now: Instant,
): Procedure<void> {
  const recipients = yield* recipientsOf(c, id, now);
  const rules = new Map(before.map(({ user, member }) => [user.id, JSON.stringify(member)]));
  const places = yield* placesOf(c, [id]);
  const moved = places.some(({ user, member }) => rules.get(user.id) !== JSON.stringify(member));
  if (recipients.length === 0 || moved) yield* followGroups(c, org_id, [id], now);
  else yield* reevaluateHeld(c, org_id, now, "recovered");
}

/**
 * Lets the paging of the unresolved incidents that groups page go on now. `ids`: the groups whose rules or people have
 * changed; incidents that may be escalated to them are included.
 */
export function* wakeGroups(
  c: Context,
  org_id: string,
  ids: readonly string[],
  now: Instant,
): Procedure<void> {
  if (ids.length === 0) return;
  const groups = yield* c.of.alert_groups.find({ org_id });
  const alert_group_ids = JSON.stringify([...escalatingTo(ids, groups)]);
  yield* inPages(pageSize, { id: "" }, function* ({ id: after }) {
    const page = yield* rows(c.q.unresolvedAfter, { alert_group_ids, after, limit: pageSize });
    const incidents = JSON.stringify(page.map(({ id }) => id));
    if (page.length > 0) yield* write(c.q.pageBy, { ids: incidents, now });
    return page;
  });
  c.nudge("wakes");
}

/** The same for the groups of a person whose device can be paged again: a reminder may have found no other. */
export function* wakeGroupsOf(
  c: Context,
  { user_id, org_id }: { user_id: string; org_id: string },
  now: Instant,
): Procedure<void> {
  const groups = yield* rows(c.q.groupsOfPerson, { user_id });
  const ids = groups.map(({ id }) => id);
  yield* wakeGroups(c, org_id, ids, now);
}

/** A monitor takes its unresolved incidents along to another group: its own, and the one about refused deliveries. */
export function* followMonitor(
  c: Context,
  before: Declared & Record<string, unknown>,
  after: Record<string, unknown>,
  by: string,
  now: Instant,
): Procedure<void> {
  const from = before["alert_group_id"];
  if (typeof from !== "string" || from === after["alert_group_id"]) return;
  const group = yield* c.of.alert_groups.first({ id: from });
  for (const key of ["", refusalKey])
    yield* runCommand(
      c,
      before.id,
      { kind: "moved", by, from: group?.title ?? "a former group" },
      now,
      key,
    );
}
