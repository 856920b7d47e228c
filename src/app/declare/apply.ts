import type { Applied, Declaration } from "./declaration.ts";
import { loadStored } from "./stored.ts";
import { isGone, writePlan } from "./write-plan.ts";
import { type PlannedChange, type PlannedWrite, plan } from "../../core/declare/plan.ts";
import { partialFaults } from "../../core/declare/plan-faults.ts";
import { warningsOf } from "../../core/declare/reachability.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Plans a declaration and, unless `dry`, writes all of it in this transaction, or none. */
export function* apply(c: Context, input: Declaration): Procedure<Applied> {
  const { org_id } = input.actor;
  const before = yield* revisionOf(c, org_id);
  if (input.revision !== null && input.revision !== before)
    return {
      ok: false,
      why: "conflict",
      message: "Something was changed since this plan was made. Plan again and look at it.",
    };
  const stored = yield* loadStored(c, org_id);
  const planned = plan(stored, input.wanted, {
    project: input.project,
    adopt: input.adopt,
    prune: input.prune,
  });
  if (input.misshapen && input.misshapen.length > 0)
    return {
      ok: false,
      why: "invalid",
      faults: partialFaults(
        input.misshapen,
        planned.ok || planned.why === "conflict" ? [] : planned.faults,
      ),
    };
  if (!planned.ok)
    return planned.why === "invalid"
      ? { ok: false, why: "invalid", faults: planned.faults }
      : {
          ok: false,
          why: "conflict",
          message: planned.faults.map((fault) => fault.message).join("; "),
          faults: planned.faults,
        };

  const { guard } = planned;
  const warnings = warningsOf(input.wanted, stored, input.now);
  if (input.dry)
    return {
      ok: true,
      value: {
        revision: before,
        changes: planned.changes,
        warnings,
        prune_max_needed: guard?.needed ?? null,
      },
    };
  if (guard)
    return {
      ok: false,
      why: "conflict",
      message: guard.fault.message,
      faults: [guard.fault],
    };
  const changes = yield* writePlan(c, input, planned, stored);
  yield* remember(c, input, planned.writes, changes);
  return {
    ok: true,
    value: {
      revision: yield* revisionOf(c, org_id),
      changes,
      warnings,
      prune_max_needed: null,
    },
  };
}

/** Stores the declaration, for drift; forgets a project whose declaration is empty. */
function* remember(
  c: Context,
  { actor, project, now }: Declaration,
  writes: readonly PlannedWrite[],
  changes: readonly PlannedChange[],
): Procedure<void> {
  const { org_id } = actor;
  yield* c.of.projects.remove({ org_id, name: project });
  const wanted = writes
    .map(({ kind, external_id, fields }, index) => ({
      kind,
      external_id,
      fields,
      id: changes[index]!.id!,
    }))
    // What went has no fields any more.
    .filter((_, index) => !isGone(writes[index]!.action));
  if (wanted.length > 0)
    yield* c.of.projects.insert({
      org_id,
      name: project,
      wanted,
      applied_at: now,
      applied_by: actor.name,
    });
}

function* revisionOf(c: Context, id: string): Procedure<number> {
  const organization = yield* c.of.organizations.first({ id });
  return organization?.revision ?? 0;
}
