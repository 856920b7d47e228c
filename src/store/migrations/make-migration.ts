/**
 * `node src/store/migrations/make-migration.ts NAME`: writes the SQL for a change of the tables, for
 * each dialect, to be reviewed and committed. Not part of what is built.
 *
 * As long as nothing is released there is one migration, `0001-initial.sql`, which is written from nothing
 * each time: after a merge conflict, take either side and run it again. After the first release (`released`)
 * that file stays as it is, and each change is a numbered file of its own. Run again without a change, it adds
 * nothing.
 */
import { readFileSync, writeFileSync } from "node:fs";
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api";
import { folderOf, initial, migrationNames, type Dialect } from "./migrations.ts";
import { partitionedTables, partitionsOf, restOf } from "../kit/partitions.ts";
import { postgresTables } from "../postgres/schema.ts";
import { clusteredTables, sqliteTables } from "../sqlite/schema.ts";

/** Whether a version of monitord has been released: from then on no migration changes any more. */
const released: boolean = false;

interface Difference {
  /** Ready to be written to a file. */
  sql: string;
  /** The tables of today, as the generator describes them. */
  snapshot: { id: string };
}

/** Calculates what leads from the tables of the last run to those of today; an empty `sql`: nothing. */
export function missing(dialect: Dialect): Promise<Difference> {
  return differenceFrom(JSON.parse(readFileSync(snapshotOf(dialect), "utf8")), dialect);
}

/** Calculates what leads from no tables to those of today. */
export function fromNothing(dialect: Dialect): Promise<Difference> {
  return differenceFrom(null, dialect);
}

const snapshotOf = (dialect: Dialect) => new URL("snapshot.json", folderOf(dialect));

async function differenceFrom(stored: unknown, dialect: Dialect): Promise<Difference> {
  const sqlOf = (statements: string[]) => statements.map((statement) => `${statement}\n`).join("");
  if (dialect === "sqlite") {
    const before = (stored ?? (await generateSQLiteDrizzleJson({}))) as never;
    const snapshot = await generateSQLiteDrizzleJson(sqliteTables);
    const statements = await generateSQLiteMigration(before, snapshot);
    return { sql: sqlOf(statements.map(inKeyOrder)), snapshot };
  }
  const before = (stored ?? generateDrizzleJson({})) as never;
  const snapshot = generateDrizzleJson(postgresTables);
  const statements = await generateMigration(before, snapshot);
  return { sql: sqlOf(statements.map(inPartitions)), snapshot };
}

/** The generator knows no tables in the order of their key: says so in the statement that makes one. */
const inKeyOrder = (statement: string): string =>
  clusteredTables.some((name) => statement.startsWith(`CREATE TABLE \`${name}\` (`))
    ? statement.replace(/\);\n$/, ") WITHOUT ROWID;\n")
    : statement;

/** The generator knows no partitions: adds them to the statement that makes a table which has some. */
function inPartitions(statement: string): string {
  const table = partitionedTables.find((name) => statement.startsWith(`CREATE TABLE "${name}" (`));
  if (!table) return statement;
  const by = `) PARTITION BY RANGE ("${partitionsOf(table).column}");\n`;
  const rest = `\nCREATE TABLE "${restOf(table)}" PARTITION OF "${table}" DEFAULT;\n`;
  return statement.replace(/\);\n$/, by + rest);
}

async function write(dialect: Dialect, name: string): Promise<string> {
  const put = (file: string, text: string) => writeFileSync(new URL(file, folderOf(dialect)), text);
  const added = await missing(dialect);
  if (!released) put(initial, (await fromNothing(dialect)).sql);
  if (added.sql === "") return "nothing to add.";
  put("snapshot.json", JSON.stringify(added.snapshot, null, 2) + "\n");
  if (!released) return `wrote ${initial}: review it.`;
  const file = `${String(migrationNames(dialect).length + 1).padStart(4, "0")}-${name}.sql`;
  put(file, added.sql);
  return `wrote ${file}: review it.`;
}

if (process.argv[1]?.endsWith("make-migration.ts")) {
  const name = process.argv[2];
  if (!name) console.log("Pass a name: node src/store/migrations/make-migration.ts NAME");
  else
    for (const dialect of ["sqlite", "postgres"] as const)
      console.log(`${dialect}: ${await write(dialect, name)}`);
}
