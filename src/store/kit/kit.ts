/**
 * The kit of a dialect, from which tables and statements are made. Tables are declared once over a kit
 * (`tables.ts`), and procedures are written once over its tables, without any feature of a single
 * dialect: instants are integers and ids are text, which avoids every difference in dates and serials.
 * The types are SQLite's. PostgreSQL's builders have the same methods and return the same rows, but
 * unrelated types; `postgres/kit.ts` casts them once.
 */
import type { sqliteKit } from "../sqlite/kit.ts";
import type { Columns, Statement } from "./procedure.ts";

export type Kit = typeof sqliteKit;

/**
 * How a statement is asked for many at once. Where a round trip costs more than the work, a driver that
 * runs several procedures side by side (`together`) sends this in place of the same statement again
 * and again.
 */
export type ManyForm =
  /** Takes the values of `key` as a JSON list named `list`; each row says its own. */
  | { kind: "find"; key: string; statement: Statement }
  /** Takes the parameters themselves as a JSON list named `rows`; each row says its `key`. */
  | { kind: "given"; key: string; statement: Statement }
  /** The same, without an answer; parameters are stored as the columns of these names. */
  | { kind: "write"; columns: Columns; statement: Statement };
