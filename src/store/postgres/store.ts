/**
 * The PostgreSQL store, for any number of nodes on one database. The rows are the queue: nodes claim due
 * work under a lease, and need no other knowledge of each other. `NOTIFY` only makes them poll sooner.
 * The store exists before the database is reachable; whenever the database is unavailable, every request
 * is rejected with `StoreUnavailable`.
 */
import type { Client, PoolClient, PoolConfig } from "pg";
import type { LookupFunction } from "node:net";
import { nudges, type TimedNudge } from "../kit/nudge.ts";
import type { AnswerOf, InputOf, Registry, Store } from "../store.ts";
import { makeConnections } from "./connections.ts";
import { Hosts } from "./hosts.ts";
import { clientTo } from "./server-client.ts";
import { TxSlots } from "./tx-slots.ts";
import { migrate } from "./migrate.ts";
import { patienceCheckInterval } from "../kit/patience.ts";
import { NotInUse } from "../copy/mark.ts";
import { SchemaRefused } from "../migrations/migrations.ts";
import { failureOf, messageOf } from "./failure.ts";
import { runLater, type Procedure } from "../kit/procedure.ts";
import { postgresTablesOf } from "./schema.ts";
import { Secrets, SecretsRefused } from "../kit/secrets.ts";
import { keepStatistics } from "./statistics.ts";
import { unlockDatabase } from "./unlock-database.ts";
import { readsOf } from "../reads/reads.ts";
import { contextOver, sendOn } from "./sending.ts";
import { DatabaseTime } from "./database-time.ts";
import { QuietMonitors } from "./quiet-monitors.ts";
import { makeTxSlot, type PostgresClock } from "./transaction.ts";
import { StoreUnavailable, unavailable } from "../kit/unavailable.ts";

export interface PostgresOptions {
  /** May name several servers (`hosts.ts`). */
  url: string;
  /** The file with the keys of the secrets: the same on every node. */
  secretsKeyFile: string;
  clock: PostgresClock;
  /** `caller`: verbs go by the `now` that they are given; for tests that move the time. */
  time: "database" | "caller";
  /** The addresses of a server's name (`clientTo`). */
  lookup?: LookupFunction;
  /** In [0, 1): jitter. */
  random: () => number;
  /** Called when the database becomes unavailable (with the reason), and when it is back (null). */
  onAway: (why: string | null) => void;
}

/** Connections: for transactions, and enough others that reads never wait for these. One more listens. */
const limits = {
  slots: 8,
  reserved: 2,
  together: 200,
  results: 10,
  waiting: 20_000,
  readers: 4,
};
/** How long something waits: for a connection, for an answer, to try again, and at the end, ms. */
const timeouts = { connect: 3000, answer: 9000, again: 1000, end: 1500 };
const channel = "monitord";

