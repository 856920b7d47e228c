/** Connections to PostgreSQL: borrowed for a transaction or a statement, and given back as they were. */
import type { Socket } from "node:net";
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

const retryMs = 50;
/** For a goodbye, ms. */
const closeMs = 1000;

/** `silence`: after this time without a byte from the server a borrowed connection counts as lost, ms. */
export function makeConnections(
  hosts: Hosts,
  config: PoolConfig & { connectionTimeoutMillis: number; silence: number },
): Connections {
  const { silence, ...rest } = config;
  const pool = new Pool({ ...rest, Client: clientTo(hosts) });
  // A lost connection fails the work on it; the pool's own error event adds no information.
  pool.on("error", () => {});
  const sockets = new Set<Socket>();
  const borrowed = new Set<PoolClient>();
  pool.on("acquire", (client) => void borrowed.add(client));
  pool.on("release", (_, client) => void borrowed.delete(client));
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
  return {
    async borrow() {
      const begun = performance.now();
      for (let tried = 1; ; tried++)
        try {
          const client = await pool.connect();
          if (isOf(client, hosts.current())) return client;
          // It is to the server of before a failover, which may still answer reads.
          client.release(true);
        } catch (error) {
          if (tried < hosts.count && !isFull(error)) continue;
          // Some are open already: one of them will be free soon.
          const wait =
            isFull(error) &&
            pool.totalCount > 0 &&
            performance.now() - begun < config.connectionTimeoutMillis;
          if (!wait) throw error;
          await new Promise((resolve) => setTimeout(resolve, retryMs));
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
