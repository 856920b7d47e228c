/**
 * A phone and its ntfy server in one: takes pushes as ntfy does, checks them as strictly, remembers what
 * a phone would show, and fails in every way a server can.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface PhoneMessage {
  id: string;
  /** In the order of arrival, from 1. */
  position: number;
  /** When it arrived by the clock of the phone, ms since the epoch. */
  at: number;
  topic: string;
  title: string;
  message: string;
  priority: number;
  tags: string[];
  sequence_id: string | null;
  actions: { action: string; label: string; url: string; method?: string }[];
  authorization: string | null;
}

/** An HTTP status, or a way to misbehave after the request was read. */
export type Failure =
  | number
  | "hang"
  | "reset"
  | "html"
  | "empty"
  | "no id"
  | "endless"
  | "redirect"
  /** The message is taken and the answer is lost. */
  | "lost answer";

export interface Phone {
  /** The server's address, as a device's `server` names it. */
  url: string;
  topicUrl(topic: string): string;
  /** What arrived, oldest first; of one topic or of all. */
  messages(topic?: string): PhoneMessage[];
  /** What the phone shows: of each sequence id the last message alone. */
  shown(topic: string): PhoneMessage[];
  /** Resolves with the first message that fits, arrived already or yet to come. */
  waitFor(predicate: (message: PhoneMessage) => boolean): Promise<PhoneMessage>;
  /** Requests to publish, refused ones included. */
  attempts(topic?: string): number;
  /** From now on every publish (to `topic`) fails so; null: none. */
  failWith(failure: Failure | null, topic?: string, headers?: Record<string, string>): void;
  hang(): void;
  stop(): Promise<void>;
}

export interface PhoneOptions {
  port?: number;
  /** Its clock; that of the machine unless given. */
  now?: () => number;
  /** A server from before 2.16, which knows no sequence ids. */
  old?: boolean;
  /** Only this `Authorization` may publish. */
  authorization?: string;
  /** The server lives under this path, `/ntfy` for instance. */
  path?: string;
  /** Longest body in bytes. */
  bodyLimit?: number;
}

const topicPattern = /^[-_A-Za-z0-9]{1,64}$/;
const messageLimit = 4096;

