/** The terms of a plan: declared resources, stored resources, and changes. */
import type { ResourceKind } from "../model/model.ts";

/** A declared resource, complete: every field has its value, references are external ids. */
export interface WantedResource {
  kind: ResourceKind;
  external_id: string;
  /** The external_id that it may still have in the store; null or absent: none. */
  previous_id?: string | null;
  /** Declared fields, references by name; in lists of items, a text for an item declared by its key alone. */
  fields: Record<string, unknown>;
}

/** A declared resource as it was applied. */
export interface AppliedResource extends WantedResource {
  id: string;
}

/** A stored resource in the same terms. */
export interface StoredResource {
  kind: ResourceKind;
  id: string;
  external_id: string | null;
  project: string | null;
  fields: Record<string, unknown>;
}

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** detach: it stays, and no project declares it any more. */
export type Action = "create" | "update" | "unchanged" | "delete" | "detach";

export interface PlannedChange {
  kind: ResourceKind;
  external_id: string;
  /** null: it does not exist yet. */
  id: string | null;
  title: string;
  action: Action;
  fields: FieldChange[];
  /** How the turns of a schedule move, in sentences. */
  turns?: string[];
}

/** The write of an apply for one change. Holds secrets: it never leaves the service. */
export interface PlannedWrite {
  kind: ResourceKind;
  external_id: string;
  id: string | null;
  action: Action;
  /** All declared fields, and `resets`; sets of names and items are sorted and unique. Empty for a deletion. */
  fields: Record<string, unknown>;
  /** Names of fields that the project declared before and does not declare any more: they get their defaults. */
  resets: readonly string[];
}

/** A declared resource with the place it was declared at and the stored one it is. */
export interface Pair {
  wanted: WantedResource;
  /** `health_check_monitors[2]`: the index counts within the kind. */
  place: string;
  stored: StoredResource | null;
}

/** The identity of a declared resource. */
export function keyOf(kind: ResourceKind, external_id: string): string {
  return `${kind}/${external_id}`;
}
