/**
 * The kit: what tables and statements are made of, per dialect. Tables are declared once over a kit
 * (`tables.ts`) and procedures are written once over its tables, with nothing that only one dialect has:
 * instants are integers and ids are text, which removes every question of dates and serials.
 *
 * The types are SQLite's. PostgreSQL's builders have the same methods and answer the same rows, but
 * unrelated types; `kit.postgres.ts` says so once, so that nobody else has to.
 */
import type { sqliteKit } from "../sqlite/kit.ts";

export type Kit = typeof sqliteKit;
