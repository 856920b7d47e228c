/**
 * The kit of a dialect, from which tables and statements are made. Tables are declared once over a kit
 * (`tables.ts`), and procedures are written once over its tables, without any feature of a single
 * dialect: instants are integers and ids are text, which avoids every difference in dates and serials.
 * The types are SQLite's. PostgreSQL's builders have the same methods and return the same rows, but
 * unrelated types; `postgres/kit.ts` casts them once.
 */
import type { sqliteKit } from "../sqlite/kit.ts";

export type Kit = typeof sqliteKit;
