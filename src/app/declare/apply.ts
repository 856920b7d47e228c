import type { Applied, Declaration } from "./declaration.ts";
import { appliedAs, markApplied, storeProject, appliedProject } from "./projects.ts";
import { readInParts, withCuts, writtenInParts } from "./parts.ts";
import { loadStored } from "./stored.ts";
import { began, ended, underWay } from "./under-way.ts";
import { isGone, prepare, refused, writePlan, type Between } from "./write-plan.ts";
import {
  type AppliedResource,
  type Planned,
  type PlannedChange,
  type PlannedWrite,
  type StoredResource,
  type WantedResource,
  planInSteps,
} from "../../core/declare/plan.ts";
import { partialFaults } from "../../core/declare/plan-faults.ts";
import type { Fault } from "../../core/model/fault.ts";
import { renameHints } from "../../core/declare/renames.ts";
import { warningsOf } from "../../core/declare/reachability.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, uncut, type Procedure } from "../../store/kit/procedure.ts";

/** Changes, and resources that a project declares, that are written in one transaction; more take several. */
const most = { changing: 200, declared: 2000 };
/** How often a plan is made again because something was changed meanwhile. */
const mostPlans = 5;

/**
 * Plans a declaration and, unless `dry`, writes all of it, or none. A large one takes several transactions, so
 * that reports and checks go on; requests that read declared resources wait for its end (`underWay`), and it is
 * finished even if its node ends in between (`finish_applies`).
 */
export function* apply(c: Context, input: Declaration): Procedure<Applied> {
  const running = yield* underWay(c, input.actor.org_id);
  // After a conflict with another transaction a verb begins again.
  const isOwn = running !== null && running.actor.request_id === input.actor.request_id;
  if (running && (!isOwn || input.dry)) return busy;
  // It may have been interrupted while it was recorded.
  if (isOwn) yield* began(c, input);
  return yield* applyInTurn(c, input, isOwn);
}

const busy = {
  ok: false,
  why: "conflict",
  message: "Another apply is under way. Repeat this when it is done.",
} as const;

const stale = {
  ok: false,
  why: "conflict",
  message: "The server has changed since this plan was made. Plan again and review the changes.",
} as const;

/** `begun`: it was recorded as under way before, and may be written in part. */
export function* applyInTurn(c: Context, input: Declaration, begun: boolean): Procedure<Applied> {
  const { org_id } = input.actor;
  const wanted = yield* readInParts<WantedResource>(input.wanted);
  let isBegun = begun;
  /** The changes of the first plan. */
  let changes: PlannedChange[] | null = null;
  for (let plans = 0; plans < mostPlans; plans++) {
    const before = yield* revisionOf(c, org_id);
    if (!isBegun && input.revision !== null && input.revision !== before) return stale;
    const stored = yield* loadStored(c, org_id);
    const { project, adopt, prune } = input;
    const projects = yield* c.of.projects.find({ org_id });
    const owners = new Map(projects.map((one) => [one.name, one]));
    const last = yield* appliedProject(c, org_id, project);
    const options = { project, adopt, prune, owners, before: last?.wanted ?? [] };
    const planned = yield* withCuts(planInSteps(stored, wanted, options));
    const applied = { applied_at: input.now, applied_by: input.actor.name };
    const same = isBegun || input.dry ? null : yield* sameAsBefore(c, input, planned);
    if ((yield* revisionOf(c, org_id)) !== before) continue;
    if (!isBegun) {
      const answer = yield* answered(c, input, planned, { wanted, stored, revision: before });
      if (answer) return answer;
    }
    if (!planned.ok) return yield* endedEarly(c, org_id, planned.faults);
    if (same) {
      if (!(yield* markApplied(c, same, applied))) continue;
      return yield* answerOf(before, planned.changes, warningsOf(wanted, stored, input.now));
    }
    const isCut = isBegun || isLarge(planned.changes);
    const preparing = prepare(c, planned, stored, input.now);
    const prepared = yield* isCut ? preparing : uncut(preparing);
    if (isCut) {
      if (!isBegun) yield* began(c, input);
      if ((yield* revisionOf(c, org_id)) !== before) {
        if (!isBegun) yield* ended(c, org_id);
        continue;
      }
      isBegun = true;
    }
    const written = isBegun
      ? yield* writePlan(c, input, prepared, () => unlessChanged(c, org_id))
      : yield* uncut(writePlan(c, input, prepared, null));
    changes ??= written.changes;
    if (written.ended === "stopped") continue;
    if (written.ended !== "complete")
      return yield* endedEarly(c, org_id, "faults" in written.ended ? written.ended.faults : []);
    const remembered = storeProject(c, {
      org_id,
      name: project,
      wanted: appliedOf(planned.writes, written.changes),
      ...applied,
    });
    yield* isBegun ? remembered : uncut(remembered);
    if (isBegun) yield* ended(c, org_id);
    const warnings = [...warningsOf(wanted, stored, input.now), ...written.kept];
    const revision = yield* revisionOf(c, org_id);
    return yield* answerOf(revision, withIds(changes, written.changes), warnings);
  }
  return isBegun ? yield* endedEarly(c, org_id, []) : busy;
}

