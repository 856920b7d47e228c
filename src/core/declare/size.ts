/** How large a declaration may be, and the changes of an apply. Pure. */
import { resourceKinds, type ResourceKind } from "../model/model.ts";
import type { Fault } from "../model/fault.ts";
import { kindsWith } from "../../resource/resources.ts";
import { limits } from "../../resource/schema.ts";

/** Resources by their kind. */
export type Counts = Partial<Record<ResourceKind, number>>;

/** The part that is more than one apply takes, and the most of it; null: all are taken. */
export function tooMany(counts: Counts): { count: string; most: number } | null {
  const sum = (kinds: readonly ResourceKind[]) =>
    kinds.reduce((all, kind) => all + (counts[kind] ?? 0), 0);
  const monitors = sum(kindsWith("isMonitor"));
  if (monitors > limits.declaredMonitors)
    return { count: `${monitors} monitors`, most: limits.declaredMonitors };
  const all = sum(resourceKinds);
  return all > limits.declared ? { count: `${all} resources`, most: limits.declared } : null;
}

/** The fault of too many; `verb` and `by`: "changes" and "apply", or "declares" and "request". */
export function tooManyFault(counts: Counts, verb: string, by: string): Fault | null {
  const excess = tooMany(counts);
  return (
    excess && {
      field: "",
      code: "too_many_changes",
      message: `${verb} ${excess.count}, and one ${by} takes ${excess.most}: divide them between several projects`,
    }
  );
}

/** Resources by their kind, of lists by their kind. */
export const countsOf = (lists: Readonly<Record<string, unknown>>): Counts =>
  Object.fromEntries(
    resourceKinds.flatMap((kind) => {
      const list = lists[kind];
      return Array.isArray(list) ? [[kind, list.length]] : [];
    }),
  );

/** Those of a plan that is to be written, without the resources that stay as they are. */
export function changedIn(changes: readonly { kind: ResourceKind; action: string }[]): Counts {
  const counts: Counts = {};
  for (const { kind, action } of changes)
    if (action !== "unchanged") counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
