/** People with phones, and the push server that they all share: a bare one, so that what is measured is the sender. */
import { createServer, request, type Agent } from "node:http";
import type { AddressInfo } from "node:net";
import type { BenchDaemon } from "./daemon.ts";

export interface Receiver {
  url: string;
  /** Resolves when a body with `text` arrives, with the instant at which it was complete, ms. */
  next(text: string): Promise<number>;
  /** Calls `listener` with each body. */
  onBody(listener: (body: string) => void): void;
  stop(): void;
}

/** Takes every POST, and answers as ntfy does. */
export async function startReceiver(): Promise<Receiver> {
  const listeners = new Set<(body: string) => void>();
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (part: string) => (body += part));
    incoming.on("end", () => {
      for (const listener of listeners) listener(body);
      response.setHeader("content-type", "application/json");
      response.end('{"id":"bench","event":"message"}');
    });
  });
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (text) =>
      new Promise((resolve) => {
        const listener = (body: string) => {
          if (!body.includes(text)) return;
          listeners.delete(listener);
          resolve(performance.now());
        };
        listeners.add(listener);
      }),
    onBody: (listener) => void listeners.add(listener),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A group with a member who has `phones` on the push server; answers its id. */
export async function makeOnCall(
  daemon: BenchDaemon,
  name: string,
  server: string,
  phones = 1,
): Promise<string> {
  const email = `${name}@example.com`;
  const group = await daemon.api<{ id: string }>("POST", "/alert_groups", { title: name });
  const user = await daemon.api<{ id: string }>("POST", "/users", { email });
  for (let i = 0; i < phones; i++) {
    const device = { kind: "ntfy", target: `${name}-${i}`, server };
    await daemon.api("POST", `/users/${user.id}/devices`, device);
  }
  await daemon.api("POST", `/alert_groups/${group.id}/members`, { email });
  return group.id;
}

/** Posts JSON, a text or what becomes one; resolves with the status of the complete answer. */
export const post = (agent: Agent, url: string, body: unknown): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode!));
    });
    sent.on("error", reject).end(typeof body === "string" ? body : JSON.stringify(body));
  });
