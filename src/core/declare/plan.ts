/**
 * Compares the stored resources with a declaration and lists the changes: the heart of `plan` and `apply`.
 *
 * Pure. The same function answers a dry run and decides the writes of an apply, so both always agree. It
 * never touches running state. It takes resources from another project only with `adopt`. It deletes only
 * with `prune`, and then only resources that the project itself declared before. It reports the faults of
 * a declaration at once, as many as an answer names.
 */
import { keptFields } from "../../resource/kept-fields.ts";
import { namesIn, withNames } from "../../resource/references.ts";
import { mostFaults, type Fault } from "../model/fault.ts";
import { fieldChanges } from "./field-changes.ts";
import { resourceKinds, type ResourceKind } from "../model/model.ts";
import {
  brokenRules,
  emailOf,
  faultsInSteps,
  inDeclaredOrder,
  ownedElsewhere,
  type Owners,
} from "./plan-faults.ts";
import {
  keyOf,
  type AppliedResource,
  type Pair,
  type PlannedChange,
  type PlannedWrite,
  type StoredResource,
  type WantedResource,
} from "./plan-terms.ts";
import { withNewNames } from "./renames.ts";
import { prune, type Guard, type Pruned, type PruneOptions, type Remaining } from "./prune.ts";
import { restoreMasked } from "./secrets.ts";
import { headOf } from "./sound.ts";
import { mapInSteps } from "./steps.ts";
import { titleOf } from "../text/person.ts";

export type * from "./plan-terms.ts";

export type Planned =
  | {
      ok: true;
      /** For people: secrets are masked. */
      changes: PlannedChange[];
      /** For the store: one for each change, in the same order. */
      writes: PlannedWrite[];
      /** Why an apply needs a higher `prune_max` for this plan; null: it does not. */
      guard: Guard | null;
      /** Resources of the project that it no longer declares, and that stay. */
      undeclared: { kind: ResourceKind; external_id: string }[];
    }
  | { ok: false; why: "invalid" | "conflict"; faults: Fault[] };

interface PlanOptions {
  project: string;
  adopt: boolean;
  owners?: Owners;
  /** The project as it was applied last; absent: it never was. */
  before?: readonly AppliedResource[];
  /** null: no resource is deleted. */
  prune: PruneOptions | null;
}

/**
 * Compares `wanted` with all resources of the organization. The changes are in the order of their
 * references: users, alert groups, monitors, each kind in the order of the declaration.
 */
