/** Connections to PostgreSQL: borrowed for a transaction or a statement, and given back as they were. */
import type { Duplex } from "node:stream";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { codeOf } from "./failure.ts";

export interface Connections {
  /** Waits for a connection, at most as long as one may take to be made. */
  borrow(): Promise<PoolClient>;
  end(): Promise<void>;
}

/** too_many_connections: the server, or what this user or database may have. */
const full = "53300";
const retryMs = 50;
/** For a goodbye, ms. */
const closeMs = 1000;

export function makeConnections(
  config: PoolConfig & { connectionTimeoutMillis: number },
): Connections {
  const pool = new Pool(config);
  // A connection that is lost fails whatever is under way on it; nobody needs to hear of it apart.
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
      // A server that answers nothing must not keep the process.
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, closeMs);
      await pool.end();
      clearTimeout(cut);
    },
  };
}
