/** Writing a plan: each change with the same procedure that a single request takes. */
import { Directory, toIds } from "../../resource/references.ts";
import type { Actor } from "../audit.ts";
import { assign } from "./assign.ts";
import type { Applied, Declaration } from "./declaration.ts";
import { reevaluateHeld } from "../push/reevaluate-held.ts";
import { remove } from "./remove.ts";
import { type SaveInput, saveResource } from "./save-resource.ts";
import { written } from "./written.ts";
import type { Outcome } from "../outcome.ts";
import { joinGroup } from "../people/membership.ts";
import { type RulesByEmail, rulesOf } from "../../core/declare/plan-members.ts";
import type { PlannedChange, PlannedWrite, StoredResource } from "../../core/declare/plan.ts";
import type { Instant, ResourceKind, Spec } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { Undo } from "../../store/kit/undo.ts";

/** True when the resource is no longer declared. */
export const isGone = (action: PlannedChange["action"]) =>
  action === "delete" || action === "detach";

/**
 * Writes what was planned, all of it; throws `Undo` when something is refused on the way. What is new has its
 * id before anything is written, so that it does not matter what refers to what.
 */
export function* writePlan(
  c: Context,
  input: Declaration,
  planned: { changes: readonly PlannedChange[]; writes: readonly PlannedWrite[] },
  stored: readonly StoredResource[],
): Procedure<PlannedChange[]> {
  const changes = planned.changes.map((change) => ({
    ...change,
    id: change.id ?? c.newId(input.now),
  }));
  const directory = new Directory();
  const add = ({ kind, ...one }: Pick<StoredResource, "kind" | "id" | "external_id" | "fields">) =>
    directory.add(kind, { ...one.fields, id: one.id, external_id: one.external_id });
  stored.forEach(add);
  for (const [at, write] of planned.writes.entries())
    if (!isGone(write.action)) add({ ...write, id: changes[at]!.id });

  const counted = new Map<ResourceKind, number>();
  for (const [at, change] of changes.entries()) {
    const { kind, action, id } = change;
    const index = counted.get(kind) ?? 0;
    counted.set(kind, index + 1);
    if (isGone(action)) yield* goes(c, input.actor, change, input.now);
    if (action !== "create" && action !== "update") continue;
    const write = planned.writes[at]!;
    const { members, member_rules, ...fields } = toIds(kind, write.fields, directory);
    yield* saved(
      c,
      input,
      { kind, action, id, index },
      { ...fields, external_id: write.external_id },
    );
    if (Array.isArray(members))
      yield* setMembers(
        c,
        input,
        { id, ...fields },
        {
          emails: members as string[],
          rules: (member_rules ?? {}) as RulesByEmail,
          isNew: action === "create",
        },
      );
  }
  return changes;
}

/** A change, and where it was declared within its kind. */
interface Placed {
  kind: ResourceKind;
  action: PlannedChange["action"];
  id: string;
  index: number;
}

/** Creates or updates one resource. */
function* saved(
  c: Context,
  { actor, now, project }: Declaration,
  { kind, action, id, index }: Placed,
  fields: Record<string, unknown>,
): Procedure<void> {
  const outcome = yield* saveResource(
    c,
    {
      actor,
      kind,
      id: action === "create" ? null : id,
      given: fields as Partial<Spec<ResourceKind>>,
      complete: fields as Spec<ResourceKind>,
      if_version: null,
      now,
    } satisfies SaveInput<ResourceKind>,
    { project, id },
  );
  if (!outcome.ok) throw new Undo(placed(outcome, kind, index));
}

/** Deletes or detaches resources that are no longer declared. */
function* goes(
  c: Context,
  actor: Actor,
  { kind, id, action }: PlannedChange & { id: string },
  now: Instant,
): Procedure<void> {
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
  yield* reevaluateHeld(c, org_id, now);
  c.nudge("coverage");
}
