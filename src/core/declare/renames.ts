/**
 * Finds resources that a declaration renames: `previous_id` is their old external_id. Pure, and a part of the
 * plan.
 */
import { withNames } from "../../resource/references.ts";
import { descriptionOf } from "../../resource/resources.ts";
import type { Fault } from "../model/fault.ts";
import type { ResourceKind } from "../model/model.ts";
import { keyOf, type Pair, type PlannedChange, type StoredResource } from "./plan-terms.ts";

/** The stored resources with the names that the pairs give them, where others refer to them. */
export function withNewNames(
  stored: readonly StoredResource[],
  pairs: readonly Pair[],
): readonly StoredResource[] {
  const names = new Map<string, string>();
  for (const { wanted, stored: before } of pairs)
    if (before?.external_id && before.external_id !== wanted.external_id)
      names.set(keyOf(before.kind, before.external_id), wanted.external_id);
  if (names.size === 0) return stored;
  const newName = (to: ResourceKind, name: string) => names.get(keyOf(to, name)) ?? name;
  return stored.map((one) => ({ ...one, fields: withNames(one.kind, one.fields, newName) }));
}

/** The names of one declared resource. */
interface Named {
  external_id: unknown;
  previous_id?: unknown;
  /** Precedes the field's name in a fault (`alert_groups[2].`). */
  prefix: string;
}

/** Faults of `previous_id` within the declared resources of one kind. */
export function renameFaults(declared: readonly Named[]): Fault[] {
  const byId = new Map(declared.map((one) => [one.external_id, one]));
  const first = new Set<unknown>();
  return declared.flatMap(({ external_id, previous_id, prefix }) => {
    if (typeof previous_id !== "string") return [];
    const isSecond = first.has(previous_id);
    first.add(previous_id);
    const what =
      previous_id === external_id
        ? "is the external_id itself"
        : byId.has(previous_id)
          ? "is declared, too: a resource cannot have had the name of another one"
          : isSecond
            ? "is the previous_id of two resources"
            : null;
    if (what === null) return [];
    return [
      { field: `${prefix}previous_id`, code: "duplicate", message: `"${previous_id}" ${what}` },
    ];
  });
}

/** A fault for each resource that exists under its old and under its new name. */
export function namedTwice(pairs: readonly Pair[], stored: readonly StoredResource[]): Fault[] {
  if (!pairs.some(({ wanted }) => wanted.previous_id)) return [];
  const keys = new Set(
    stored.flatMap((one) => (one.external_id ? [keyOf(one.kind, one.external_id)] : [])),
  );
  return pairs.flatMap(({ wanted: { kind, external_id, previous_id }, place, stored: own }) => {
    if (!previous_id || own?.external_id !== external_id || previous_id === external_id) return [];
    if (!keys.has(keyOf(kind, previous_id))) return [];
    return [
      {
        field: `${place}.previous_id`,
        code: "duplicate",
        message: `"${previous_id}" and "${external_id}" both exist: delete one of them, or remove previous_id`,
      },
    ];
  });
}

/** A sentence for each deletion that looks like a renaming: something of the same kind and title is created. */
export function renameHints(changes: readonly PlannedChange[]): string[] {
  const created = new Map(
    changes
      .filter(({ action }) => action === "create")
      .map((one) => [`${one.kind} ${one.title}`, one.external_id]),
  );
  return changes.flatMap(({ action, kind, title, external_id }) => {
    const now = action === "delete" ? created.get(`${kind} ${title}`) : undefined;
    if (now === undefined) return [];
    const { noun } = descriptionOf(kind);
    return [
      `${noun} "${external_id}" would be deleted, and "${now}" created with the same title: write previous_id: ${external_id} there if it is the same one, and its history and URL stay`,
    ];
  });
}
