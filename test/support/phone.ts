/**
 * A phone and its ntfy server in one: takes pushes as ntfy does (`ntfy-message.ts`), remembers what a phone would show,
 * lets others subscribe (`ntfy-subscribe.ts`), and fails in every way a server can.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import {
  defaultTagBytes,
  readJson,
  readMessage,
  type NtfyAction,
  titleOf,
  type Publish,
  type Refusal,
} from "./ntfy-message.ts";
import { Topics } from "./ntfy-subscribe.ts";

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
  actions: NtfyAction[];
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
  /** The messages that `failWith` kept from arriving, oldest first. */
  failed(): Pick<PhoneMessage, "at" | "topic" | "title">[];
  /** From now on every publish (to `topic`) fails so; null: none. */
  failWith(failure: Failure | null, topic?: string, headers?: Record<string, string>): void;
  hang(): void;
  stop(): Promise<void>;
}

export interface PhoneOptions {
  /** The address that it listens at, as in a URL; 127.0.0.1 unless given. */
  host?: string;
  port?: number;
  /** Its clock; that of the machine unless given. */
  now?: () => number;
  /** A server from before 2.16, which knows no sequence ids. */
  old?: boolean;
  /** Only this `Authorization` may publish and subscribe. */
  authorization?: string;
  /** The server lives under this path, `/ntfy` for instance. */
  path?: string;
  /** Longest body of JSON in bytes: twice the longest message. */
  bodyLimit?: number;
  /** How long it takes to answer once it has a message, ms. */
  slowness?: () => number;
  /** False: long messages are refused. */
  attachments?: boolean;
  /** The most that all tags together may have, in bytes. */
  tagBytes?: number;
}

export async function startPhone(options: PhoneOptions = {}): Promise<Phone> {
  const { path = "", bodyLimit = 8192, old = false, attachments = true, slowness } = options;
  const { tagBytes = defaultTagBytes, now = Date.now, host = "127.0.0.1" } = options;
  const received: PhoneMessage[] = [];
  const tried: string[] = [];
  const failed: ReturnType<Phone["failed"]> = [];
  const waiting = new Set<(message: PhoneMessage) => void>();
  const failures = new Map<string, { failure: Failure; headers: Record<string, string> }>();
  const sockets = new Set<Socket>();
  const topics = new Topics();

  /** publish/#authentication: wrong credentials are 401, and none at all 403. */
  function forbidden({ headers: { authorization } }: IncomingMessage): Refusal | null {
    if (!options.authorization || authorization === options.authorization) return null;
    return authorization === undefined ? [403, 40301, "forbidden"] : [401, 40101, "unauthorized"];
  }

  function accept(ask: Publish, request: IncomingMessage) {
    const read = readMessage(ask, `m${received.length + 1}`, Math.floor(now() / 1000), {
      old,
      attachments,
      tagBytes,
    });
    if (Array.isArray(read)) return read;
    const { message } = read;
    const taken: PhoneMessage = {
      id: message.id,
      position: received.length + 1,
      at: now(),
      topic: message.topic,
      title: message.title ?? "",
      message: message.message,
      priority: message.priority ?? 3,
      tags: message.tags ?? [],
      sequence_id: message.sequence_id ?? null,
      actions: message.actions ?? [],
      authorization: request.headers.authorization ?? null,
    };
    received.push(taken);
    topics.publish(message, read.cached);
    for (const listener of waiting) listener(taken);
    return message;
  }

  function misbehave(
    { failure, headers }: { failure: Failure; headers: Record<string, string> },
    response: ServerResponse,
  ): void {
    if (typeof failure === "number") {
      refuse(response, [failure, failure * 100 + 1, "told to"], headers);
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
    if (!url.pathname.startsWith(`${path}/`)) return refuse(response, notFound);
    const [topic = "", suffix = ""] = url.pathname.slice(path.length + 1).split("/");
    if (request.method === "GET") {
      // config/#health-checks
      if (topic === "v1" && suffix === "health") return json(response, 200, { healthy: true });
      const kept = forbidden(request);
      if (kept) return refuse(response, kept);
      const refused = topics.subscribe(topic, suffix, url.searchParams, request, response);
      return refused ? refuse(response, refused) : undefined;
    }

    const bytes = Buffer.concat(await request.toArray());
    const ask =
      topic === "" ? readJson(bytes) : askOf(topic, suffix, bytes, url.searchParams, request);
    const name = Array.isArray(ask) ? "" : ask.topic;
    tried.push(name);
    const failure = failures.get(name) ?? failures.get("");
    if (failure) {
      if (!Array.isArray(ask)) failed.push({ at: now(), topic: name, title: titleOf(ask) });
      if (failure.failure === "lost answer" && !Array.isArray(ask)) accept(ask, request);
      return misbehave(failure, response);
    }
    const kept = forbidden(request);
    if (kept) return refuse(response, kept);
    if (topic === "" && bytes.length > bodyLimit)
      return refuse(response, [413, 41303, "JSON body too large"]);
    const accepted = Array.isArray(ask) ? ask : accept(ask, request);
    if (Array.isArray(accepted)) return refuse(response, accepted);
    if (slowness) await new Promise((resolve) => setTimeout(resolve, slowness()));
    json(response, 200, accepted);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on("upgrade", (request, socket) => {
    const url = new URL(request.url ?? "/", "http://phone");
    const [topic = ""] = url.pathname.slice(path.length + 1).split("/");
    topics.upgrade(topic, url.searchParams, request, socket);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, host.replace(/^\[|\]$/g, ""), resolve);
  });
  const url = `http://${host}:${(server.address() as AddressInfo).port}${path}`;
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
    failed: () => failed,
    failWith: (failure, topic = "", headers = {}) => {
      if (failure === null) failures.delete(topic);
      else failures.set(topic, { failure, headers });
    },
    hang: () => phone.failWith("hang"),
    stop: async () => {
      topics.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return phone;
}

/** A message that is published to the address of its topic. */
function askOf(
  topic: string,
  sequence: string,
  body: Buffer,
  query: URLSearchParams,
  { headers }: IncomingMessage,
): Publish {
  return {
    topic,
    body,
    // publish/#list-of-all-parameters: headers in any case, and the query in lower case.
    param: (...names) => {
      // publish/#updating-deleting-notifications: also as `/<topic>/<sequence_id>`.
      if (names.includes("sequence-id") && sequence !== "") return sequence;
      // ntfy supports UTF-8 in headers, where Node reads Latin-1.
      const header = names.map((name) => headers[name]).find(Boolean);
      if (header) return Buffer.from(String(header), "latin1").toString("utf8");
      return names.map((name) => query.get(name)).find(Boolean) ?? "";
    },
  };
}

const notFound: Refusal = [404, 40401, "page not found"];

function refuse(
  response: ServerResponse,
  [http, code, error]: Refusal,
  headers: Record<string, string> = {},
): void {
  json(response, http, { code, http, error }, headers);
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