export function plan(
  stored: readonly StoredResource[],
  wanted: readonly WantedResource[],
  options: PlanOptions,
): Planned {
  const steps = planInSteps(stored, wanted, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same plan. Yields every few milliseconds, so that a caller can do other work in between. */
export function* planInSteps(
  before: readonly StoredResource[],
  wanted: readonly WantedResource[],
  options: PlanOptions,
): Generator<void, Planned> {
  const matches = matched(before, wanted);
  const stored = withNewNames(before, matches);
  const pairs = stored === before ? matches : matched(stored, wanted);
  yield;
  const declaredBefore = new Map((options.before ?? []).map(({ id, fields }) => [id, fields]));
  const resets = yield* mapInSteps(pairs, (pair) => resetFields(pair, declaredBefore));
  const declared = yield* mapInSteps(pairs, (pair, index) => writtenFields(pair, resets[index]!));
  const written = yield* mapInSteps(pairs, ({ wanted }, index) =>
    withNames(wanted.kind, declared[index]!),
  );
  const pruned = options.prune && (yield* pruneInSteps(stored, pairs, declared, options));
  yield;
  const invalid = [...(pruned?.invalid ?? []), ...(yield* faultsInSteps(pairs, stored))];
  let broken = 0;
  yield* mapInSteps(pairs, (pair, index) => {
    if (broken > mostFaults) return;
    const faults = brokenRules(pair, declared[index]!);
    broken += faults.length;
    invalid.push(...faults);
  });
  if (invalid.length > 0)
    return {
      ok: false,
      why: "invalid",
      faults: inDeclaredOrder(invalid, pairs).slice(0, mostFaults + 1),
    };
  const conflicts = [
    ...(options.adopt ? [] : ownedElsewhere(pairs, options.project, options.owners)),
    ...(pruned?.conflicts ?? []),
  ];
  if (conflicts.length > 0) return { ok: false, why: "conflict", faults: conflicts };

  const kept = yield* mapInSteps(pairs, (pair, index) =>
    changeOf(pair, written[index]!, options.project),
  );
  const changes = [...kept, ...(pruned?.changes ?? [])];
  const writes = changes.map(({ kind, external_id, id, action }, index): PlannedWrite => ({
    kind,
    external_id,
    id,
    action,
    fields: written[index] ?? {},
    resets: Object.keys(resets[index] ?? {}),
  }));
  const undeclared = options.prune ? [] : undeclaredOf(stored, pairs, options.project);
  return { ok: true, changes, writes, guard: pruned?.guard ?? null, undeclared };
}

function undeclaredOf(stored: readonly StoredResource[], pairs: readonly Pair[], project: string) {
  const declared = new Set(pairs.map((pair) => pair.stored));
  return stored
    .filter((one) => one.project === project && !declared.has(one))
    .map(({ kind, external_id, id }) => ({ kind, external_id: external_id ?? id }));
}

function* pruneInSteps(
  stored: readonly StoredResource[],
  pairs: readonly Pair[],
  declared: readonly Record<string, unknown>[],
  { project, prune: options }: PlanOptions,
): Generator<void, Pruned> {
  const paired = new Set(pairs.map((pair) => pair.stored));
  const staying = stored.filter((one) => !paired.has(one) && one.project !== project);
  const remaining = [
    ...(yield* mapInSteps(pairs, (pair, index) => declaredUse(pair, declared[index]!, project))),
    ...(yield* mapInSteps(staying, otherUse)),
  ];
  yield;
  const kept = new Set(pairs.flatMap((pair) => pair.stored?.id ?? []));
  return prune(stored, kept, remaining, project, options!);
}

/** A declared resource with its references after the apply. */
function declaredUse(
  { wanted: { kind, external_id }, stored, place }: Pair,
  declared: Record<string, unknown>,
  project: string,
): Remaining {
  const referrals = namesIn(kind, { ...stored?.fields, ...declared });
  return {
    name: `${kind} ${external_id}`,
    // Fields that are not declared stay, and have no items in the declaration.
    referrals: referrals.map((one) => {
      const head = headOf(one.at);
      return head in declared ? one : { ...one, at: head };
    }),
    place,
    project,
  };
}

/** A resource that this project does not declare. */
function otherUse({ kind, external_id, id, fields, project }: StoredResource): Remaining {
  return {
    name: `${kind} ${external_id ?? id}`,
    referrals: namesIn(kind, fields),
    place: null,
    project,
  };
}

function changeOf(
  { wanted, stored }: Pair,
  fields: Record<string, unknown>,
  project: string,
): PlannedChange {
  const { kind, external_id } = wanted;
  const title = titleOf(fields);
  if (!stored) {
    const changes = fieldChanges(kind, null, fields);
    return { kind, external_id, id: null, title, action: "create", fields: changes };
  }
  const differ = fieldChanges(
    kind,
    { project: stored.project, external_id: stored.external_id, ...stored.fields },
    { project, external_id, ...fields },
  );
  return {
    kind,
    external_id,
    id: stored.id,
    title,
    action: differ.length === 0 ? "unchanged" : "update",
    fields: differ,
  };
}

/** Pairs in the order of the changes; a stored resource is in at most one of them. */
function matched(stored: readonly StoredResource[], wanted: readonly WantedResource[]): Pair[] {
  const byId = new Map<string, StoredResource>();
  const byEmail = new Map<string, StoredResource>();
  for (const resource of stored) {
    if (resource.external_id !== null)
      byId.set(keyOf(resource.kind, resource.external_id), resource);
    if (resource.kind === "users") byEmail.set(emailOf(resource), resource);
  }
  const named = new Set(wanted.map((w) => byId.get(keyOf(w.kind, w.external_id))));
  const renamed = new Set<StoredResource>();
  const byPreviousId = ({ kind, previous_id }: WantedResource): StoredResource | undefined => {
    const own = !previous_id ? undefined : byId.get(keyOf(kind, previous_id));
    if (!own || named.has(own) || renamed.has(own)) return undefined;
    renamed.add(own);
    return own;
  };
  const find = (resource: WantedResource): StoredResource | null => {
    const own = byId.get(keyOf(resource.kind, resource.external_id)) ?? byPreviousId(resource);
    if (own ?? resource.kind !== "users") return own ?? null;
    // A user added on the dashboard or by the API is recognized by email.
    const known = byEmail.get(emailOf(resource));
    return known && !named.has(known) ? known : null;
  };
  return resourceKinds.flatMap((kind) =>
    wanted
      .filter((resource) => resource.kind === kind)
      .map((resource, index) => ({
        wanted: resource,
        place: `${kind}[${index}]`,
        stored: find(resource),
      })),
  );
}

/**
 * Fields with a value that the project declared for the same resource before, and does not declare any more: each gets
 * its default. A value that it never declared is kept, such as the role that an invitation gave.
 */
function resetFields(
  { wanted: { kind, fields }, stored }: Pair,
  declaredBefore: ReadonlyMap<string, Record<string, unknown>>,
): Record<string, unknown> {
  const before = stored && declaredBefore.get(stored.id);
  const left = keptFields(kind).filter(
    (name) => !(name in fields) && (before?.[name] ?? null) !== null,
  );
  return Object.fromEntries(left.map((name) => [name, null]));
}

/** The fields to store of a resource, in the order of the declaration: each `***` is replaced by the secret that it stands for. */
const writtenFields = (
  { wanted, stored }: Pair,
  resets: Record<string, unknown>,
): Record<string, unknown> => ({
  ...restoreMasked(wanted.kind, wanted.fields, stored?.fields ?? {}),
  ...resets,
});
