/**
 * Statements about partitions, of PostgreSQL alone. Making and dropping one needs a lock on the whole table, for
 * which reports would have to wait: after a moment they end without an effect, and the next run tries again.
 */
import { sql } from "drizzle-orm";
import type { Kit, Database } from "../kit/kit.ts";
import {
  partitionName,
  partitionsOf,
  restOf,
  type PartitionedTable,
  type Range,
} from "../kit/partitions.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "./context.ts";
import type { Tables } from "../kit/tables.ts";

/** How long they wait for a lock, ms. */
const patience = 200;
/** A rest that is larger stays as it is: it is read under the lock. */
const mostOfRest = 16 * 1024 * 1024;

/** The statements, without any effect when another transaction is in the way. */
const orLater = (statements: string) => `do $partition$ begin
perform set_config('lock_timeout', '${patience}ms', true);
${statements}
exception when lock_not_available or deadlock_detected or duplicate_table or undefined_table or invalid_object_definition then null;
end $partition$`;

/**
 * Makes a partition, and moves rows into it that have landed in the rest meanwhile, under a lock that no reader shares: a
 * statement that waited for the lock of the rest alone would have chosen its partitions before and its snapshot
 * after that, and would see those rows in neither.
 */
export function makePartition(kit: Kit, db: Database, table: PartitionedTable, range: Range) {
  const { column, valueAt } = partitionsOf(table);
  const [name, rest] = [partitionName(table, range), restOf(table)];
  const [from, to] = [valueAt(range.from), valueAt(range.to)];
  return kit.command(
    db,
    orLater(`if pg_relation_size('${rest}') > ${mostOfRest} then return; end if;
lock table only ${table} in access exclusive mode;
lock table ${rest} in access exclusive mode;
create table ${name} (like ${table} including all);
with moved as (delete from ${rest} where ${column} >= '${from}' and ${column} < '${to}' returning *)
insert into ${name} select * from moved;
alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}');`),
  );
}

/** Makes a partition of all rows before `to`. */
export function makeFirstPartition(kit: Kit, db: Database, table: PartitionedTable, to: Instant) {
  const before = partitionsOf(table).valueAt(to);
  return kit.command(
    db,
    `create table ${table}_before partition of ${table} for values from (minvalue) to ('${before}')`,
  );
}

export const dropPartition = (kit: Kit, db: Database, table: PartitionedTable, name: string) =>
  kit.command(
    db,
    orLater(`lock table ${table} in access exclusive mode;
drop table ${name};`),
  );

/** The names and bounds of a table's partitions. */
export const listPartitions = (db: Database, table: PartitionedTable) =>
  db
    .select({
      name: sql<string>`part.relname`,
      bound: sql<string>`pg_get_expr(part.relpartbound, part.oid)`,
    })
    .from(sql`pg_inherits join pg_class as part on part.oid = pg_inherits.inhrelid`)
    .where(sql`pg_inherits.inhparent = cast(${table} as regclass)`);

/** One row if a partition has one that is not older. */
export const youngerIn = (db: Database, name: string, before: Instant) =>
  db
    .select({ at: sql<number>`at` })
    .from(sql`${sql.identifier(name)}`)
    .where(sql`at >= ${before}`)
    .limit(1);

export const arrivalShifts = (db: Database, { subjects }: Tables) =>
  db.selectDistinct({ shift: subjects.arrivals_shift }).from(subjects);

/** Deletes old rows of one partition, `limit` at most; answers one row for each. */
export function deleteOld(
  { kit, db }: Context,
  table: PartitionedTable,
  name: string,
  before: Instant,
  limit: number,
) {
  const old =
    table === "arrivals"
      ? `left join subjects on subjects.id = part.subject_id where part.at < ${before} - coalesce(subjects.arrivals_shift, 0)`
      : `where part.at < ${before}`;
  return kit.command(
    db,
    `delete from ${name} where ctid = any(array(select part.ctid from ${name} as part ${old} limit ${limit})) returning 1`,
  );
}
