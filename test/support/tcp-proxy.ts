/** A TCP proxy between a daemon and its database, to cut and to stall what goes through it. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface TcpProxy {
  /** The same database through the proxy. */
  url: string;
  /** Ends all connections; new ones are accepted. */
  cut(): void;
  /** While down, connections are refused. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** While stalled, nothing passes, and nobody is told. */
  stall(): void;
  /** While stalled so, connections that are open go on, and nothing passes by new ones. */
  stallNew(): void;
  flow(): void;
  /**
   * Cuts the connection at the next commit of a transaction that sent what matches: before the server
   * hears of it, or after, so that only its answer is lost. Once.
   */
  cutAtCommit(of: RegExp, when: "before" | "after"): void;
  stop(): Promise<void>;
}

export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<[Socket, Socket]>();
  let wanted: { of: RegExp; when: "before" | "after" } | null = null;
  let stalled = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    let armed = false;
    near.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      if (wanted?.of.test(text)) armed = true;
      const cut = armed && wanted && /commit/.test(text) ? wanted.when : null;
      if (cut) wanted = null;
      if (cut === "before") return end();
      far.write(chunk);
      if (cut === "after") {
        // The server has it when it says so.
        far.removeAllListeners("data");
        far.on("data", (answer) => {
          if (answer.toString("latin1").includes("COMMIT")) end();
        });
      }
    });
    far.on("data", (chunk) => void near.write(chunk));
    if (stalled) for (const socket of pair) socket.pause();
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut() {
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
    },
    down: close,
    up: () => listen(port),
    stall() {
      stalled = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    stallNew() {
      stalled = true;
    },
    flow() {
      stalled = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    cutAtCommit: (of, when) => void (wanted = { of, when }),
    async stop() {
      if (server.listening) await close();
    },
  };
}
