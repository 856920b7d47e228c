/**
 * Sends one request and reads its whole answer, bounded in bytes and by a deadline that covers
 * everything: name, connection, TLS, headers and body. Never rejects, never follows a redirect, never
 * decodes.
 */
import { subscribe } from "node:diagnostics_channel";
import type { Dispatcher } from "undici";
import type { Socket } from "node:net";
import { AnswerHeaders } from "./answer-headers.ts";
import { connectionOf, type Connection } from "./connect.ts";
import type { Deadlines } from "./deadlines.ts";
import type { GuardedAgent } from "./guarded-agent.ts";
import { brokeEarly } from "./reason.ts";

export interface Request {
  url: URL;
  method: "GET" | "HEAD" | "POST";
  headers: Record<string, string>;
  body: string | Buffer | null;
  maxBytes: number;
  /** A longer answer is cut there and counts, instead of being too large. */
  cut?: boolean;
  /** No condition asks for the body: it may go on until the deadline, or for ever as a stream. */
  headSuffices?: boolean;
  /** The status line of an answer counts as its beginning even if the rest of its head breaks the rules of HTTP. */
  lenient?: boolean;
  /** Asks for WebSocket on the connection. The answer ends with its head, and any other than an upgrade closes the connection. */
  upgrade?: boolean;
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
      /** The connection, upgraded: the caller closes it. */
      socket?: Socket;
    }
  /** `sent`: the request had been written, so that the other side may have acted on it. */
  | { kind: "late"; sent: boolean; begun: Begun | null; during: string }
  | { kind: "too-large"; sent: true; begun: Begun }
  | { kind: "error"; sent: boolean; begun: Begun | null; error: Error };

/** The beginning of an answer that did not come whole, from its status line on. */
export interface Begun {
  status: number;
  headers: AnswerHeaders;
  body: Buffer;
}

/** How an exchange went, however it ended. */
export interface Trace {
  /** The connection of the request, or the one that was being made for it. */
  connection: Connection | null;
  /** True: an earlier request had been sent over the connection. */
  kept: boolean;
  /** When the request was written, by `performance.now()`. */
  sentAt: number;
  /** From there to the headers of the answer, ms; null: none. */
  firstByte: number | null;
}

/** Whether a body is one that has no end: a radio, a camera, events. */
export const isStream = (headers: AnswerHeaders): boolean =>
  /^(?:audio|video)\/|^text\/event-stream|^multipart\/x-mixed-replace/i.test(
    headers.first("content-type") ?? "",
  );

/** The exchange whose request undici is writing; it publishes the socket in the same turn. */
let starting: { trace: Trace; onSocket: ((socket: Socket) => void) | null } | null = null;

subscribe("undici:client:sendHeaders", (message) => {
  if (!starting) return;
  const { trace, onSocket } = starting;
  starting = null;
  const { socket } = message as { socket: Socket };
  const connection = connectionOf(socket);
  trace.connection = connection;
  if (connection) trace.kept = connection.requests++ > 0;
  trace.sentAt = performance.now();
  onSocket?.(socket);
});

/** The first bytes that a socket has read since its latest request. */
interface Heard {
  text: string;
}

const heardOn = new WeakMap<Socket, Heard>();
const statusLineBytes = 64;

/** Begins to note the bytes that undici reads from `socket`: its parser keeps no status line of a head that it rejects. */
function listenTo(socket: Socket): Heard {
  const heard = heardOn.get(socket) ?? { text: "" };
  heard.text = "";
  if (heardOn.has(socket)) return heard;
  heardOn.set(socket, heard);
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk = read(size) as Buffer | null;
    const room = statusLineBytes - heard.text.length;
    if (chunk && room > 0) heard.text += chunk.toString("latin1", 0, room);
    return chunk;
  };
  return heard;
}

/** The status of an answer that begins with `text`; null: no final one yet. */
function statusIn(text: string): number | null {
  const [, status] = /^HTTP\/1\.[01] +([2-5]\d\d)[ \r\n]/.exec(text) ?? [];
  return status === undefined ? null : Number(status);
}

/**
 * True for a connection that broke before the answer began. If the connection had been kept, the server may have closed
 * it at the moment it was used.
 */
export const brokeUnanswered = (answered: Answered): boolean =>
  answered.kind === "error" &&
  answered.sent &&
  answered.begun === null &&
  brokeEarly(answered.error);

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
  let heard: Heard | null = null;
  const onSocket = request.lenient ? (socket: Socket) => (heard = listenTo(socket)) : null;

  const end = (answered: Answered, complete: boolean) => {
    if (over) return;
    over = true;
    cancel();
    resolve({ ...answered, trace });
    // An abandoned answer is not read to its end: its connection is closed.
    if (!complete) controller?.abort(new Error("given up"));
  };
  const body = () => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
  const answer = (cut: boolean) => {
    end({ kind: "answer", status, headers, body: body(), ...(cut && { cut }) }, !cut);
  };
  const begin = (code: number, received: ConstructorParameters<typeof AnswerHeaders>[0]) => {
    trace.firstByte = performance.now() - trace.sentAt;
    status = code;
    headers = new AnswerHeaders(received);
  };
  const begun = (): Begun | null => {
    if (status !== 0) return { status, headers, body: body() };
    const inHead = statusIn(heard?.text ?? "");
    return inHead === null
      ? null
      : { status: inHead, headers: new AnswerHeaders({}), body: body() };
  };
  const cancel = deadlines.add(request.timeout, () => {
    if (status !== 0 && request.headSuffices) return answer(true);
    if (controller === null) trace.connection = agent.pending(url.origin);
    const during =
      controller === null
        ? (trace.connection?.doing ?? "connecting")
        : status === 0
          ? "waiting for headers"
          : "reading the body";
    end({ kind: "late", sent: controller !== null, begun: begun(), during }, false);
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
          ...(request.upgrade && { upgrade: "websocket" }),
        },
        {
          onRequestStart(started) {
            starting = null;
            // Abandoned while the connection was being made: no request is written.
            if (over) return started.abort(new Error("given up"));
            controller = started;
            starting = { trace, onSocket };
          },
          onRequestUpgrade(_, code, received, socket) {
            if (over) return void socket.destroy();
            begin(code, received);
            end({ kind: "answer", status, headers, body: body(), socket: socket as Socket }, true);
          },
          onResponseStart(_, code, received) {
            if (code < 200 && !(request.upgrade && code === 101)) return;
            begin(code, received);
            if (request.upgrade || (request.headSuffices && isStream(headers))) answer(true);
          },
          onResponseData(_, chunk) {
            if (over) return;
            const room = maxBytes - size;
            size += chunk.length;
            if (size <= maxBytes) chunks.push(chunk);
            else if (!request.cut)
              end(
                { kind: "too-large", sent: true, begun: { status, headers, body: body() } },
                false,
              );
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
            end({ kind: "error", sent, begun: begun(), error }, false);
          },
        },
      );
  };
  const fresh = agent.fresh();
  if (fresh)
    fresh
      .then(dispatch)
      .catch((error: Error) => end({ kind: "error", sent: false, begun: null, error }, false));
  else dispatch();
  return promise;
}
