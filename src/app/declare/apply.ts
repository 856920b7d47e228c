import type { Applied, Declaration, DeclaredChange, Remarks } from "./declaration.ts";
import { appliedAs, markApplied, storeProject, appliedProject } from "./projects.ts";
import { readInParts, withCuts, writtenInParts } from "./parts.ts";
import { loadStored } from "./stored.ts";
import { withTurns } from "./turn-changes.ts";
import { withDeleted } from "./kept.ts";
import { isGone, prepare, type PreparedPlan, writePlan } from "./write-plan.ts";
import {
  type AppliedResource,
  type Planned,
  type PlannedWrite,
  type StoredResource,
  type WantedResource,
  planInSteps,
} from "../../core/declare/plan.ts";
import { partialFaults } from "../../core/declare/plan-faults.ts";
import { changedIn, tooManyFault } from "../../core/declare/size.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Instant } from "../../core/model/model.ts";
import { revisionInSteps } from "../../core/declare/revision.ts";
import { renameHints } from "../../core/declare/renames.ts";
import { warningsOf } from "../../core/declare/reachability.ts";
import { cut, whole, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/** How often a plan is made again because something was changed meanwhile. */
const mostPlans = 5;

/**
 * Plans a declaration and, unless `dry`, writes all of it, or none: one transaction. Reading and planning may end theirs
 * now and then; after a change by others it is planned again.
 */
export function* apply(c: Context, input: Declaration): Procedure<Applied> {
  const { project, adopt, prune, actor, now } = input;
  const { org_id } = actor;
  const wanted = yield* readInParts<WantedResource>(input.wanted);
  for (let plans = 0; plans < mostPlans; plans++) {
    const { moves, secret } = yield* organizationOf(c, org_id);
    const stored = yield* loadStored(c, org_id);
    const projects = yield* c.of.projects.find({ org_id });
    const owners = new Map(projects.map((one) => [one.name, one]));
    const last = yield* appliedProject(c, org_id, project);
    const options = { project, adopt, prune, owners, before: last?.wanted ?? [] };
    const { before } = options;
    const outcome = yield* withCuts(planInSteps(stored, wanted, options));
    const basis = { secret, project, before, changes: outcome.ok ? outcome.changes : [] };
    const revision = yield* withCuts(revisionInSteps(stored, wanted, basis));
    if (input.revision !== null && input.revision !== revision) return stale;
    const judgement = judged(input, outcome);
    const { warnings: ofSchedules, ...planned } = judgement.ok
      ? { ...judgement, ...(yield* completedPlan(c, input, judgement, stored)) }
      : { ...judgement, warnings: [] };
    const warnings = planned.ok ? [...warningsOf(wanted, stored, now), ...ofSchedules] : [];
    const prepared = planned.ok && !input.dry ? yield* prepare(c, planned, stored, now) : null;
    const same = prepared ? yield* sameAsBefore(c, input, prepared) : null;
    // Others first: the rest is one piece.
    yield* cut();
    if ((yield* organizationOf(c, org_id)).moves !== moves) continue;
    if (!planned.ok) return planned;
    const { changes, guard, undeclared } = planned;
    if (!prepared) {
      const hints = [...warnings, ...renameHints(changes)];
      return yield* answerOf(revision, changes, { warnings: hints, undeclared }, guard?.needed);
    }
    const applied = { applied_at: now, applied_by: actor.name };
    const remarks = { warnings, undeclared };
    if (!same) return yield* whole(written(c, input, prepared, applied, revision, remarks));
    if (yield* markApplied(c, same, applied)) return yield* answerOf(revision, changes, remarks);
  }
  return busy;
}

/** The changes of a plan, with their turns and with those that bring back a deleted resource. */
function* completedPlan(
  c: Context,
  { actor: { org_id }, project, now }: Declaration,
  plan: Extract<Planned, { ok: true }>,
  stored: readonly StoredResource[],
): Procedure<{ changes: DeclaredChange[]; warnings: string[] }> {
  const { changes, warnings } = yield* withTurns(c, plan, stored, now);
  return { changes: yield* withDeleted(c, changes, org_id, project), warnings };
}

const busy = {
  ok: false,
  why: "conflict",
  message: "Others change declared resources all the time. Repeat this in a moment.",
} as const;

const stale = {
  ok: false,
  why: "conflict",
  message:
    "The project, or a resource that it refers to, has changed since this plan was made. Plan again and review the changes.",
} as const;

/** Writes a plan and the project as it is applied by it. */
function* written(
  c: Context,
  input: Declaration,
  prepared: PreparedPlan,
  applied: { applied_at: Instant; applied_by: string },
  revision: number,
  remarks: Remarks,
): Procedure<Applied> {
  const { changes, writes } = prepared;
  const { org_id } = input.actor;
  yield* writePlan(c, input, prepared);
  const wanted = appliedOf(writes, changes);
  yield* storeProject(c, { org_id, name: input.project, wanted, ...applied });
  return yield* answerOf(revision, changes, remarks);
}

/** The project as it was applied last, if this plan only writes the time; null: it writes more. */
function* sameAsBefore(
  c: Context,
  { actor: { org_id }, project: name }: Declaration,
  { changes, writes }: PreparedPlan,
): ReturnType<typeof appliedAs> {
  if (changes.some(({ action }) => action !== "unchanged")) return null;
  return yield* appliedAs(c, { org_id, name, wanted: appliedOf(writes, changes) });
}

function* answerOf(
  revision: number,
  changes: readonly DeclaredChange[],
  remarks: Remarks,
  prune_max_needed: number | null = null,
): Procedure<Applied> {
  const parts = yield* writtenInParts(changes);
  return { ok: true, value: { revision, changes: parts, ...remarks, prune_max_needed } };
}

/** A plan that may be applied, or only shown in a dry run; else why not. */
function judged(
  { misshapen = [], dry }: Declaration,
  planned: Planned,
): Extract<Planned, { ok: true }> | Extract<Applied, { ok: false }> {
  if (misshapen.length > 0) {
    const others = planned.ok || planned.why === "conflict" ? [] : planned.faults;
    return { ok: false, why: "invalid", faults: partialFaults(misshapen, others) };
  }
  if (!planned.ok)
    return planned.why === "invalid"
      ? { ok: false, why: "invalid", faults: planned.faults }
      : conflict(planned.faults);
  const tooMany = tooManyFault(changedIn(planned.changes), "changes", "apply");
  if (tooMany) return { ok: false, why: "invalid", faults: [tooMany] };
  return planned.guard && !dry ? conflict([planned.guard.fault]) : planned;
}

const conflict = (faults: Fault[]): Extract<Applied, { ok: false }> => ({
  ok: false,
  why: "conflict",
  message: faults.map(({ message }) => message).join("; "),
  faults,
});

/** The resources of the declaration as they were applied. */
function appliedOf(
  writes: readonly PlannedWrite[],
  changes: readonly { id: string }[],
): AppliedResource[] {
  return (
    writes
      .map(({ kind, external_id, fields, resets }, index) => ({
        kind,
        external_id,
        fields: Object.fromEntries(
          Object.entries(fields).filter(([name]) => !resets.includes(name)),
        ),
        id: changes[index]!.id,
      }))
      // A deleted or detached resource has no fields.
      .filter((_, index) => !isGone(writes[index]!.action))
  );
}

/**
 * How often declared resources of the organization were changed, which no other transaction does before this one ends, and
 * the key of its digests.
 */
function* organizationOf(c: Context, id: string): Procedure<{ moves: number; secret: string }> {
  const organization = yield* c.of.organizations.hold({ id });
  return { moves: organization?.revision ?? 0, secret: organization?.action_secret ?? "" };
}
