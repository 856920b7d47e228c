/**
 * The tables that PostgreSQL stores in partitions by time, and by which column: old rows go by dropping a table of
 * them, which costs the same however many they are. SQLite deletes rows.
 *
 * They are the two that grow with every report: measured with five million, a row of `reports` takes 394 bytes with its
 * indexes, one of `arrivals` 206. Finding the old arrivals took 1.4 s, because no index begins with their instant; with
 * partitions no search is needed. A transaction of 200 reports takes 0.8 of its time, since the indexes of today are
 * small. Reading a page of reports takes 1.3 to 1.6 times as long (0.2 to 0.4 ms more), since each partition is asked.
 *
 * The others are left alone:
 *
 * - `error_minutes` are as large as `arrivals` where each report has a minute of its own, but at most 1,440 a day for
 *   each monitor, kept for two days, and found by their age in an index.
 * - `measures` and `sub_check_changes` grow with monitors and hours, not with load. A row of `measures` is appended to
 *   for up to thirty days, so its instant says little about its age.
 * - `inbound_events` are at most a thousand for each URL.
 * - `events` are kept for a day, and their readers go by transaction and number, not by time.
 * - `history`, `runs`, `audit_events`, `incidents` and `notifications` do not grow with reports, and are looked up by
 *   their id, in each partition then.
 *
 * A row that no partition takes lands in the one named `…_rest`, so it is not lost. The rows
 * that a copy brings are one of them, without a lower bound.
 */
import type { Instant } from "../../core/model/model.ts";
import type { Tables } from "./tables.ts";
import { day } from "../../core/text/units.ts";

export interface Partitioned {
  /** The column whose values lie in ranges, part of the primary key. */
  column: string;
  /** The lowest value of the column at an instant. */
  valueAt: (at: Instant) => string;
  /** The instant of such a value. */
  instantOf: (value: string) => Instant;
  /** Whether retention goes by another column, which has an index: `at`. */
  aged: boolean;
}

/** An id begins with its instant (UUIDv7). */
const prefixAt = (at: Instant): string => at.toString(16).padStart(12, "0").replace(/^.{8}/, "$&-");

export const partitioned = {
  arrivals: { column: "at", valueAt: String, instantOf: Number, aged: false },
  // By the id and not by `at`, so that the primary key is that of SQLite.
  reports: {
    column: "id",
    valueAt: prefixAt,
    instantOf: (value) => parseInt(value.replace("-", ""), 16),
    aged: true,
  },
} as const satisfies { [N in keyof Tables]?: Partitioned };

export type PartitionedTable = keyof typeof partitioned;

export const partitionedTables = Object.keys(partitioned) as PartitionedTable[];

/** The description of a table as one of all. */
export const partitionsOf = (table: PartitionedTable): Partitioned => partitioned[table];

/** A span of time in `[from, to)`. */
export interface Range {
  from: Instant;
  to: Instant;
}

export interface Partition extends Range {
  name: string;
}

export const restOf = (table: PartitionedTable) => `${table}_rest`;

/** `arrivals_20261124`: by its first day. */
export const partitionName = (table: PartitionedTable, { from }: Range): string =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll("-", "")}`;

/** When the day after that of `now` begins, UTC. */
export const dayAfter = (now: Instant): Instant => now - (now % day) + day;

/** How far ahead partitions are made, ms: a whole weekend without any node. */
const ahead = 3 * day;
/** Partitions of one table; more would make each of its statements slower. */
const maxPartitions = 10;

/** The span of one partition of rows that are kept for `kept` ms. */
export const spanFor = (kept: number): number =>
  day * Math.max(1, Math.ceil(kept / day / maxPartitions));

/** The ranges that are missing from now on, in order; those that are there stay as they are. */
export function missingRanges(existing: readonly Range[], now: Instant, span: number): Range[] {
  const missing: Range[] = [];
  let from = now - (now % day);
  while (from <= now + ahead) {
    const at = from;
    const there = existing.find((range) => range.from <= at && at < range.to);
    const next = Math.min(...existing.map((range) => range.from).filter((start) => start > at));
    const to = there?.to ?? Math.min(from + span, next);
    if (!there) missing.push({ from, to });
    from = to;
  }
  return missing;
}

/**
 * Whether a partition has only rows of before `before`. Each of the `shifts` may have been added to the instants of
 * some: no row can be of the future.
 */
export function isOld(
  { from, to }: Range,
  { before, now, shifts }: { before: Instant; now: Instant; shifts: readonly number[] },
): boolean {
  return shifts.every((shift) => to + shift <= before || from + shift > now + ahead);
}

/** Reads `for values from ('1') to ('2')` of the catalog; null: it is the rest. */
export function rangeOf(table: PartitionedTable, bound: string): Range | null {
  const bounds = /FROM \((.*?)\) TO \((.*?)\)/.exec(bound);
  if (!bounds) return null;
  const [from, to] = bounds.slice(1).map((value) => value.replaceAll("'", ""));
  const { instantOf } = partitionsOf(table);
  return { from: from === "MINVALUE" ? -Infinity : instantOf(from!), to: instantOf(to!) };
}
