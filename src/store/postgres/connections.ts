/**
 * Connections to PostgreSQL: borrowed for a transaction or a statement, and given back as they were. A borrower gets the
 * first one that is free: a server, or a name, that keeps new connections waiting delays no work while others are open.
 */
import type { LookupFunction, Socket } from "node:net";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { isFull } from "./failure.ts";
import type { Hosts } from "./hosts.ts";
import { clientTo } from "./server-client.ts";

export interface Connections {
  /** Waits for a connection, at most as long as one may take to be made. */
  borrow(): Promise<PoolClient>;
  /** Counts all connections, and the idle ones. */
  count(): { open: number; idle: number };
  end(): Promise<void>;
}

export interface ConnectionOptions extends PoolConfig {
  /** Maximum number of connections. */
  max: number;
  connectionTimeoutMillis: number;
  /** After this time without a byte from the server a borrowed connection counts as lost, ms. */
  silence: number;
  /** The addresses of a server's name; absent: the system's. */
  lookup?: LookupFunction | undefined;
}

/** Until another connection is tried, when one could not be made beside those that are open. */
const retryMs = 50;
/** For a goodbye, ms. */
const closeMs = 1000;
/** Idle connections that are kept: new ones may not be had when they are needed. */
const kept = 2;

export function makeConnections(hosts: Hosts, options: ConnectionOptions): Connections {
  const { silence, lookup, ...rest } = options;
  const pool = new Pool({ ...rest, min: kept, Client: clientTo(hosts, lookup) });
  // A lost connection fails the work on it; the pool's own error event adds no information.
  pool.on("error", () => {});
  const sockets = new Set<Socket>();
  const borrowed = new Set<PoolClient>();
  pool.on("acquire", (client) => void borrowed.add(client));
  pool.on("release", (_, client) => {
    borrowed.delete(client);
    // The pool has it back, or has forgotten it, once its handlers are through.
    process.nextTick(serve);
  });
  pool.on("connect", (client) => {
    client.on("error", () => {});
    const stream = client.connection.stream as Socket;
    sockets.add(stream);
    stream.once("close", () => sockets.delete(stream));
    // A timer for each connection. With the library's, one for each statement, its parameters and rows outlived it, and
    // half of the garbage of reports was copied to the old generation.
    stream.setTimeout(silence);
    stream.on("timeout", () => {
      if (borrowed.has(client)) stream.destroy(new Error("timeout: the server does not answer"));
    });
  });

  /** Borrowers without a connection, in their order. */
  const waiting = new Set<PromiseWithResolvers<PoolClient>>();
  /** Idle connections on their way to a borrower. */
  let taken = 0;
  /** Connections that are being made. */
  let making = 0;
  /** Rounds in which no connection could be made, one after the other. */
  let failedRounds = 0;
  let resting = false;

  async function take(): Promise<PoolClient> {
    taken++;
    try {
      return await pool.connect();
    } finally {
      taken--;
    }
  }

  function serve(): void {
    for (const waiter of waiting) {
      if (pool.idleCount <= taken) break;
      waiting.delete(waiter);
      take().then(waiter.resolve, waiter.reject);
    }
    if (resting) return;
    const room = options.max - pool.totalCount;
    for (let more = Math.min(waiting.size - making, room); more > 0; more--) make();
  }

  /** Makes a connection, for the borrower that waits longest by then. */
  function make(): void {
    making++;
    pool.connect().then(
      (client) => {
        making--;
        failedRounds = 0;
        client.release();
      },
      (error: unknown) => {
        making--;
        notMade(error);
      },
    );
  }

  function notMade(error: unknown): void {
    // Others are on their way, and may arrive.
    if (making > 0) return;
    const isOpen = pool.totalCount > 0;
    if (isOpen || (++failedRounds < hosts.count && !isFull(error))) return again(isOpen);
    failedRounds = 0;
    for (const waiter of waiting) waiter.reject(error);
    waiting.clear();
  }

  /** Tries again for those that wait: at the next server at once, beside open connections after a pause. */
  function again(pause: boolean): void {
    if (!pause) return serve();
    resting = true;
    setTimeout(() => {
      resting = false;
      serve();
    }, retryMs).unref();
  }

  async function next(): Promise<PoolClient> {
    if (waiting.size === 0 && pool.idleCount > taken) return take();
    const waiter = Promise.withResolvers<PoolClient>();
    waiting.add(waiter);
    const timer = setTimeout(() => {
      waiting.delete(waiter);
      waiter.reject(new Error("timeout: no connection to the server is free"));
    }, options.connectionTimeoutMillis * hosts.count);
    serve();
    try {
      return await waiter.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async borrow() {
      for (;;) {
        const client = await next();
        if (isOf(client, hosts.current())) return client;
        // It is to the server of before a failover, which may still answer reads.
        client.release(true);
      }
    },
    count: () => ({ open: pool.totalCount, idle: pool.idleCount }),
    async end() {
      // An unresponsive server must not keep the process alive.
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, closeMs);
      await pool.end();
      clearTimeout(cut);
    },
  };
}

const isOf = (client: PoolClient, url: string) =>
  (client as PoolClient & { url: string }).url === url;
