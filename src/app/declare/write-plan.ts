/** Writes a plan: each change with the procedure that a single request uses. */
import { Directory, toIds } from "../../resource/references.ts";
import type { Actor } from "../audit.ts";
import { assign } from "./assign.ts";
import { inPart } from "./parts.ts";
import type { Applied, Declaration } from "./declaration.ts";
import { reevaluateHeld } from "../push/reevaluate-held.ts";
import { remove } from "./remove.ts";
import { type SaveInput, saveResource, slugTaken } from "./save-resource.ts";
import { written } from "./written.ts";
import type { Outcome } from "../outcome.ts";
import { joinGroup } from "../people/membership.ts";
import { type RulesByEmail, rulesOf } from "../../core/declare/plan-members.ts";
import type { PlannedChange, PlannedWrite, StoredResource } from "../../core/declare/plan.ts";
import type { Instant, ResourceKind, Spec } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, type Procedure } from "../../store/kit/procedure.ts";
import { Undo } from "../../store/kit/undo.ts";

/** True when the resource is no longer declared. */
export const isGone = (action: PlannedChange["action"]) =>
  action === "delete" || action === "detach";

/** Comes between changes that need not be one transaction; false: stop, and plan again. */
export type Between = () => Procedure<boolean>;

/** Changes between two places at which the transaction may end. */
const together = 5;

/** A plan that can be written. */
export interface Prepared {
  /** With the ids of new resources, so that the order of references does not matter. */
  changes: (PlannedChange & { id: string })[];
  writes: readonly PlannedWrite[];
  directory: Directory;
}

/** Prepares a plan, with cuts: before the first write the revision must be compared again. */
export function* prepare(
  c: Context,
  planned: { changes: readonly PlannedChange[]; writes: readonly PlannedWrite[] },
  stored: readonly StoredResource[],
  now: Instant,
): Procedure<Prepared> {
  const changes: Prepared["changes"] = [];
  for (const [at, change] of planned.changes.entries()) {
    changes.push({ ...change, id: change.id ?? c.newId(now) });
    if (at % inPart === inPart - 1) yield* cut();
  }
  const directory = new Directory();
  const add = ({ kind, ...one }: Pick<StoredResource, "kind" | "id" | "external_id" | "fields">) =>
    directory.add(kind, { ...one.fields, id: one.id, external_id: one.external_id });
  for (const [at, one] of stored.entries()) {
    add(one);
    if (at % inPart === inPart - 1) yield* cut();
  }
  for (const [at, write] of planned.writes.entries()) {
    if (!isGone(write.action)) add({ ...write, id: changes[at]!.id });
    if (at % inPart === inPart - 1) yield* cut();
  }
  return { changes, writes: planned.writes, directory };
}

/**
 * Writes a plan, with `between` null all of it in this transaction; throws `Undo` when something is refused on the
 * way. `ended`: all is written, `between` stopped it, or the reason of a refusal. `kept`: sentences about resources
 * that can no longer be deleted.
 */
export function* writePlan(
  c: Context,
  input: Declaration,
  { changes, writes, directory }: Prepared,
  between: Between | null,
): Procedure<{
  ended: "complete" | "stopped" | Refused;
  changes: PlannedChange[];
  kept: string[];
}> {
  const counted = new Map<ResourceKind, number>();
  const kept: string[] = [];
  let written = 0;
  for (const [at, change] of changes.entries()) {
    const { kind, action, id } = change;
    const index = counted.get(kind) ?? 0;
    counted.set(kind, index + 1);
    if (action === "unchanged") continue;
    written++;
    if (between && written % together === 0 && !(yield* between()))
      return { ended: "stopped", changes, kept };
    if (isGone(action)) {
      const problem = yield* goes(c, input.actor, change, input.now);
      if (problem === null) continue;
      if (!between) throw new Undo(problem);
      if ("message" in problem)
        kept.push(`${kind} ${change.external_id} stays: ${problem.message}`);
      continue;
    }
    const write = writes[at]!;
    const { members, member_rules, ...fields } = toIds(kind, write.fields, directory);
    const problem = yield* saved(
      c,
      input,
      { kind, action, id, index },
      { ...fields, external_id: write.external_id },
    );
    if (problem !== null && between) return { ended: problem, changes, kept };
    if (problem !== null) throw new Undo(problem);
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
  return { ended: "complete", changes, kept };
}

/** Why a plan cannot be written: an address of a status page that belongs to another organization; null: it can. */
export function* refused(
  c: Context,
  { actor }: Declaration,
  planned: { writes: readonly PlannedWrite[] },
): Procedure<Refused | null> {
  const groups = planned.writes.filter(({ kind }) => kind === "alert_groups");
  for (const [index, { fields }] of groups.entries()) {
    const slug = fields["status_page_slug"];
    if (typeof slug !== "string") continue;
    const other = yield* c.of.alert_groups.first({ status_page_slug: slug });
    if (other && other.org_id !== actor.org_id)
      return placed(slugTaken(slug), "alert_groups", index);
  }
  return null;
}

/** A change, and where it was declared within its kind. */
interface Placed {
  kind: ResourceKind;
  action: PlannedChange["action"];
  id: string;
  index: number;
}

type Refused = Extract<Applied, { ok: false }>;

/** Creates or updates one resource; answers why it is refused. */
function* saved(
  c: Context,
  { actor, now, project }: Declaration,
  { kind, action, id, index }: Placed,
  fields: Record<string, unknown>,
): Procedure<Refused | null> {
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
  return outcome.ok ? null : placed(outcome, kind, index);
}

/** Deletes or detaches a resource that is no longer declared; answers why it cannot be deleted. */
function* goes(
  c: Context,
  actor: Actor,
  { kind, id, action }: PlannedChange & { id: string },
  now: Instant,
): Procedure<Extract<Outcome<null>, { ok: false }> | null> {
  if (action === "delete") {
    const removed = yield* remove(c, {
      actor,
      kind,
      id,
      if_version: null,
      now,
    });
    return removed.ok ? null : removed;
  }
  yield* assign(c, actor, kind, id, null, now);
  return null;
}

/** The same answer, its faults named by where they are in the declaration. */
function placed(
  outcome: Extract<Outcome<unknown>, { ok: false }>,
  kind: ResourceKind,
  index: number,
): Refused {
  if (!("faults" in outcome) || !outcome.faults) return outcome;
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
  // Pushes on hold for the old hours may be due by the new ones.
  yield* reevaluateHeld(c, org_id, now);
  c.nudge("coverage");
}
