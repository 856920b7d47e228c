/**
 * Sends one request and reads its whole answer, bounded in bytes and by a deadline that covers
 * everything: name, connection, TLS, headers and body. Never rejects, never follows a redirect, never
 * decodes.
 */
import { subscribe } from "node:diagnostics_channel";
import type { Dispatcher } from "undici";
import { AnswerHeaders } from "./answer-headers.ts";
import { connectionOf, type Connection } from "./connect.ts";
import type { Deadlines } from "./deadlines.ts";
import type { GuardedAgent } from "./guarded-agent.ts";

export interface Request {
  url: URL;
  method: "GET" | "HEAD" | "POST";
  headers: Record<string, string>;
  body: string | Buffer | null;
  maxBytes: number;
  /** A longer answer is cut there and counts, instead of being too large. */
  cut?: boolean;
  /** Time that is left for it, ms. */
  timeout: number;
}

export type Answered =
  | {
      kind: "answer";
      status: number;
      headers: AnswerHeaders;
      body: Buffer;
      /** The body went on. */
      cut?: true;
    }
  /** `sent`: the request had been written, so that the other side may have acted on it. */
  | { kind: "late"; sent: boolean; during: string }
  | { kind: "too-large"; sent: true; status: number }
  | { kind: "error"; sent: boolean; headed: boolean; error: Error };

/** How an exchange went, however it ended. */
export interface Trace {
  /** The connection of the request, or the one that was being made for it. */
  connection: Connection | null;
  /** True: an earlier request had been sent over the connection. */
  kept: boolean;
  /** When the request was written, by `performance.now()`. */
  sentAt: number;
  /** From there to the headers of the answer, ms; null: there are none. */
  firstByte: number | null;
}

/** The exchange whose request undici is writing; it publishes the socket in the same turn. */
let starting: Trace | null = null;

subscribe("undici:client:sendHeaders", (message) => {
  if (!starting) return;
  const connection = connectionOf((message as { socket: object }).socket);
  starting.connection = connection;
  if (connection) starting.kept = connection.requests++ > 0;
  starting.sentAt = performance.now();
  starting = null;
});

let stackTraceLimit: number | null = null;

/**
 * Errors that are made in the rest of this turn have no stack. undici closes a connection with an error that is never
 * shown, and its stack would take a fifth of the request.
 */
function withoutStacks(): void {
  if (stackTraceLimit !== null) return;
  ({ stackTraceLimit } = Error);
  Error.stackTraceLimit = 0;
  queueMicrotask(() => {
    Error.stackTraceLimit = stackTraceLimit!;
    stackTraceLimit = null;
  });
}

/** Sends `request` and resolves when its answer is complete, or will not be. */
export function exchange(
  agent: GuardedAgent,
  deadlines: Deadlines,
  request: Request,
): Promise<Answered & { trace: Trace }> {
  const { url, maxBytes } = request;
  const { promise, resolve } = Promise.withResolvers<Answered & { trace: Trace }>();
  const trace: Trace = { connection: null, kept: false, sentAt: 0, firstByte: null };
  let controller: Dispatcher.DispatchController | null = null;
  let over = false;
  let status = 0;
  let headers = new AnswerHeaders({});
  const chunks: Buffer[] = [];
  let size = 0;

  const end = (answered: Answered, complete: boolean) => {
    if (over) return;
    over = true;
    cancel();
    resolve({ ...answered, trace });
    // An abandoned answer is not read to its end: its connection is closed.
    if (!complete) controller?.abort(new Error("given up"));
  };
  const answer = (cut: boolean) => {
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    end({ kind: "answer", status, headers, body, ...(cut && { cut }) }, !cut);
  };
  const cancel = deadlines.add(request.timeout, () => {
    if (controller === null) trace.connection = agent.pending(url.origin);
    const during =
      controller === null
        ? (trace.connection?.doing ?? "connecting")
        : status === 0
          ? "waiting for headers"
          : "reading the body";
    end({ kind: "late", sent: controller !== null, during }, false);
  });

  const dispatch = () => {
    if (!over)
      agent.current().dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method,
          headers: request.headers,
          body: request.body,
        },
        {
          onRequestStart(started) {
            starting = null;
            // Abandoned while the connection was being made: no request is written.
            if (over) return started.abort(new Error("given up"));
            controller = started;
            starting = trace;
          },
          onResponseStart(_, code, received) {
            if (code < 200) return;
            trace.firstByte = performance.now() - trace.sentAt;
            status = code;
            headers = new AnswerHeaders(received);
          },
          onResponseData(_, chunk) {
            if (over) return;
            const room = maxBytes - size;
            size += chunk.length;
            if (size <= maxBytes) chunks.push(chunk);
            else if (!request.cut) end({ kind: "too-large", sent: true, status }, false);
            else {
              chunks.push(chunk.subarray(0, room));
              answer(true);
            }
          },
          onResponseEnd() {
            if (headers.first("connection") === "close") withoutStacks();
            answer(false);
          },
          onResponseError(_, error) {
            const sent = controller !== null;
            if (!sent) trace.connection = connectionOf(error);
            end({ kind: "error", sent, headed: status !== 0, error }, false);
          },
        },
      );
  };
  const fresh = agent.fresh();
  if (fresh)
    fresh
      .then(dispatch)
      .catch((error: Error) => end({ kind: "error", sent: false, headed: false, error }, false));
  else dispatch();
  return promise;
}
