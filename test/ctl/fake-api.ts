/** A server that answers what a test tells it to, and remembers what it was asked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

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
  return {
    status,
    headers: { "content-type": "application/problem+json" },
    body: {
      type: "urn:monitord:problem:test",
      title: "Test",
      status,
      detail,
      instance: "/",
      errors,
    },
  };
}

/** Listens on a free port; what it was not told to answer is a 404. */
export async function startFakeApi(answers: Answers): Promise<FakeApi> {
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
      response.writeHead(answer.status ?? 200, {
        "content-type": "application/json",
        ...answer.headers,
      });
      response.end(
        typeof answer.body === "string"
          ? answer.body
          : answer.body === undefined
            ? undefined
            : JSON.stringify(answer.body),
      );
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
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
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

/**
 * Makes it a server with the endpoints that every one has and no other, which keeps what is posted to it.
 * Who is called `…@example.com` is a user there.
 */
export function answerBasically(
  answers: Answers,
  kinds: readonly string[],
): Record<string, Record<string, unknown>[]> {
  for (const route of Object.keys(answers)) delete answers[route];
  const kept: Record<string, Record<string, unknown>[]> = {};
  const members: Record<string, string[]> = {};
  let ids = 0;
  for (const kind of kinds) {
    const list = (kept[kind] = [] as Record<string, unknown>[]);
    answers[`GET /${kind}`] = () => ({ body: list });
    answers[`POST /${kind}`] = ({ body }) => {
      const given = body as Record<string, unknown>;
      const old = list.find((r) => r["external_id"] === given["external_id"]);
      if (old) return { body: Object.assign(old, given) };
      const id = `id-${++ids}`;
      const made = {
        id,
        ...(kind === "webhook_monitors"
          ? { webhook_url: `http://mon.example/api/webhook/${id}` }
          : {}),
        ...given,
      };
      list.push(made);
      if (kind === "alert_groups") addMembers(id);
      return { status: 201, body: made };
    };
  }
  const addMembers = (group: string) => {
    const emails = (members[group] = [] as string[]);
    const shown = (email: string) => ({ user_id: `u-${email}`, email });
    answers[`GET /alert_groups/${group}/members`] = () => ({
      body: emails.map(shown),
    });
    answers[`POST /alert_groups/${group}/members`] = ({ body }) => {
      const { email } = body as { email: string };
      if (!email.endsWith("@example.com"))
        return problem(422, "No such user.", [
          { field: "email", code: "unknown_user", message: "is nobody" },
        ]);
      emails.push(email);
      const path = encodeURIComponent(`u-${email}`);
      answers[`DELETE /alert_groups/${group}/members/${path}`] = () => {
        emails.splice(emails.indexOf(email), 1);
        return { status: 204 };
      };
      return { status: 201, body: shown(email) };
    };
  };
  return kept;
}
