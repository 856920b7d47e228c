/**
 * A proxy before a server that counts the rounds of its clients: requests that are under way at the same time are one.
 * Answers are held until no further request comes, so that the count does not depend on how fast the server is.
 */
import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundTrips extends AsyncDisposable {
  /** The server through the proxy. */
  url: string;
  /** The requests since the last call, as `GET /path`, by the round in which they came. */
  take(): string[][];
}

/** Requests of one round come this close to each other, ms; the proxy and its client share a process, and so its pauses. */
const apart = 100;

export async function startRoundTrips(target: string): Promise<RoundTrips> {
  let rounds: string[][] = [];
  let current: string[] | null = null;
  let waiting = 0;
  let ready: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** Sends the answers of a round when all are there and no request has come for a while. */
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (waiting > 0 || ready.length === 0) return;
      const all = ready;
      ready = [];
      current = null;
      for (const answer of all) answer();
    }, apart);
  };
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    current ??= rounds[rounds.length] = [];
    current.push(`${incoming.method} ${incoming.url}`);
    waiting++;
    const { method, headers } = incoming;
    const forwarded = send(new URL(incoming.url!, target), { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        waiting--;
        ready.push(() => {
          outgoing.writeHead(answer.statusCode!, answer.headers);
          outgoing.end(Buffer.concat(parts));
        });
        settle();
      });
    });
    incoming.pipe(forwarded);
    settle();
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = rounds;
      rounds = [];
      return taken;
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
