/**
 * The kit: what tables and statements are made of, per dialect. Tables are declared once over a kit
 * (`tables.ts`) and procedures are written once over its tables, with nothing that only one dialect has:
 * instants are integers and ids are text, which removes every question of dates and serials.
 *
 * The types are SQLite's. PostgreSQL's builders have the same methods and answer the same rows, but
 * unrelated types; `kit.postgres.ts` says so once, so that nobody else has to.
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
  /** The same, and answers nothing; parameters are stored as the columns of these names. */
  | { kind: "write"; columns: Columns; statement: Statement };
