/** A reverse proxy in front of monitord that breaks on demand, in each way in which a line to a phone does. */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/**
 * How the line is bad. A status: the proxy answers with a page of its own. portal: another network does, with 200. reset: the
 * connection ends. hang: no answer comes. unheard: monitord does what it is asked, and its answer is lost.
 */
export type Break = 502 | 503 | 504 | "portal" | "reset" | "hang" | "unheard";

export interface BadLine {
  /** The same service through the proxy. */
  origin: string;
  /** From now on; `posts`: only what changes something, while pages and events still come. */
  breaks(how: Break, posts?: "posts"): void;
  heals(): void;
  /** The paths of the requests that reached the service and change something. */
  posted: string[];
  stop(): Promise<void>;
}

const page = "<!doctype html><title>Proxy</title><main id=main><h1>Page of a proxy</h1></main>";

export async function startBadLine(target: string): Promise<BadLine> {
  let broken: { how: Break; posts: boolean } | null = null;
  const posted: string[] = [];
  const sockets = new Set<Socket>();

  function pass(from: IncomingMessage, to: ServerResponse, isHeard: boolean): void {
    if (from.method === "POST") posted.push(from.url!);
    const { method, url, headers } = from;
    const onward = ask(target + url, { method: method!, headers }, (answer) => {
      answer.on("error", () => to.destroy());
      if (!isHeard) return void answer.resume().on("end", () => to.destroy());
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to);
    });
    onward.on("error", () => to.destroy());
    to.on("close", () => onward.destroy());
    from.pipe(onward);
  }

  const server = createServer((from, to) => {
    const hit = broken !== null && (!broken.posts || from.method === "POST");
    const how = hit ? broken!.how : null;
    if (how === null || how === "unheard") return pass(from, to, how === null);
    from.resume();
    if (how === "reset") return void to.destroy();
    if (how === "hang") return;
    to.writeHead(how === "portal" ? 200 : how, { "content-type": "text/html" }).end(page);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
  });
  const cut = () => {
    for (const one of sockets) one.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breaks(how, posts) {
      broken = { how, posts: posts !== undefined };
      if (posts === undefined) cut();
    },
    heals() {
      // What hung is gone for good.
      if (broken?.how === "hang") cut();
      broken = null;
    },
    posted,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
