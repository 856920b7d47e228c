/**
 * Sends one request over a connection of its own and reads the answer leniently: the second reading of an answer that
 * undici refused. Same guard, deadline and limits as `exchange`. Never rejects.
 */
import type { Socket } from "node:net";
import { open, type Guard } from "../connect.ts";
import type { Deadlines } from "../deadlines.ts";
import { isStream, type Answered, type Begun, type Request, type Trace } from "../exchange.ts";
import { LenientAnswer } from "./lenient-answer.ts";

/** Sends `request` and resolves when its answer is complete, or will not be. `odd`: the rules of HTTP that it broke. */
export function exchangeLeniently(
  guard: Guard,
  deadlines: Deadlines,
  request: Request,
): Promise<Answered & { trace: Trace; odd: string[] }> {
  const { url, maxBytes } = request;
  const secure = url.protocol === "https:";
  const opening = open(guard, {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 443 : 80),
    tls: secure ? { alpn: ["http/1.1"] } : null,
  });
  const { connection } = opening;
  const trace: Trace = { connection, kept: false, sentAt: 0, firstByte: null };
  const answer = new LenientAnswer(maxBytes, request.method === "HEAD");
  const { promise, resolve } = Promise.withResolvers<Answered & { trace: Trace; odd: string[] }>();
  let socket: Socket | null = null;
  let over = false;

  const begun = (): Begun | null => {
    const { status, headers, body } = answer;
    return status === 0 ? null : { status, headers, body };
  };
  const end = (answered: Answered) => {
    if (over) return;
    over = true;
    cancel();
    opening.abandon(new Error("given up"));
    socket?.destroy();
    resolve({ ...answered, trace, odd: [...answer.odd] });
  };
  const answered = (cut: boolean) => {
    const { status, headers, body } = answer;
    if (cut && !request.cut)
      end({ kind: "too-large", sent: true, begun: { status, headers, body } });
    else end({ kind: "answer", status, headers, body, ...(cut && { cut }) });
  };
  const failed = (error: Error) => {
    end({ kind: "error", sent: socket !== null, begun: begun(), error });
  };
  const cancel = deadlines.add(request.timeout, () => {
    const head = begun();
    if (head && request.headSuffices) end({ kind: "answer", ...head, cut: true });
    else
      end({
        kind: "late",
        sent: socket !== null,
        begun: head,
        during: !socket ? connection.doing : head ? "reading the body" : "waiting for headers",
      });
  });

  const read = (chunk: Buffer) => {
    if (over) return;
    try {
      const done = answer.push(chunk);
      const head = begun();
      if (head && trace.firstByte === null) trace.firstByte = performance.now() - trace.sentAt;
      if (done) answered(answer.cut);
      else if (head && request.headSuffices && isStream(head.headers))
        end({ kind: "answer", ...head, cut: true });
    } catch (error) {
      failed(error as Error);
    }
  };
  opening.socket.then((opened) => {
    if (over) return void opened.destroy();
    socket = opened;
    connection.requests++;
    trace.sentAt = performance.now();
    opened
      .on("data", read)
      .on("error", failed)
      .on("close", () => {
        if (over) return;
        try {
          answer.end();
          answered(answer.cut);
        } catch (error) {
          failed(error as Error);
        }
      });
    opened.write(written(request));
  }, failed);
  return promise;
}

/** A request as it is sent. */
function written({ url, method, headers, body }: Request): string {
  const lines = Object.entries({
    host: url.host,
    connection: "close",
    ...headers,
    ...(body !== null && { "content-length": Buffer.byteLength(body) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = body === null ? "" : body.toString();
  return `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n${text}`;
}
