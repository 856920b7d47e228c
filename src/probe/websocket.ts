/**
 * Probes ws:// and wss://: makes the handshake of RFC 6455 over the guarded agent, sends the monitor's message, waits for the
 * first one of the server when the monitor has expectations of it, and closes the connection. A redirect is an answer like any
 * other: it is not followed.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { asksForBody } from "../core/health/body-check.ts";
import type { Fetched, Probed } from "../core/health/prober.ts";
import { cleanText } from "../core/text/text.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import type { Deadlines } from "./deadlines.ts";
import { brokeUnanswered, exchange, type Request } from "./exchange.ts";
import { BrokenMessage, closeFrame, FrameReader, textFrame, type Message } from "./frames.ts";
import type { GuardedAgent } from "./guarded-agent.ts";
import { unanswered } from "./http.ts";
import { firstHeaders, plainHeaders } from "./request-headers.ts";
import { seenOf } from "./seen.ts";
import { Late, within } from "./within.ts";

/** How long the server has for its part of the end, ms. The check does not wait for it. */
const closesWithin = 1000;

/** Probes `monitor`, whose URL is `url`. */
export async function probeWebSocket(
  agent: GuardedAgent,
  deadlines: Deadlines,
  userAgent: string,
  monitor: Probed,
  url: URL,
): Promise<Fetched> {
  const began = performance.now();
  const endsAt = began + monitor.timeout_seconds * 1000;
  const key = randomBytes(16).toString("base64");
  const headers = {
    ...firstHeaders(plainHeaders(userAgent, "*/*"), monitor.request_headers, url),
    "sec-websocket-version": "13",
    "sec-websocket-key": key,
  };
  const once = () =>
    exchange(agent, deadlines, { ...handshake(url), headers, timeout: endsAt - performance.now() });
  let answered = await once();
  if (brokeUnanswered(answered) && answered.trace.kept) answered = await once();

  const { trace } = answered;
  const facts = () => seenOf(began, trace);
  const failure: Parameters<typeof unanswered>[3] = (during, reason, more) => ({
    kind: "failure",
    during,
    reason,
    ...more,
    seen: facts(),
  });
  if (answered.kind !== "answer") return unanswered(answered, "", monitor.timeout_seconds, failure);
  const { status, socket } = answered;
  if (status !== 101) return { kind: "answer", http_status: status, body: "", seen: facts() };

  const broken = (reason: string) => failure("answer", `WebSocket: ${reason}`);
  if (!socket) return broken("HTTP 101 without an upgrade of the connection");
  const fault = faultOf(answered.headers, headers, key);
  if (fault !== null) {
    socket.destroy();
    return broken(fault);
  }
  try {
    const left = (endsAt - performance.now()) / 1000;
    const message = await within(deadlines, left, exchanged(socket, monitor), () => {});
    const { body = Buffer.alloc(0), cut = false } = message ?? {};
    const text = body.toString("utf8");
    return { kind: "answer", http_status: 101, body: text, ...(cut && { cut }), seen: facts() };
  } catch (error) {
    if (error instanceof BrokenMessage) return broken(cleanText(error.message));
    if (!(error instanceof Late)) return broken("connection closed before a message came");
    const reason = `timed out after ${monitor.timeout_seconds} s while waiting for a message`;
    return failure("answer", reason, { late: true });
  } finally {
    close(socket);
  }
}

/** The request for an upgrade, without headers. */
const handshake = (url: URL): Omit<Request, "headers" | "timeout"> => ({
  url: new URL(url.href.replace(/^ws/, "http")),
  method: "GET",
  body: null,
  upgrade: true,
  maxBytes: 0,
});

/** The fixed text of RFC 6455, 1.3. */
const guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Why an answer with 101 is not the handshake that was asked for (RFC 6455, 4.1); null: it is. */
function faultOf(answer: AnswerHeaders, asked: Record<string, string>, key: string): string | null {
  if (!lower(answer.list("upgrade")).includes("websocket")) return "upgrade to another protocol";
  const accept = answer.first("sec-websocket-accept");
  if (accept === null) return "Sec-WebSocket-Accept is missing";
  if (
    accept !==
    createHash("sha1")
      .update(key + guid)
      .digest("base64")
  )
    return "Sec-WebSocket-Accept is wrong: the answer is to another request";
  if (answer.first("sec-websocket-extensions")) return "an extension that was not offered";
  const protocol = answer.first("sec-websocket-protocol");
  const offered = (asked["sec-websocket-protocol"] ?? "").split(",").map((one) => one.trim());
  return protocol === null || offered.includes(protocol)
    ? null
    : `the subprotocol ${cleanText(protocol).slice(0, 100)}, which was not offered`;
}

const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());

/** Sends the message, and resolves with the first of the server; null: none is waited for. */
function exchanged(socket: Socket, monitor: Probed): Promise<Message | null> {
  const { request_body: message = null } = monitor;
  const { promise, resolve, reject } = Promise.withResolvers<Message | null>();
  socket.on("error", reject).once("close", () => reject(new Error("connection closed")));
  if (message !== null) socket.write(textFrame(message));
  if (message === null && !asksForBody(monitor)) resolve(null);
  else listen(socket, resolve, reject);
  return promise;
}

function listen(
  socket: Socket,
  resolve: (message: Message) => void,
  reject: (error: unknown) => void,
): void {
  const reader = new FrameReader((frame) => socket.write(frame));
  const onData = (chunk: Buffer) => {
    try {
      const message = reader.read(chunk);
      if (message === null) return;
      socket.off("data", onData);
      resolve(message);
    } catch (error) {
      socket.off("data", onData);
      reject(error);
    }
  };
  const onEnd = () => reject(new Error("connection closed"));
  socket.on("data", onData).once("end", onEnd).resume();
}

/** Closes in the usual way, so that the server logs no broken connection, and for good after a second. */
function close(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), closesWithin).unref();
  socket.once("close", () => clearTimeout(timer)).resume();
  socket.end(closeFrame());
}
