/**
 * `node src/store/make-migration.ts NAME`: writes the SQL that takes the last migrations' schemas to the
 * tables of today, for each dialect, to be reviewed and committed. Not part of what is built.
 */
import { readFileSync, writeFileSync } from "node:fs";
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api";
import { folderOf, migrationNames, type Dialect } from "./migrations.ts";
import { postgresTables } from "../postgres/schema.ts";
import { sqliteTables } from "../sqlite/schema.ts";

const snapshotOf = (dialect: Dialect) => new URL("snapshot.json", folderOf(dialect));

/** The statements that are missing from the migrations, and the snapshot that they lead to. */
export async function missing(dialect: Dialect): Promise<{
  statements: string[];
  snapshot: unknown;
}> {
  const stored = () => {
    try {
      return JSON.parse(readFileSync(snapshotOf(dialect), "utf8")) as never;
    } catch {
      // The first migration starts from nothing.
      return null;
    }
  };
  if (dialect === "sqlite") {
    const before = stored() ?? (await generateSQLiteDrizzleJson({}));
    const snapshot = await generateSQLiteDrizzleJson(sqliteTables, before.id);
    return {
      statements: await generateSQLiteMigration(before, snapshot),
      snapshot,
    };
  }
  const before = stored() ?? generateDrizzleJson({});
  const snapshot = generateDrizzleJson(postgresTables, before.id);
  return { statements: await generateMigration(before, snapshot), snapshot };
}

if (process.argv[1]?.endsWith("make-migration.ts"))
  for (const dialect of ["sqlite", "postgres"] as const) {
    const name = process.argv[2];
    const { statements, snapshot } = await missing(dialect);
    if (!name || statements.length === 0) {
      console.log(
        name ? `${dialect}: nothing to add.` : "Say a name: node src/store/make-migration.ts NAME",
      );
      continue;
    }
    const number = String(migrationNames(dialect).length + 1).padStart(4, "0");
    writeFileSync(
      new URL(`${number}-${name}.sql`, folderOf(dialect)),
      statements.join("\n") + "\n",
    );
    writeFileSync(snapshotOf(dialect), JSON.stringify(snapshot, null, 2) + "\n");
    console.log(`Wrote ${dialect}/${number}-${name}.sql: review it.`);
  }