/** Opens the store; it is ready once the schema is up to date. */
export function openPostgresStore<R extends Registry>(
  options: PostgresOptions,
  verbs: R,
): Store<R> {
  const connection = {
    connectionTimeoutMillis: timeouts.connect,
    keepAlive: true,
    pipeline: true,
    application_name: "monitord",
  } satisfies PoolConfig;
  const hosts = new Hosts(options.url);
  const connections = makeConnections(hosts, {
    ...connection,
    max: limits.slots + limits.readers,
    silence: timeouts.answer,
    lookup: options.lookup,
  });
  const onOne = async <T>(work: (client: PoolClient) => Promise<T>) => {
    const client = await connections.borrow();
    let lost = false;
    try {
      return await work(client);
    } catch (error) {
      lost = failureOf(error) === "away";
      throw error;
    } finally {
      client.release(lost);
    }
  };

  const secrets = new Secrets();
  const tables = postgresTablesOf(secrets);
  let closed = false;
  let ready = false;
  let away: string | null = "not connected yet";
  let said = false;
  const setAway = (why: string | null) => {
    away = why;
    if (said === (why !== null)) return;
    said = why !== null;
    options.onAway(why);
  };
  const listeners: Parameters<Store<R>["onNudge"]>[0][] = [];
  const tell = (nudge: TimedNudge) => {
    for (const listener of listeners) listener(...nudge);
  };
  const onNudges = (nudges: TimedNudge[]) => {
    if (nudges.length === 0) return;
    for (const nudge of nudges) tell(nudge);
    // Outside the transaction: commits that notify wait for each other in the server.
    const words = nudges.map((nudge) => nudge.join("@")).join();
    onOne((client) => client.query("select pg_notify($1, $2)", [channel, words])).catch(() => {});
  };

  const durationListeners: Parameters<Store<R>["onTransaction"]>[0][] = [];
  const started = start();
  // A caller that awaits it gets the error; without one it is not an unhandled rejection.
  started.catch(() => {});
  async function start(): Promise<void> {
    for (;;) {
      if (closed) throw unavailable("the store is closed");
      try {
        await onOne(async (client) => {
          await migrate(client, options.clock.now());
          await unlockDatabase(client, tables, secrets, options.secretsKeyFile);
        });
        ready = true;
        return setAway(null);
      } catch (error) {
        const refused = [SchemaRefused, SecretsRefused, NotInUse].some(
          (kind) => error instanceof kind,
        );
        if (refused) throw error;
        if (failureOf(error) === "bug") throw error;
        setAway(messageOf(error));
        await new Promise((resolve) => setTimeout(resolve, timeouts.again));
      }
    }
  }

  const stopListening = listen(() => new (clientTo(hosts, options.lookup))(connection), tell);

  const databaseTime = new DatabaseTime();
  const quietMonitors = new QuietMonitors();
  const txSlots: ReturnType<typeof makeTxSlot>[] = [];
  const queue = new TxSlots(limits, async (requests, slot) => {
    if (!ready) {
      const error = unavailable(away);
      return requests.map(() => ({ error }));
    }
    txSlots[slot] ??= makeTxSlot({
      ...options,
      tables,
      verbs,
      connections,
      databaseTime,
      quietMonitors,
      onNudges,
      onTransaction: (took, verb) => {
        for (const listener of durationListeners) listener(took, verb);
      },
    });
    const results = await txSlots[slot](requests);
    const [result] = results;
    const lost = result && "error" in result ? result.error : null;
    if (lost === null) setAway(null);
    else if (lost instanceof StoreUnavailable) setAway(lost.message);
    return results;
  });

  const stopStatistics = keepStatistics(async (work) => {
    if (ready && away === null) await onOne(work);
  });
  const patience = setInterval(() => queue.refuseLate(), patienceCheckInterval).unref();

  const { context, executeAll } = contextOver(
    (text, params) => onOne((client) => sendOn(client)(text, params)),
    tables,
  );
  const read = readsOf(context, async <T>(procedure: Procedure<T>): Promise<T> => {
    // Its tables may not be there yet, or be those of an earlier version.
    if (!ready) throw unavailable(away);
    try {
      return await runLater(procedure, (steps) =>
        executeAll(steps, () => {
          throw new Error("a read writes");
        }),
      );
    } catch (error) {
      if (failureOf(error) === "away") throw unavailable(messageOf(error));
      throw error;
    }
  });

  return {
    ready: started,
    shared: true,
    run: <V extends keyof R & string>(verb: V, input: InputOf<R[V]>) =>
      queue.run(verb, input) as Promise<AnswerOf<R[V]>>,
    read,
    onNudge: (listener) => void listeners.push(listener),
    // Its transactions hold rows that others wait for, and claims wait for rows of others.
    follow: () => {},
    onTransaction: (listener) => void durationListeners.push(listener),
    // The server's own words can name its host, which is not for everybody.
    failure: () => (away === null ? null : "The database server does not take writes."),
    upkeep: () => Promise.resolve(null),
    connections: () => ({ ...connections.count(), most: limits.slots + limits.readers }),
    async close() {
      clearInterval(patience);
      closed = true;
      stopListening();
      stopStatistics();
      const given = Promise.withResolvers<void>();
      const up = setTimeout(given.resolve, away === null ? timeouts.end : 0);
      await Promise.race([queue.drain(), given.promise]);
      clearTimeout(up);
      await connections.end();
    },
  };
}

/**
 * Listens for other nodes' nudges as long as possible; a pooler may not allow it, which only costs speed.
 */
function listen(makeClient: () => Client, onNudge: (nudge: TimedNudge) => void): () => void {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** A nudge is a courtesy: without the connection the loops look by themselves. */
  function begin(): void {
    connect().catch(() => {
      if (!closed) timer = setTimeout(begin, 5000).unref();
    });
  }

  async function connect(): Promise<void> {
    const fresh = makeClient();
    const lost = () => {
      if (client !== fresh) return;
      client = null;
      if (!closed) timer = setTimeout(begin, 5000).unref();
    };
    client = fresh;
    fresh.on("error", lost).on("end", lost);
    fresh.on("notification", ({ payload = "" }) => {
      for (const word of payload.split(",")) {
        const [name, at] = word.split("@");
        const nudge = nudges.find((one) => one === name);
        if (nudge) onNudge([nudge, Number(at) || 0]);
      }
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
    } catch {
      lost();
      await fresh.end().catch(() => {});
    }
  }

  begin();
  return () => {
    closed = true;
    clearTimeout(timer);
    // No statement is running on it, so it needs no orderly end.
    client?.connection.stream.destroy();
  };
}
