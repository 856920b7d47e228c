/** The phone of the demonstration, with the parts of an ntfy server that a push needs. */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listen, type Listening } from "./listen.ts";

export interface Push {
  topic: string;
  title: string;
  message: string;
  priority: number;
}

export interface Phone extends Listening {
  /** Resolves with the next push, one that arrived meanwhile included. */
  next(): Promise<Push>;
}

export async function startPhone(): Promise<Phone> {
  const arrived: Push[] = [];
  const waiting: ((push: Push) => void)[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    json(request)
      .then((body) => {
        const push = body as Push;
        const next = waiting.shift();
        if (next) next(push);
        else arrived.push(push);
        count++;
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ id: `demo${count}`, event: "message", ...push }));
      })
      .catch(() => response.writeHead(400).end());
  });
  return {
    ...(await listen(server)),
    next: () => {
      const push = arrived.shift();
      if (push) return Promise.resolve(push);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
