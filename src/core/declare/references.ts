/** Finds faults of references: unknown targets, and targets that would be deleted. Pure. */
import { descriptionOf, factsOf } from "../../resource/resources.ts";
import { manifestName, type Referral } from "../../resource/references.ts";
import type { Fault } from "../model/fault.ts";
import type { ResourceKind } from "../model/model.ts";
import { didYouMean } from "../text/nearest.ts";
import type { StoredResource } from "./plan-terms.ts";

/**
 * Finds a fault for each unknown target, one by one: a name that is near enough to be suggested is looked for only once
 * the fault is wanted. `prefix`: precedes the field's name in a fault (`alert_groups[2].`,
 * or empty). `known`: the ids or names that exist, by kind.
 */
export function* unknownTargets(
  prefix: string,
  referrals: readonly Referral[],
  known: (kind: ResourceKind) => ReadonlySet<string>,
): Generator<Fault> {
  for (const { at, to, many, targets } of referrals)
    for (const [index, target] of targets.entries())
      if (!known(to).has(target))
        yield {
          field: `${prefix}${at}${many ? `[${index}]` : ""}`,
          code: `unknown_${factsOf(to).code}`,
          message: `references unknown ${descriptionOf(to).noun} "${target}"${didYouMean(target, known(to))}`,
        };
}

/** The fault of a declared resource, at `field`, that refers to one which an apply would delete. */
export function prunedTarget(field: string, to: ResourceKind, target: string, by: string): Fault {
  return {
    field,
    code: `pruned_${factsOf(to).code}`,
    message: `${descriptionOf(to).noun} "${target}" would be deleted but is still used by ${by}`,
  };
}

/** The name that references use for a stored resource. */
export const storedName = ({ kind, id, external_id, fields }: StoredResource) =>
  manifestName(kind, { ...fields, id, external_id });
