/** A PostgreSQL database as one end of a copy, over one connection. */
import { getTableColumns, getTableName } from "drizzle-orm";
import type { Client } from "pg";
import {
  CopyRefused,
  refuseBusy,
  refuseEarlier,
  refuseNone,
  type End,
  type Role,
} from "../copy/end.ts";
import { createMark, markName, markTable } from "../copy/mark.ts";
import { plainTables } from "../copy/plain-tables.ts";
import { proceduresOf } from "../kit/statements.ts";
import { missingSteps, type Applied } from "../migrations/migrations.ts";
import { aloneOn } from "./alone.ts";
import { readTime } from "./database-time.ts";
import { codeOf, messageOf } from "./failure.ts";
import { Hosts } from "./hosts.ts";
import { postgresKit } from "./kit.ts";
import { isMarked } from "./mark.ts";
import { checkForm, migrate } from "./migrate.ts";
import { clientTo } from "./server-client.ts";

/** Maximum waits: for the server, and for writers while it is being frozen. */
const timeouts = { connect: 10_000, lock: "5s" };
/** lock_not_available */
const locked = "55P03";

/** Connects to the database at `url`; `shown`: the same for people. Throws a sentence when it cannot be this end. */
export async function postgresEnd(
  url: string,
  shown: string,
  role: Role,
  now: number,
): Promise<End> {
  const client = await connected(new Hosts(url), shown);
  try {
    await prepare(client, shown, role, now);
  } catch (error) {
    await client.end();
    throw error;
  }
  return endOn(client, shown);
}

/** Asks each server once. */
async function connected(hosts: Hosts, shown: string, tried = 1): Promise<Client> {
  const client = new (clientTo(hosts))({
    connectionTimeoutMillis: timeouts.connect,
    keepAlive: true,
    pipeline: true,
    application_name: "monitord copy",
  });
  // The statement under way fails with it.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (tried < hosts.count) return connected(hosts, shown, tried + 1);
    throw new CopyRefused(`${shown} does not answer: ${messageOf(error)}`);
  }
}

function endOn(client: Client, shown: string): End {
  const { context, run, inTransaction } = aloneOn(client, plainTables(postgresKit));
  const serials = Object.values(context.t).flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter((column) => column.getSQLType() === "bigserial")
      .map(({ name }) => ({ table: getTableName(table), column: name })),
  );
  let frozen = false;
  return {
    dialect: "postgres",
    shown,
    context,
    marks: proceduresOf(postgresKit, context.db, markTable(postgresKit)),
    isMarked: () => isMarked(client),
    prepareMark: async () => void (await client.query(createMark)),
    async unmark() {
      await client.query("analyze");
      await client.query("set synchronous_commit = on");
      await client.query(`drop table ${markName}`);
    },
    // A crash of the server can lose the last transactions: rows and progress together.
    async run(procedure) {
      try {
        return await (frozen ? run(procedure) : inTransaction(procedure, false));
      } catch (error) {
        // The message of the query builder has all rows in it.
        throw new CopyRefused(`${shown} failed: ${messageOf(error)}. Repeat the copy: it goes on.`);
      }
    },
    async freeze() {
      await client.query("begin isolation level repeatable read read write");
      await client.query(`set local lock_timeout = '${timeouts.lock}'`);
      await client.query("set local synchronous_commit = on");
      const all = Object.values(context.t).map((table) => `"${getTableName(table)}"`);
      try {
        // A daemon that starts waits for the first, and one that runs for the others.
        await client.query("lock table migrations in exclusive mode");
        await client.query(`lock table ${all.join(", ")} in share mode`);
      } catch (error) {
        if (codeOf(error) === locked) throw refuseBusy(shown, "it writes");
        throw error;
      }
      frozen = true;
    },
    async thaw() {
      await client.query("commit");
      frozen = false;
    },
    async sharedNow() {
      const { rows } = await client.query<{ wall: string; step_by: string }>(readTime);
      return Number(rows[0]!.wall) - Number(rows[0]!.step_by);
    },
    async numbers() {
      const numbers: [string, number][] = [];
      for (const { table, column } of serials) {
        const { rows } = await client.query<{ last: string | null }>(
          "select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) as last",
          [table, column],
        );
        numbers.push([table, Number(rows[0]!.last ?? 0)]);
      }
      return Object.fromEntries(numbers);
    },
    async continueNumbers(numbers) {
      for (const { table, column } of serials)
        if (numbers[table])
          await client.query("select setval(pg_get_serial_sequence($1, $2), $3)", [
            table,
            column,
            numbers[table],
          ]);
    },
    close: () => client.end(),
  };
}

/** Brings an empty target to this version's schema. */
async function prepare(client: Client, shown: string, role: Role, now: number): Promise<void> {
  const applied = await appliedIn(client);
  if (applied.length > 0 && missingSteps("postgres", applied).length > 0)
    throw refuseEarlier(shown);
  if (role === "target") await migrate(client, now, async () => {});
  else if (applied.length === 0) throw refuseNone(shown);
  else await checkForm(client);
}

async function appliedIn(client: Client): Promise<Applied[]> {
  const { rows: found } = await client.query<{ version: boolean }>(
    "select exists (select 1 from pg_attribute where attrelid = to_regclass('migrations') and attname = 'version') as version",
  );
  if (!found[0]!.version) return [];
  const { rows } = await client.query<Applied>(
    "select name, version from migrations order by name",
  );
  return rows;
}
