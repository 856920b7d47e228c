/**
 * `node src/store/migrations/make-migration.ts NAME`: writes the SQL for a change of `kit/tables.ts`, for
 * each dialect, to be reviewed and committed. Not part of what is built.
 *
 * As long as nothing is released there is one migration, `0001-initial.sql`, which is written from nothing
 * each time; databases of the preview get the same change at the end of `from-preview.sql`. After the first
 * release (`released`) both stay as they are, and each change is a numbered file of its own.
 *
 * - Run again without a change, it adds nothing.
 * - A column that replaces another takes two runs: add the new one and run; write the statement that moves
 *   the values, at the end of `from-preview.sql`; drop the old one and run again.
 * - After a merge conflict: keep the statements of both sides in `from-preview.sql`, take either
 *   `snapshot.json`, and run it with `--merged` in place of a name. That writes `0001-initial.sql` and
 *   `snapshot.json` for the tables as they are; the tests of `from-preview.sql` tell whether a statement is
 *   missing there.
 */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api";
import { folderOf, fromPreview, initial, migrationNames, type Dialect } from "./migrations.ts";
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
  const putSnapshot = ({ snapshot }: Difference) =>
    put("snapshot.json", JSON.stringify(snapshot, null, 2) + "\n");
  const all = await fromNothing(dialect);
  if (!released) put(initial, all.sql);
  if (name === "--merged") {
    putSnapshot(all);
    return `wrote ${initial} and snapshot.json.`;
  }
  const added = await missing(dialect);
  if (added.sql === "") return "nothing to add.";
  putSnapshot(added);
  if (!released) {
    appendFileSync(new URL(fromPreview, folderOf(dialect)), `\n-- ${name}\n${added.sql}`);
    return `added to ${fromPreview} and wrote ${initial}: review them.`;
  }
  const file = `${String(migrationNames(dialect).length + 1).padStart(4, "0")}-${name}.sql`;
  put(file, added.sql);
  return `wrote ${file}: review it.`;
}

if (process.argv[1]?.endsWith("make-migration.ts")) {
  const name = process.argv[2];
  if (!name)
    console.log("Pass a name: node src/store/migrations/make-migration.ts NAME (or --merged)");
  else
    for (const dialect of ["sqlite", "postgres"] as const)
      console.log(`${dialect}: ${await write(dialect, name)}`);
}
