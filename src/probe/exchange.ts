/**
 * Sends one request and reads its whole answer, bounded in bytes and by a deadline that covers
 * everything: name, connection, TLS, headers and body. Never rejects, never follows a redirect, never
 * decodes.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import type { Deadlines } from "./deadlines.ts";
import type { GuardedAgent } from "./guarded-agent.ts";

export interface Request {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | null;
  maxBytes: number;
  /** Time that is left for it, ms. */
  timeout: number;
}

export type Answered =
  | {
      kind: "answer";
      status: number;
      headers: IncomingHttpHeaders;
      body: Buffer;
    }
  /** `sent`: the request had been written, so that the other side may have acted on it. */
  | { kind: "late"; sent: boolean; during: string }
  | { kind: "too-large"; sent: true; status: number }
  | { kind: "error"; sent: boolean; headed: boolean; error: Error };

/** Sends `request` and resolves when its answer is complete, or will not be. */
export function exchange(
  agent: GuardedAgent,
  deadlines: Deadlines,
  request: Request,
): Promise<Answered> {
  const { url, maxBytes } = request;
  const { promise, resolve } = Promise.withResolvers<Answered>();
  let controller: Dispatcher.DispatchController | null = null;
  let over = false;
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  const chunks: Buffer[] = [];
  let size = 0;

  const end = (answered: Answered) => {
    if (over) return;
    over = true;
    cancel();
    resolve(answered);
    // An abandoned answer is not read to its end: its connection is closed.
    if (answered.kind !== "answer") controller?.abort(new Error("given up"));
  };
  const cancel = deadlines.add(request.timeout, () => {
    end({
      kind: "late",
      sent: controller !== null,
      during:
        controller === null
          ? agent.doing(url.origin)
          : status === 0
            ? "waiting for headers"
            : "reading the body",
    });
  });

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
        // Abandoned while the connection was being made: no request is written.
        if (over) started.abort(new Error("given up"));
        else controller = started;
      },
      onResponseStart(_, code, received) {
        if (code < 200) return;
        status = code;
        headers = received;
      },
      onResponseData(_, chunk) {
        size += chunk.length;
        if (size > maxBytes) end({ kind: "too-large", sent: true, status });
        else chunks.push(chunk);
      },
      onResponseEnd() {
        const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
        end({ kind: "answer", status, headers, body });
      },
      onResponseError(_, error) {
        end({
          kind: "error",
          sent: controller !== null,
          headed: status !== 0,
          error,
        });
      },
    },
  );
  return promise;
}
