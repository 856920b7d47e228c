/**
 * From what is stored and what is declared to what has to change: the heart of `plan` and `apply`.
 *
 * Pure. The same function answers a dry run and decides what an apply writes, so that what was shown is
 * what happens.
 */
import type { Fault } from "./fault.ts";
import type { ResourceKind } from "./model.ts";

/** A declared resource, complete: every field has its value, references are external ids. */
export interface WantedResource {
  kind: ResourceKind;
  external_id: string;
  /** Declared fields; monitors carry `alert_group`, groups may carry `members` (emails). */
  fields: Record<string, unknown>;
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

export interface PlannedChange {
  kind: ResourceKind;
  external_id: string;
  /** null: it does not exist yet. */
  id: string | null;
  title: string;
  action: "create" | "update" | "unchanged";
  fields: FieldChange[];
}

export type Planned =
  | { ok: true; changes: PlannedChange[] }
  | { ok: false; why: "invalid" | "conflict"; faults: Fault[] };
