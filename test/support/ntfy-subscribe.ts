/**
 * Topics of an ntfy server and their subscribers: as lines of JSON, as server-sent events, raw, and by WebSocket,
 * from now on or from the cache. Each rule names its section of docs.ntfy.sh/subscribe/api.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { NtfyMessage, Refusal } from "./ntfy-message.ts";
import { frame } from "./websocket.ts";

interface Event {
  id: string;
  time: number;
  event: "open" | "keepalive" | "message";
  topic: string;
}

interface Listener {
  topics: string[];
  query: URLSearchParams;
  hear(event: Event): void;
}

/** #keepalive-messages: "every 45 seconds" (config, `keepalive-interval`), ms. */
const keepalive = 45_000;
const now = () => Math.floor(Date.now() / 1000);

export class Topics {
  readonly #cache: NtfyMessage[] = [];
  readonly #listeners = new Set<Listener>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #events = 0;

  /** publish/#scheduled-delivery: a message of later is delivered then. */
  publish(message: NtfyMessage, cached: boolean): void {
    if (cached) this.#cache.push(message);
    const wait = (message.time - now()) * 1000;
    if (wait <= 0) return this.#deliver(message);
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#deliver(message);
        // A timer cannot wait longer: clocks of tests may be years ahead.
      },
      Math.min(wait, 2 ** 31 - 1),
    );
    this.#timers.add(timer.unref());
  }

  #deliver(message: NtfyMessage): void {
    for (const listener of this.#listeners)
      if (listener.topics.includes(message.topic) && passes(message, listener.query))
        listener.hear(message);
  }

  /** Answers `GET /<topic>/<form>`; null: it has. */
  subscribe(
    topic: string,
    form: string,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Refusal | null {
    const as = forms[form];
    if (!as) return [404, 40401, "page not found"];
    const missed = this.#since(topic, query);
    if (missed === null) return [400, 40008, "invalid since parameter"];
    response.writeHead(200, { "content-type": as.type });
    const hear = (event: Event) => void response.write(as.write(event));
    if (isSet(query.get("poll"))) {
      for (const message of missed) hear(message);
      response.end();
      return null;
    }
    const stop = this.#listen(topic, query, missed, hear);
    request.on("close", stop);
    response.on("close", stop);
    return null;
  }

  /** #websockets: `GET /<topic>/ws`, with the same events as `/json`. */
  upgrade(topic: string, query: URLSearchParams, request: IncomingMessage, socket: Duplex): void {
    const missed = this.#since(topic, query);
    if (missed === null) return void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    const accept = createHash("sha1")
      .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const stop = this.#listen(topic, query, missed, (event) => {
      socket.write(frame(1, JSON.stringify(event)));
    });
    // A client says nothing but that it goes.
    socket
      .on("data", () => socket.end(frame(8)))
      .on("close", stop)
      .on("error", stop);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** #subscribe-as-json-stream: an `open` event, the missed messages, and new ones. */
  #listen(topic: string, query: URLSearchParams, missed: Event[], hear: (event: Event) => void) {
    const say = (event: "open" | "keepalive") =>
      hear({ id: `e${++this.#events}`, time: now(), event, topic });
    say("open");
    for (const message of missed) hear(message);
    // #subscribe-to-multiple-topics: "a comma-separated list of topics".
    const listener = { topics: topic.split(","), query, hear };
    this.#listeners.add(listener);
    const timer = setInterval(() => say("keepalive"), keepalive);
    this.#timers.add(timer.unref());
    return () => {
      this.#listeners.delete(listener);
      this.#timers.delete(timer);
      clearInterval(timer);
    };
  }

  /** #fetch-cached-messages, #poll-for-messages and #fetch-scheduled-messages; null: `since` cannot be read. */
  #since(topic: string, query: URLSearchParams): NtfyMessage[] | null {
    const since = query.get("since") ?? query.get("si") ?? (isSet(query.get("poll")) ? "all" : "");
    const topics = topic.split(",");
    const here = this.#cache.filter(
      (message) => topics.includes(message.topic) && (message.expires ?? 0) > now(),
    );
    const due = here
      .filter(({ time }) => time <= now() || isSet(query.get("scheduled") ?? query.get("sched")))
      .filter((message) => passes(message, query));
    if (since === "" || since === "none") return [];
    if (since === "all") return due;
    if (since === "latest") return due.slice(-1);
    if (/^\d{9,}$/.test(since)) return due.filter(({ time }) => time >= Number(since));
    const [, count, unit] = /^(\d+)([smh])$/.exec(since) ?? [];
    if (count) {
      const from = now() - Number(count) * { s: 1, m: 60, h: 3600 }[unit as "s"];
      return due.filter(({ time }) => time >= from);
    }
    // A message id: those after it. One that is not known is that of nothing: everything.
    if (!/^[A-Za-z0-9]{1,64}$/.test(since)) return null;
    const after = here.findIndex(({ id }) => id === since);
    return after === -1 ? due : due.filter((message) => here.indexOf(message) > after);
  }
}

const isSet = (value: string | null) => /^(1|yes|true)$/.test(value ?? "");

/** #filter-messages: by `id`, `message` and `title` exactly, by any of the priorities and all of the tags. */
function passes(message: NtfyMessage, query: URLSearchParams): boolean {
  const list = (name: string) => query.get(name)?.split(",") ?? null;
  const is = (name: "id" | "message" | "title") =>
    query.get(name) === null || query.get(name) === message[name];
  return (
    is("id") &&
    is("message") &&
    is("title") &&
    (list("priority")?.includes(String(message.priority ?? 3)) ?? true) &&
    (list("tags")?.every((tag) => message.tags?.includes(tag)) ?? true)
  );
}

const forms: Record<string, { type: string; write: (event: Event) => string }> = {
  // #subscribe-as-json-stream: "one JSON message object per line".
  json: {
    type: "application/x-ndjson; charset=utf-8",
    write: (event) => `${JSON.stringify(event)}\n`,
  },
  // #subscribe-as-sse-stream: only messages have no name of an event.
  sse: {
    type: "text/event-stream; charset=utf-8",
    write: (event) =>
      `${event.event === "message" ? "" : `event: ${event.event}\n`}data: ${JSON.stringify(event)}\n\n`,
  },
  // #subscribe-as-raw-stream: "one line per message", and empty lines for the rest.
  raw: {
    type: "text/plain; charset=utf-8",
    write: (event) => `${"message" in event ? String(event.message).replaceAll("\n", " ") : ""}\n`,
  },
};
