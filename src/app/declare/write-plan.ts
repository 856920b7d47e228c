/** Writing a plan: each change with the same procedure that a single request takes. */
import type { Actor } from "../audit.ts";
import { assign } from "./assign.ts";
import type { Applied, Declaration } from "./declaration.ts";
import { remove } from "./remove.ts";
import { type SaveInput, saveResource } from "./save-resource.ts";
import { written } from "./written.ts";
import type { Outcome } from "../outcome.ts";
import { joinGroup } from "../people/membership.ts";
import { type RulesByEmail, rulesOf } from "../../core/declare/plan-members.ts";
import { writingOrder } from "../../core/declare/plan-order.ts";
import type { PlannedChange, PlannedWrite } from "../../core/declare/plan.ts";
import type { Instant, ResourceKind, Spec } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, write } from "../../store/kit/procedure.ts";
import { Undo } from "../../store/kit/undo.ts";

/** True when the resource is no longer declared. */
export const isGone = (action: PlannedChange["action"]) =>
  action === "delete" || action === "detach";

/** Writes what was planned, all of it; throws `Undo` when something is refused on the way. */
export function* writePlan(
  c: Context,
  input: Declaration,
  changes: readonly PlannedChange[],
  writes: readonly PlannedWrite[],
): Procedure<PlannedChange[]> {
  const { org_id } = input.actor;
  const groupIds = namesToIds(yield* c.of.alert_groups.find({ org_id }));
  const monitorIds = namesToIds(yield* c.of.health_check_monitors.find({ org_id }));

  const done: PlannedChange[] = [...changes];
  const later: Escalation[] = [];
  for (const { at, index } of writingOrder(writes)) {
    const change = changes[at]!;
    const planned = writes[at];
    if (!planned || change.action === "unchanged") continue;
    if (isGone(change.action)) {
      yield* released(c, input.actor, change, input.now);
      continue;
    }
    const { members, member_rules, alert_group, ...fields } = planned.fields;
    if (typeof alert_group === "string")
      fields["alert_group_id"] = groupIds.get(alert_group) ?? alert_group;
    if (Array.isArray(fields["depends_on"]))
      fields["depends_on"] = fields["depends_on"].map(
        (name: string) => monitorIds.get(name) ?? name,
      );
    const to = fields["escalate_to"];
    if (typeof to === "string") fields["escalate_to"] = escalationNow(change, groupIds.get(to));
    fields["external_id"] = planned.external_id;
    const id = yield* saved(c, input, { ...change, index }, fields);
    if (change.kind === "health_check_monitors") monitorIds.set(change.external_id, id);
    if (change.kind === "alert_groups") {
      groupIds.set(change.external_id, id);
      if (typeof to === "string" && fields["escalate_to"] === null)
        later.push({ change: { ...change, id, index }, fields, to });
      if (Array.isArray(members))
        yield* setMembers(
          c,
          input,
          { id, ...fields },
          {
            emails: members as string[],
            rules: (member_rules ?? {}) as RulesByEmail,
            isNew: change.action === "create",
          },
        );
    }
    done[at] = { ...change, id };
  }
  for (const { change, fields, to } of later)
    yield* saved(c, input, change, {
      ...fields,
      escalate_to: groupIds.get(to) ?? to,
    });
  return done;
}

/** Ids by what resources are called in references. */
const namesToIds = (resources: readonly { id: string; external_id: string | null }[]) =>
  new Map(resources.map(({ id, external_id }) => [external_id ?? `id:${id}`, id]));

/** An escalation that is written once all groups are there, and none leads where it led before. */
interface Escalation {
  change: Placed;
  fields: Record<string, unknown>;
  to: string;
}

/** A change and where it was declared within its kind. */
type Placed = PlannedChange & { index: number };

/**
 * What `escalate_to` is at first. One that moves is taken away before any is set, so that what is to be
 * turned around is at no time a circle.
 */
function escalationNow({ action, fields }: PlannedChange, id: string | undefined): string | null {
  const moves = fields.some(({ field }) => field === "escalate_to");
  return moves && action === "update" ? null : (id ?? null);
}

/** Creates or updates one resource; answers its id. */
function* saved(
  c: Context,
  { actor, now, project }: Declaration,
  { kind, id, index }: Placed,
  fields: Record<string, unknown>,
): Procedure<string> {
  const outcome = yield* saveResource(
    c,
    {
      actor,
      kind,
      id,
      given: fields as Partial<Spec<ResourceKind>>,
      complete: fields as Spec<ResourceKind>,
      if_version: null,
      now,
    } satisfies SaveInput<ResourceKind>,
    project,
  );
  if (!outcome.ok) throw new Undo(placed(outcome, kind, index));
  return outcome.value.resource.id;
}

/** Deletes what is no longer declared, or lets go of it. */
function* released(
  c: Context,
  actor: Actor,
  { kind, id, action }: PlannedChange,
  now: Instant,
): Procedure<void> {
  if (id === null) return;
  if (action === "delete") {
    const removed = yield* remove(c, {
      actor,
      kind,
      id,
      if_version: null,
      now,
    });
    if (!removed.ok) throw new Undo(removed);
    return;
  }
  yield* assign(c, actor, kind, id, null, now);
}

/** The same answer, its faults named by where they are in the declaration. */
function placed(
  outcome: Extract<Outcome<unknown>, { ok: false }>,
  kind: ResourceKind,
  index: number,
): Applied {
  if (!("faults" in outcome) || !outcome.faults) return outcome as Extract<Applied, { ok: false }>;
  return {
    ...outcome,
    faults: outcome.faults.map((fault) => ({
      ...fault,
      field: `${kind}[${index}].${fault.field}`,
    })),
  };
}

/** Makes the members of a group those that are declared, with the rules of those that have some. */
function* setMembers(
  c: Context,
  { actor, now }: Declaration,
  group: { id: string },
  wanted: { emails: readonly string[]; rules: RulesByEmail; isNew: boolean },
): Procedure<void> {
  const { org_id } = actor;
  const group_id = group.id;
  let changed = false;
  const left = new Map(
    (yield* c.of.members.find({ group_id })).map((member) => [member.user_id, member]),
  );
  for (const email of wanted.emails) {
    const user = yield* c.of.users.first({ org_id, email_key: email.toLowerCase() });
    if (!user) continue;
    if (yield* joinGroup(c, group_id, user, now)) changed = true;
    const rules = wanted.rules[email.toLowerCase()];
    const before = rulesOf(left.get(user.id) ?? {});
    left.delete(user.id);
    if (!rules || JSON.stringify(rules) === JSON.stringify(before)) continue;
    changed = true;
    yield* c.of.members.update({ group_id, user_id: user.id }, rules);
  }
  for (const user_id of left.keys()) {
    changed = true;
    yield* c.of.members.remove({ group_id, user_id });
  }
  if (!changed || wanted.isNew) return;
  yield* written(c, "set_members", "alert_groups", group, actor, now);
  // What was held for the old hours may go by the new ones.
  yield* write(c.q.lookAgain, { org_id, now });
  c.nudge("pushes");
}
