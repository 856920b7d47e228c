/**
 * A fault: something wrong with what somebody asked for. Expected failures are values, so that all of
 * them can be said at once; only bugs and lost databases throw.
 */
export interface Fault {
  /** Where: a field's path with dots and indexes (`contact_days[2]`), `""` for the whole. */
  field: string;
  /** Stable, for programs: `required`, `unknown_field`, `type`, `range`, `length`, `format`, `unknown_user`, … */
  code: string;
  /** For people; says what would be right. */
  message: string;
}
