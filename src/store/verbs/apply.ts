/** A whole declaration in one transaction: what `plan` answers is what is written, all of it or none. */
import type { Verbs } from "../../app/ports.ts";
import { plan, type PlannedChange, type PlannedWrite } from "../../core/declare/plan.ts";
import { warningsOf } from "../../core/declare/reachability.ts";
import type { Context } from "../kit/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { loadStored } from "./declared.ts";
import { isGone, writePlan } from "./write-plan.ts";

type Applied = ReturnType<Verbs["apply"]>;
type Input = Parameters<Verbs["apply"]>[0];

export function* apply(c: Context, input: Input): Procedure<Applied> {
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

/** Keeps what was declared, for drift; a project that declares nothing any more is forgotten. */
function* remember(
  c: Context,
  { actor, project, now }: Input,
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