export async function startPhone(options: PhoneOptions = {}): Promise<Phone> {
  const { path = "", bodyLimit = 2 * messageLimit, now = Date.now } = options;
  const received: PhoneMessage[] = [];
  const tried: string[] = [];
  const waiting = new Set<(message: PhoneMessage) => void>();
  const failures = new Map<string, { failure: Failure; headers: Record<string, string> }>();
  const sockets = new Set<Socket>();

  function accept(
    body: Record<string, unknown>,
    request: IncomingMessage,
  ): PhoneMessage | [http: number, code: number, error: string] {
    const { authorization = null } = request.headers;
    if (options.authorization && authorization !== options.authorization)
      return authorization === null ? [403, 40301, "forbidden"] : [401, 40101, "unauthorized"];
    const { topic, title, message, priority = 3, tags = [], actions = [] } = body;
    if (typeof topic !== "string" || !topicPattern.test(topic))
      return [400, 40009, "invalid request: topic invalid"];
    if (!Number.isInteger(priority) || Number(priority) < 1 || Number(priority) > 5)
      return [400, 40007, "invalid request: priority invalid"];
    if (!Array.isArray(actions) || actions.length > 3)
      return [400, 40018, "invalid request: actions invalid"];
    if (!Array.isArray(tags)) return [400, 40017, "invalid request: JSON"];
    const text = typeof message === "string" && message !== "" ? message : "triggered";
    const attached = Buffer.byteLength(text) > messageLimit;
    const taken: PhoneMessage = {
      id: `m${received.length + 1}`,
      position: received.length + 1,
      at: now(),
      topic,
      title: typeof title === "string" ? title : "",
      message: attached ? "You received a file: attachment.txt" : text,
      priority: Number(priority),
      tags: tags.map(String),
      sequence_id: !options.old && typeof body.sequence_id === "string" ? body.sequence_id : null,
      actions: actions as PhoneMessage["actions"],
      authorization,
    };
    received.push(taken);
    for (const listener of waiting) listener(taken);
    return taken;
  }

  function misbehave(
    { failure, headers }: { failure: Failure; headers: Record<string, string> },
    response: ServerResponse,
  ): void {
    if (typeof failure === "number") {
      const error = {
        code: failure * 100 + 1,
        http: failure,
        error: "told to",
      };
      json(response, failure, error, headers);
      return;
    }
    switch (failure) {
      case "hang":
        return;
      case "reset":
      case "lost answer":
        response.destroy();
        return;
      case "html":
        response.writeHead(200, { "content-type": "text/html" });
        response.end("<h1>Welcome to the hotel</h1>");
        return;
      case "empty":
        response.writeHead(200).end();
        return;
      case "no id":
        json(response, 200, { event: "message" });
        return;
      case "redirect":
        response.writeHead(302, { location: "http://169.254.169.254/" }).end();
        return;
      case "endless": {
        const more = () => {
          while (!response.destroyed && response.write(" ".repeat(16_384)));
        };
        response.on("drain", more);
        more();
      }
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://phone");
    if (!url.pathname.startsWith(`${path}/`)) {
      json(response, 404, { code: 40401, http: 404, error: "page not found" });
      return;
    }
    const [topic = "", suffix] = url.pathname.slice(path.length + 1).split("/");
    if (request.method === "GET") {
      if (topic === "v1" && suffix === "health") json(response, 200, { healthy: true });
      else if (suffix === "json") {
        response.writeHead(200, { "content-type": "application/x-ndjson" });
        for (const message of received.filter((m) => m.topic === topic))
          response.write(`${JSON.stringify({ event: "message", ...message })}\n`);
        response.end();
      } else json(response, 404, { code: 40401, http: 404, error: "not found" });
      return;
    }

    const bytes = Buffer.concat(await request.toArray());
    const body: Record<string, unknown> = { topic };
    if (topic !== "") body.message = bytes.toString("utf8");
    else
      try {
        Object.assign(body, JSON.parse(bytes.toString("utf8")));
      } catch {
        // An empty topic is refused below.
      }
    tried.push(String(body.topic));
    const failure = failures.get(String(body.topic)) ?? failures.get("");
    if (failure) {
      if (failure.failure === "lost answer") accept(body, request);
      misbehave(failure, response);
      return;
    }
    if (topic === "" && bytes.length > bodyLimit) {
      json(response, 413, {
        code: 41303,
        http: 413,
        error: "JSON body too large",
      });
      return;
    }
    const accepted = accept(body, request);
    if (Array.isArray(accepted)) {
      const [http, code, error] = accepted;
      json(response, http, { code, http, error });
      return;
    }
    const { sequence_id, position: _, authorization: __, ...rest } = accepted;
    json(response, 200, {
      event: "message",
      ...rest,
      ...(sequence_id !== null && { sequence_id }),
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const messages = (topic?: string) =>
    received.filter((m) => topic === undefined || m.topic === topic);

  const phone: Phone = {
    url,
    topicUrl: (topic) => `${url}/${topic}`,
    messages,
    shown: (topic) => {
      const all = messages(topic);
      return all.filter(
        ({ sequence_id }, index) =>
          sequence_id === null || all.findLastIndex((m) => m.sequence_id === sequence_id) === index,
      );
    },
    waitFor: (predicate) => {
      const there = received.find(predicate);
      if (there) return Promise.resolve(there);
      return new Promise((resolve) => {
        const listener = (message: PhoneMessage) => {
          if (!predicate(message)) return;
          waiting.delete(listener);
          resolve(message);
        };
        waiting.add(listener);
      });
    },
    attempts: (topic) => tried.filter((t) => topic === undefined || t === topic).length,
    failWith: (failure, topic = "", headers = {}) => {
      if (failure === null) failures.delete(topic);
      else failures.set(topic, { failure, headers });
    },
    hang: () => phone.failWith("hang"),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return phone;
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...headers,
  });
  response.end(JSON.stringify(body));
}
