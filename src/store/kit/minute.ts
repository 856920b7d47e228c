/**
 * The minute of an instant, as SQL of both databases. In an index it stands in place of the instant where rows come nearly in
 * the order of their time, but not quite: those of one minute are in the order in which they were written, at the end of
 * the index. By the instant itself a hundred of them would change thirty of its pages.
 */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

export const minuteOf = (instant: SQLiteColumn): SQL<number> => sql<number>`(${instant} / 60000)`;

/** The minute of an instant that is given. */
export const minuteOfGiven = (instant: unknown): SQL<number> =>
  sql<number>`(cast(${instant} as bigint) / 60000)`;
