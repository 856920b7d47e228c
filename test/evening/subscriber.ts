/** Reads topics of any ntfy server as a phone does: as lines of JSON, by server-sent events, by WebSocket, or by asking. */
import type { NtfyMessage } from "../support/ntfy-message.ts";

export interface Server {
  /** Without a slash at the end. */
  url: string;
  /** The `Authorization` of its user; null: anybody. */
  authorization: string | null;
}

export interface Ear {
  /** In the order of arrival. */
  heard: NtfyMessage[];
  /** Resolves to whether there are so many by now, or within half a minute. */
  hears(count: number): Promise<boolean>;
  close(): void;
}

export type Form = "json" | "sse" | "ws";

/** The longest wait for a message that the server has taken, ms. */
const patience = 30_000;

export function headersOf({ authorization }: Server): Record<string, string> {
  return authorization === null ? {} : { authorization };
}

/** Asks the server, and again while it says that there were too many requests. */
export async function ask(server: Server, path: string, init: RequestInit = {}): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(server.url + path, {
      ...init,
      headers: { ...headersOf(server), ...(init.headers as Record<string, string>) },
    });
    if (answer.status !== 429 || tries === 30) return answer;
    await answer.text();
    await refill();
  }
}

/** By default a server allows one more request every five seconds. */
export const refill = () => new Promise((resolve) => setTimeout(resolve, 5_100));

/** The cached messages of a topic. */
export async function poll(
  server: Server,
  topic: string,
  query = "since=all",
): Promise<NtfyMessage[]> {
  const answer = await ask(server, `/${topic}/json?poll=1&${query}`);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return messagesOf((await answer.text()).split("\n"));
}

const messagesOf = (lines: string[]): NtfyMessage[] =>
  lines
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as NtfyMessage)
    .filter(({ event }) => event === "message");

/** Resolves when the server has said that it listens. `since`: also the messages after it. */
export async function listen(
  server: Server,
  topic: string,
  form: Form,
  since?: string,
): Promise<Ear> {
  const heard: NtfyMessage[] = [];
  const waiting = new Set<() => void>();
  const query = new URLSearchParams(since === undefined ? {} : { since });
  const told = Promise.withResolvers<void>();
  const hear = (text: string) => {
    const said = JSON.parse(text) as NtfyMessage | { event: "open" };
    if (said.event === "open") told.resolve();
    if (said.event === "message") heard.push(said);
    for (const look of waiting) look();
  };
  const close =
    form === "ws"
      ? overSocket(server, topic, query, hear, told.reject)
      : await overStream(server, `/${topic}/${form}?${query.toString()}`, hear);
  await Promise.race([
    told.promise,
    new Promise((_, reject) => setTimeout(reject, patience, new Error("no open event")).unref()),
  ]);
  return {
    heard,
    close,
    hears: (count) =>
      new Promise((resolve) => {
        const done = (answer: boolean) => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(answer);
        };
        const timer = setTimeout(() => done(false), patience);
        const look = () => heard.length >= count && done(true);
        waiting.add(look);
        look();
      }),
  };
}

async function overStream(server: Server, path: string, hear: (text: string) => void) {
  const stop = new AbortController();
  const answer = await ask(server, path, { signal: stop.signal });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const lines = async () => {
    let rest = "";
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop()!;
      for (const line of parts) {
        const json = line.replace(/^data: /, "");
        if (json.startsWith("{")) hear(json);
      }
    }
  };
  // It ends with the end of the connection.
  lines().catch(() => undefined);
  return () => stop.abort();
}

/** publish/#query-param: where headers cannot be set, the query has them. */
function overSocket(
  server: Server,
  topic: string,
  query: URLSearchParams,
  hear: (text: string) => void,
  fail: (error: Error) => void,
) {
  if (server.authorization !== null)
    query.set("auth", Buffer.from(server.authorization).toString("base64url"));
  const url = server.url.replace(/^http/, "ws");
  const socket = new WebSocket(`${url}/${topic}/ws?${query.toString()}`);
  socket.addEventListener("message", ({ data }) => hear(String(data)));
  socket.addEventListener("error", () => fail(new Error("no WebSocket")));
  return () => socket.close();
}
