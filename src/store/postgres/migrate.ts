/**
 * Brings a PostgreSQL database up to date, all of it in one transaction: one node migrates while the
 * others wait for its lock, which ends with the transaction however that ends.
 */
import type { ClientBase } from "pg";
import { refuseOtherForm, type FoundColumn } from "../migrations/form.ts";
import { missingSteps, type Applied } from "../migrations/migrations.ts";
import { version } from "../migrations/version.ts";
import { codeOf } from "./failure.ts";
import { settleMark } from "./mark.ts";
import { postgresTables } from "./schema.ts";

/** unique_violation, duplicate_object, duplicate_table. */
const alreadyThere = new Set(["23505", "42710", "42P07"]);

/**
 * Returns the names of the applied migrations; throws `SchemaRefused`, or the server's error. `onMark` judges the mark
 * of a copy; by default it throws `NotInUse`.
 */
export async function migrate(
  client: ClientBase,
  now: number,
  onMark = settleMark,
): Promise<string[]> {
  try {
    await client.query(
      "create table if not exists migrations (name text primary key, applied_at bigint not null, version text)",
    );
  } catch (error) {
    // Two nodes that do this at once both find no table; the second may fail on any of the names.
    if (!alreadyThere.has(codeOf(error) ?? "")) throw error;
  }
  await client.query("begin isolation level read committed read write");
  try {
    await client.query("set local synchronous_commit = on");
    // A lock of the transaction and not of the session: a pooler may pass the session to another client.
    await client.query("lock table migrations in exclusive mode");
    await onMark(client);
    const applied = await client.query<Applied>(
      "select name, version from migrations order by name",
    );
    const steps = missingSteps("postgres", applied.rows);
    for (const { name, sql } of steps) {
      await client.query(sql);
      await client.query("insert into migrations (name, applied_at, version) values ($1, $2, $3)", [
        name,
        now,
        version,
      ]);
    }
    await checkForm(client);
    await client.query("commit");
    return steps.map(({ name }) => name);
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Throws `SchemaRefused` when the tables are not those of this version. */
export async function checkForm(client: ClientBase): Promise<void> {
  const { rows } = await client.query<FoundColumn>(
    `select c.relname as "table", a.attname as "column",
      a.attnotnull and not a.atthasdef and a.attidentity = '' as needed
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and pg_table_is_visible(c.oid) and a.attnum > 0 and not a.attisdropped`,
  );
  refuseOtherForm(postgresTables, rows);
}
