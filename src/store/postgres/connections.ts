/** Connections to PostgreSQL: borrowed for a transaction or a statement, and given back as they were. */
import type { Socket } from "node:net";
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

/** `silence`: after this time without a byte from the server a borrowed connection counts as lost, ms. */
export function makeConnections(
  config: PoolConfig & { connectionTimeoutMillis: number; silence: number },
): Connections {
  const { silence, ...rest } = config;
  const pool = new Pool(rest);
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
      for (;;)
        try {
          return await pool.connect();
        } catch (error) {
          // Some are open already: one of them will be free soon.
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
