/**
 * The column kit: what tables are made of, per dialect. Tables are declared once over a kit
 * (`tables.ts`), with nothing that only one dialect has: instants are integers and ids are text, which
 * removes every question of dates and serials.
 */
import { sql } from "drizzle-orm";
import {
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** JSON in a text column; null stays SQL's null, so that `is null` says what it seems to. */
const json = <T>() =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => "text",
    toDriver: (value) => (value === null ? null : JSON.stringify(value)),
    fromDriver: (stored) => JSON.parse(stored ?? "null") as T,
  })();

export const sqliteKit = {
  table: sqliteTable,
  text: <T extends string = string>() => text().$type<T>(),
  /** Whole numbers up to 2^53: counts, and instants in ms. */
  integer: () => integer({ mode: "number" }),
  flag: () => integer({ mode: "boolean" }),
  json,
  index,
  uniqueIndex,
  primaryKey,
  sql,
};
export type Kit = typeof sqliteKit;
