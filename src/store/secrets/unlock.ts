/**
 * Joins a database and its key file at the start. A value that only the right key opens, the check, is stored
 * with the first key; a database with a check is not used without that key, nor is a new key created for it.
 *
 * A value that is sealed with an old key, or not at all, is sealed with the present one, in steps of some hundred
 * rows that are transactions of their own.
 */
import { rmSync } from "node:fs";
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

import type { Context } from "../queries/context.ts";
import { rows, write, type Procedure } from "../kit/procedure.ts";
import { keepPrivate, readKeys, writeKeys } from "./key-file.ts";
import { makeKey, Secrets, SecretsRefused } from "../kit/secrets.ts";

const checkColumn = "secrets_check.value";
const checked = "monitord";

/** Rows that are sealed in one transaction. */
const perStep = 200;

/** Makes `secrets` usable for this database; throws `SecretsRefused` when the keys of the file do not fit. */
export function* unlock(c: Context, secrets: Secrets, path: string): Procedure<void> {
  const stored = yield* c.of.secrets_check.first({ id: 1 });
  const keys = readKeys(path);
  if (!keys && stored) throw missing(stored.value, path, "is not there");
  const created = keys ? null : [makeKey()];
  // On disk before the database depends on it.
  if (created) writeKeys(path, created);
  else keepPrivate(path);
  secrets.use(keys ?? created!);
  const value = secrets.seal(checkColumn, checked);
  const isFirst = !stored && (yield* c.of.secrets_check.insertNew({ id: 1, value })) !== undefined;
  if (isFirst) return;
  // Another node may have been first.
  const check = stored ?? (yield* c.of.secrets_check.hold({ id: 1 }));
  try {
    secrets.open(checkColumn, check!.value);
  } catch {
    if (created) rmSync(path);
    throw missing(check!.value, path, created ? "is not there" : "has other keys");
  }
  if (!check!.value.startsWith(secrets.prefix))
    yield* c.of.secrets_check.update({ id: 1 }, { value });
}

/** Throws `SecretsRefused` unless a key of the file opens the check of a database. */
export function mustFit(check: string, path: string): void {
  const keys = readKeys(path);
  if (!keys) throw missing(check, path, "is not there");
  const secrets = new Secrets();
  secrets.use(keys);
  try {
    secrets.open(checkColumn, check);
  } catch {
    throw missing(check, path, "has other keys");
  }
}

function missing(check: string, path: string, why: string): SecretsRefused {
  const id = check.split(":")[1];
  return new SecretsRefused(
    `The secrets in the database are sealed with the key ${id}, but the secrets key file ${path} ${why}. Put the file of this database there, or name it with --secrets-key-file.`,
  );
}

/** Seals the next rows that are not sealed with the present key; returns their number, 0 when all are. */
export function* sealStep(c: Context, secrets: Secrets): Procedure<number> {
  for (const name of secrets.columns) {
    const { table, column, key } = columnAt(c, name);
    const stale = yield* rows(
      c.kit.lock(
        c.db
          .select({ ...key, value: column })
          .from(table)
          .where(sql`${column} is not null and ${column} not like ${`${secrets.prefix}%`}`)
          .limit(perStep),
      ),
    );
    for (const { value, ...of } of stale as Record<string, unknown>[])
      yield* write(
        c.db
          .update(table)
          .set({ [column.name]: value })
          .where(and(...Object.entries(key).map(([part, at]) => eq(at, of[part])))),
      );
    if (stale.length > 0) return stale.length;
  }
  return 0;
}

/** A `table.column`, and the columns of the primary key of its table. */
function columnAt(c: Context, name: string) {
  const [tableName = "", columnName = ""] = name.split(".");
  const table = c.t[tableName as keyof Context["t"]];
  const all = getTableColumns(table) as Record<string, SQLiteColumn>;
  const key = Object.fromEntries(c.kit.keyOf(table).map((part) => [part.name, part]));
  return { table, column: all[columnName]!, key };
}