/** The project as it was applied last, if this plan only writes the time; null: it writes more. */
function* sameAsBefore(
  c: Context,
  { actor: { org_id }, project: name }: Declaration,
  planned: Planned,
): ReturnType<typeof appliedAs> {
  if (!planned.ok || planned.changes.some(({ action }) => action !== "unchanged")) return null;
  return yield* appliedAs(c, { org_id, name, wanted: appliedOf(planned.writes, planned.changes) });
}

function* answerOf(
  revision: number,
  changes: readonly PlannedChange[],
  warnings: string[],
  prune_max_needed: number | null = null,
): Procedure<Applied> {
  const parts = yield* writtenInParts(changes);
  return { ok: true, value: { revision, changes: parts, warnings, prune_max_needed } };
}

/** The changes of the first plan, with the ids that the last one wrote. */
function withIds(changes: readonly PlannedChange[], last: readonly PlannedChange[]) {
  const ids = new Map(last.map((one) => [`${one.kind}/${one.external_id}`, one.id]));
  return changes.map((one) => ({
    ...one,
    id: ids.get(`${one.kind}/${one.external_id}`) ?? one.id,
  }));
}

/** Whether a plan is written in several transactions. */
function isLarge(changes: readonly PlannedChange[]): boolean {
  const changing = changes.filter(({ action }) => action !== "unchanged");
  return changing.length > most.changing || changes.length > most.declared;
}

/** The answer of a dry run or a refused apply, before a write; null: the plan is to be written. */
function* answered(
  c: Context,
  input: Declaration,
  planned: Planned,
  read: { wanted: WantedResource[]; stored: StoredResource[]; revision: number },
): Procedure<Applied | null> {
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
  const { guard, changes } = planned;
  if (input.dry)
    return yield* answerOf(
      read.revision,
      changes,
      [...warningsOf(read.wanted, read.stored, input.now), ...renameHints(changes)],
      guard?.needed,
    );
  if (guard)
    return { ok: false, why: "conflict", message: guard.fault.message, faults: [guard.fault] };
  // Once it is written in part, it could not be refused any more.
  return isLarge(changes) ? yield* refused(c, input, planned) : null;
}

/** Ends a partly written apply that a change in between made impossible. */
function* endedEarly(c: Context, org_id: string, faults: Fault[] = []): Procedure<Applied> {
  yield* ended(c, org_id);
  const why = faults.map(({ message }) => message).join("; ");
  const message = `Others changed something while this was applied, and only a part of it is written${why === "" ? "" : `: ${why}`}. Apply it again.`;
  return { ok: false, why: "conflict", message, faults };
}

/** Lets the transaction end; false when something in the organization was changed in between. */
function* unlessChanged(c: Context, org_id: string): ReturnType<Between> {
  const before = yield* revisionOf(c, org_id);
  yield* cut();
  return (yield* revisionOf(c, org_id)) === before;
}

/** The resources of the declaration as they were applied. */
function appliedOf(
  writes: readonly PlannedWrite[],
  changes: readonly PlannedChange[],
): AppliedResource[] {
  return (
    writes
      .map(({ kind, external_id, fields, resets }, index) => ({
        kind,
        external_id,
        fields: Object.fromEntries(
          Object.entries(fields).filter(([name]) => !resets.includes(name)),
        ),
        id: changes[index]!.id!,
      }))
      // A deleted or detached resource has no fields.
      .filter((_, index) => !isGone(writes[index]!.action))
  );
}

/** The organization's revision, which no other transaction changes before this one ends. */
function* revisionOf(c: Context, id: string): Procedure<number> {
  const organization = yield* c.of.organizations.hold({ id });
  return organization?.revision ?? 0;
}
