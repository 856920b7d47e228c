import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port of loopback on which nothing listens, for a program that cannot pick one itself. It lies below those that the
 * system hands out (32768 and up on Linux), so that neither a server nor a connection of another test takes it before
 * the program does, or while the program is started again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      continue;
    }
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/**
 * An address that refuses connections. A port that a test has just closed may belong to another test by the time it is
 * connected to; a port this low is handed out to nobody, and no program here listens on it.
 */
export const refusing = { port: 1, address: "127.0.0.1:1" } as const;
