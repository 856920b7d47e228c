import type { PlannedChange, WantedResource } from "../../core/declare/plan.ts";
import type { PruneOptions } from "../../core/declare/prune.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Instant, ResourceKind } from "../../core/model/model.ts";
import type { Actor } from "../audit.ts";
import type { Parts } from "./parts.ts";
import type { Outcome } from "../outcome.ts";

/** The resources that a project declares, and the options of the apply. */
export interface Declaration {
  actor: Actor;
  project: string;
  wanted: Parts<WantedResource>;
  adopt: boolean;
  /** Prune: resources that the project no longer declares are deleted; null: they stay. */
  prune: PruneOptions | null;
  /** Refuse (conflict) when the organization has moved since; null: do not check. */
  revision: number | null;
  /** Faults of fields of a wrong shape, which `wanted` lacks. Any fault refuses the declaration. */
  misshapen?: readonly Fault[];
  dry: boolean;
  now: Instant;
}

/** Warnings of an apply, beside its changes. */
export interface Remarks {
  warnings: string[];
  /** Resources of the project that it no longer declares, and that stay. */
  undeclared: { kind: ResourceKind; external_id: string }[];
}

/** A change of a plan. */
export interface DeclaredChange extends PlannedChange {
  /** When the resource of the same project and name was deleted that a `create` brings back; absent: it is new. */
  deleted_at?: Instant;
}

/** The changes that an apply makes, or would make. */
export type Applied = Outcome<
  Remarks & {
    /** The revision of the plan, in an apply of the plan that was written (`core/declare/revision`). */
    revision: number;
    changes: Parts<DeclaredChange>;
    /** The least `prune.max` that lets this apply through; null: the given one does. */
    prune_max_needed: number | null;
  }
>;
