import type { Fault } from "../core/model/fault.ts";

/** The outcome of a requested change. Bugs and lost databases throw instead. */
export type Outcome<T> =
  | { ok: true; value: T }
  | { ok: false; why: "not_found" }
  | { ok: false; why: "stale"; version: number }
  | { ok: false; why: "exists"; version: number }
  | { ok: false; why: "conflict"; message: string; faults?: Fault[] }
  | { ok: false; why: "invalid"; faults: Fault[] };

/** The refusal of a change that does not fit the stored state. */
export const conflict = (message: string) =>
  ({ ok: false, why: "conflict", message }) satisfies Outcome<never>;
