/**
 * Brings a PostgreSQL database up to date, all of it in one transaction: one node migrates while the
 * others wait for its lock, which ends with the transaction however that ends.
 */
import type { ClientBase } from "pg";
import { refuseOtherForm, type FoundColumn } from "../migrations/form.ts";
import { missingSteps, type Applied } from "../migrations/migrations.ts";
import { version } from "../migrations/version.ts";
import { EnvironmentError } from "../kit/unavailable.ts";
import { codeOf, messageOf } from "./failure.ts";
import { settleMark } from "./mark.ts";
import { postgresTables } from "./schema.ts";

/** unique_violation, duplicate_object, duplicate_table. */
const alreadyThere = new Set(["23505", "42710", "42P07"]);
const insufficientPrivilege = "42501";

/**
 * Returns the names of the applied migrations; throws `SchemaRefused`, or the server's error. `onMark` judges the mark
 * of a copy; by default it throws `NotInUse`.
 */
export async function migrate(
  client: ClientBase,
  now: number,
  onMark = settleMark,
): Promise<string[]> {
  const place = await placeOf(client);
  try {
    await client.query(
      "create table if not exists migrations (name text primary key, applied_at bigint not null, version text)",
    );
  } catch (error) {
    if (codeOf(error) === insufficientPrivilege)
      throw new EnvironmentError(
        `${place.user} cannot create tables in the database ${place.database} (${messageOf(error)}). Run: alter database "${place.database}" owner to "${place.user}"`,
      );
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

/** The user and the database of the connection; throws when the database cannot store every text. */
async function placeOf(client: ClientBase): Promise<{ user: string; database: string }> {
  const { rows } = await client.query<{ user: string; database: string; encoding: string }>(
    `select current_user as "user", current_database() as database, current_setting('server_encoding') as encoding`,
  );
  const [{ encoding, ...place }] = rows as [(typeof rows)[0]];
  // SQL_ASCII stores bytes as they come.
  if (!["UTF8", "SQL_ASCII"].includes(encoding))
    throw new EnvironmentError(
      `The database ${place.database} has the encoding ${encoding}, which lacks most letters. Make one with the encoding UTF8: createdb --encoding UTF8 --template template0`,
    );
  return place;
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
