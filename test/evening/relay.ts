/** Stands between monitord and a push server, to answer in its place or to lose its answer. */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { refill } from "./subscriber.ts";

export interface Relay {
  url: string;
  /** How pushes to `topic` end, or how the next one does whose answer is lost; null: as the server answers. */
  fail(
    topic: string,
    how: { status: number; headers: Record<string, string> } | "lost answer" | null,
  ): void;
  stop(): Promise<void>;
}

export async function startRelay(server: string): Promise<Relay> {
  const faults = new Map<string, Parameters<Relay["fail"]>[1]>();
  const relay = createServer((request, response) => {
    const pass = async () => {
      const body = Buffer.concat(await request.toArray());
      const { topic = "" } =
        request.method === "POST" ? (JSON.parse(body.toString()) as { topic?: string }) : {};
      const fault = faults.get(topic) ?? null;
      if (fault !== null && fault !== "lost answer")
        return void response.writeHead(fault.status, fault.headers).end("{}");
      const { authorization, "content-type": type } = request.headers;
      const send = () =>
        fetch(server + request.url, {
          method: request.method!,
          headers: {
            ...(authorization && { authorization }),
            ...(type && { "content-type": type }),
          },
          ...(request.method === "POST" && { body }),
        });
      let answer = await send();
      if (answer.status === 429) {
        // The clock of the daemon is not that of the server: this waits in its place.
        await refill();
        answer = await send();
      }
      const text = await answer.text();
      if (fault === "lost answer") {
        faults.delete(topic);
        return void response.destroy();
      }
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    };
    pass().catch(() => response.destroy());
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    fail: (topic, how) => void faults.set(topic, how),
    async stop() {
      relay.closeAllConnections();
      relay.close();
      await once(relay, "close");
    },
  };
}
