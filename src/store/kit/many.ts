import type { Columns, Statement } from "./procedure.ts";

/**
 * How a statement is asked for many at once. Where a round trip costs more than the work, a driver that
 * runs several procedures side by side (`together`) sends this in place of the same statement again
 * and again.
 */
export type ManyForm =
  /** Takes the values of `key` as a JSON list named `list`; each row of the answer says its own. */
  | { kind: "find"; key: string; statement: Statement }
  /** Takes the parameters themselves as a JSON list named `rows`; each row says its `key`. */
  | { kind: "given"; key: string; statement: Statement }
  /** The same without rows in return; parameters are stored as the columns of these names. */
  | { kind: "write"; columns: Columns; statement: Statement };
