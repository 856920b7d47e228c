/** Connections to PostgreSQL: borrowed for a transaction or a statement, and given back as they were. */
import type { Duplex } from "node:stream";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { codeOf } from "./failure.ts";

export interface Connections {
  /** Waits for a connection, at most as long as one may take to be made. */
  borrow(): Promise<PoolClient>;
  end(): Promise<void>;
}

/** too_many_connections: a limit of the server, the user or the database. */
const full = "53300";
const retryMs = 50;
/** For a goodbye, ms. */
const closeMs = 1000;

export function makeConnections(
  config: PoolConfig & { connectionTimeoutMillis: number },
): Connections {
  const pool = new Pool(config);
  // A lost connection fails the work on it; the pool's own error event adds no information.
  pool.on("error", () => {});
  const sockets = new Set<Duplex>();
  pool.on("connect", (client) => {
    client.on("error", () => {});
    const { stream } = client.connection;
    sockets.add(stream);
    stream.once("close", () => sockets.delete(stream));
  });
  return {
    async borrow() {
      const begun = performance.now();
      for (;;)
        try {
          return await pool.connect();
        } catch (error) {
          // There are some already: one of them will be free soon.
          const wait =
            codeOf(error) === full &&
            pool.totalCount > 0 &&
            performance.now() - begun < config.connectionTimeoutMillis;
          if (!wait) throw error;
          await new Promise((resolve) => setTimeout(resolve, retryMs));
        }
    },
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
