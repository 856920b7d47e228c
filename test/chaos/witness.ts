/** The database as a witness: it writes down every change of a lease itself, by its own clock. */
import { Client } from "pg";
import type { History } from "./history.ts";

const ms = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

export async function installWitness(databaseUrl: string): Promise<void> {
  await using(databaseUrl, (client) =>
    client.query(`
      create table witnessed (
        position bigserial primary key, at bigint, subject_id text, before text, after text,
        ended_at bigint, due_at bigint, holder_seen_at bigint);
      create function witness() returns trigger language plpgsql as $$
      begin
        insert into witnessed (at, subject_id, before, after, ended_at, due_at, holder_seen_at)
        values (${ms}, new.id, old.lease_node || '.' || old.lease_token, new.lease_node || '.' || new.lease_token, old.due_at, new.due_at,
          (select seen_at from nodes where id = old.lease_node));
        return new;
      end $$;
      create trigger witness after update on subjects for each row
        when (old.lease_token is distinct from new.lease_token) execute function witness();
    `),
  );
}

/** A push server took it in a summary, which names several incidents. */
const told = "(n.batch_kind is not null and n.state = 'delivered')";

type Testimony = Pick<History, "leases" | "incidents" | "owed"> & {
  counted: Map<string, number>;
};

export async function hearWitness(databaseUrl: string): Promise<Testimony> {
  return using(databaseUrl, async (client) => {
    const rows = async <T>(sql: string) =>
      (await client.query<Record<string, unknown>>(sql)).rows as T[];
    const number = (value: unknown) => (value === null ? null : Number(value));
    const leases = (
      await rows<Record<string, never>>("select * from witnessed order by position")
    ).map((row) => ({
      ...(row as unknown as History["leases"][number]),
      at: Number(row["at"]),
      ended_at: number(row["ended_at"]),
      due_at: number(row["due_at"]),
      holder_seen_at: number(row["holder_seen_at"]),
    }));
    // A node can die between claim and sending. When the incident has recovered by then, the page is dropped.
    const diedWithIt =
      "(n.state = 'dropped' and not exists (select 1 from notification_attempts a where a.notification_id = n.id and a.outcome <> 'lost'))";
    const incidents = (
      await rows<Record<string, unknown>>(`
        select i.*,
          exists (select 1 from notifications n where n.incident_id = i.id and n.transition = 'opened' and n.attempts > 0 and not ${diedWithIt} and not ${told}) as sent,
          exists (select 1 from notifications n where n.incident_id = i.id and n.transition = 'recovered' and n.state <> 'dropped' and not ${told}) as recovery
        from incidents i where source = 'health_check_monitor'`)
    ).map((row) => ({
      id: String(row["id"]),
      source_id: String(row["source_id"]),
      summary: `${String(row["summary"])} ${String(row["details"])}`,
      opened_at: Number(row["opened_at"]),
      resolved: row["resolved_at"] !== null,
      sent: row["sent"] === true,
      recovery: row["recovery"] === true,
    }));
    const counts = await rows<{ subject_id: string; count: string }>(
      "select subject_id, sum(count) as count from arrivals group by subject_id",
    );
    const [owed] = await rows<{ count: string }>(
      "select count(*) from notifications where due_at is not null",
    );
    return {
      leases,
      incidents,
      owed: Number(owed!.count),
      counted: new Map(counts.map(({ subject_id, count }) => [subject_id, Number(count)])),
    };
  });
}

/** How many incidents are unresolved, and pushes owed. */
export async function unfinished(databaseUrl: string): Promise<number> {
  return using(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      "select (select count(*) from incidents where resolved_at is null) + (select count(*) from notifications where due_at is not null) as count",
    );
    return Number(rows[0]!.count);
  });
}

async function using<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
