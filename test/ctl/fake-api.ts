/**
 * A server that answers what a test passes, and remembers what it was asked. It can answer only what the API
 * document promises of the route: at its end it throws what was not.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { apiDocument, promises } from "../support/api-document.ts";

export interface Asked {
  method: string;
  path: string;
  authorization: string | undefined;
  body: unknown;
}
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Who else gives this answer, which monitord never does: a proxy, another version. */
  from?: string;
  /** The connection ends in place of an answer, as when the server is killed. */
  dies?: boolean;
}
/** By `GET /me`, the path without `/api/v1` and without its query. */
export type Answers = Record<string, Answer | ((asked: Asked) => Answer)>;

export interface FakeApi {
  url: string;
  asked: Asked[];
  answers: Answers;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A problem as the service answers it. */
export function problem(status: number, detail: string, errors?: unknown): Answer {
  const request_id = "req-1";
  return {
    status,
    headers: { "content-type": "application/problem+json", "x-request-id": request_id },
    body: {
      type: "urn:monitord:problem:test",
      title: "Test",
      status,
      detail,
      instance: "/",
      errors,
      request_id,
    },
  };
}

/** Listens on a free port; what it was not notified to answer is a 404. */
export async function startFakeApi(answers: Answers): Promise<FakeApi> {
  const faultsOf = promises(await apiDocument());
  const faults = new Set<string>();
  const asked: Asked[] = [];
  const fake = { answers };
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += String(part)));
    request.on("end", () => {
      const path = request.url!.replace(/^\/api\/v1/, "");
      const one: Asked = {
        method: request.method!,
        path,
        authorization: request.headers.authorization,
        body:
          text === "" || request.headers["content-type"]?.startsWith("text/plain")
            ? text || undefined
            : (JSON.parse(text) as unknown),
      };
      asked.push(one);
      const found = fake.answers[`${one.method} ${path.replace(/\?.*/, "")}`];
      const answer =
        (typeof found === "function" ? found(one) : found) ??
        problem(404, "There is no such route.");
      if (answer.dies === true) return void request.socket.destroy();
      const { status = 200, body } = answer;
      const sent = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
      const type = typeof body === "string" ? "text/plain" : "application/json";
      const headers = { "content-type": type, ...answer.headers };
      if (answer.from === undefined) {
        const json = typeof body === "object" ? (JSON.parse(sent) as unknown) : undefined;
        const whole = { status, headers: new Headers(headers), text: sent, json };
        for (const fault of faultsOf(one.method, request.url!, whole)) faults.add(fault);
      }
      response.writeHead(status, headers).end(sent);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      const broken = [...faults];
      faults.clear();
      if (broken.length > 0)
        throw new Error(`The service never answers this:\n${broken.join("\n")}`);
    },
  };
}

/** A server that takes connections and never answers. */
export async function startSilent(): Promise<Pick<FakeApi, "url" | typeof Symbol.asyncDispose>> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
