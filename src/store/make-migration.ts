/**
 * `node src/store/make-migration.ts NAME`: writes the SQL that takes the last migration's schema to the
 * tables of today, to be reviewed and committed. Not part of what is built.
 */
import { readFileSync, writeFileSync } from "node:fs";
import {
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api";
import { migrationNames } from "./migrate.ts";
import { sqliteTables } from "./schema.sqlite.ts";

const folder = new URL("./migrations/sqlite/", import.meta.url);
const snapshotFile = new URL("snapshot.json", folder);

/** The statements that are missing from the migrations, and the snapshot that they lead to. */
export async function missing(): Promise<{
  statements: string[];
  snapshot: unknown;
}> {
  const empty = await generateSQLiteDrizzleJson({});
  let before = empty;
  try {
    before = JSON.parse(readFileSync(snapshotFile, "utf8")) as typeof empty;
  } catch {
    // The first migration starts from nothing.
  }
  const snapshot = await generateSQLiteDrizzleJson(sqliteTables, before.id);
  return {
    statements: await generateSQLiteMigration(before, snapshot),
    snapshot,
  };
}

if (process.argv[1]?.endsWith("make-migration.ts")) {
  const name = process.argv[2];
  const { statements, snapshot } = await missing();
  if (!name || statements.length === 0) {
    console.log(
      name
        ? "Nothing to add."
        : "Say a name: node src/store/make-migration.ts NAME",
    );
  } else {
    const number = String(migrationNames().length + 1).padStart(4, "0");
    writeFileSync(
      new URL(`${number}-${name}.sql`, folder),
      statements.join("\n") + "\n",
    );
    writeFileSync(snapshotFile, JSON.stringify(snapshot, null, 2) + "\n");
    console.log(`Wrote ${number}-${name}.sql: review it.`);
  }
}
