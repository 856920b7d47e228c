/**
 * A fault in a request. Expected failures are values, so that one answer can list all of them. Only bugs and
 * lost databases throw.
 */
export interface Fault {
  /** Where: a field's path with dots and indexes (`contact_days[2]`), `""` for the whole. */
  field: string;
  /** Stable, for programs: `required`, `unknown_field`, `type`, `range`, `length`, `format`, `unknown_user`, … */
  code: string;
  /** For people; says which value would be valid. */
  message: string;
}

/** Faults that one answer names. Searches for faults end at one more, so that the answer can say that more exist. */
export const mostFaults = 100;
