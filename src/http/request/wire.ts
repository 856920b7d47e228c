/**
 * Answers bytes that Node does not turn into a request, and that reach no route: a malformed request, an unknown
 * method, CONNECT. The answer is built here.
 */
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { problems, type ProblemName } from "../answer/problems.ts";

/** Lists the methods of a path; undefined: no route has it. */
type Allowed = (url: string) => string | undefined;

/** The answers to codes of Node that name a reason. */
const answers: Record<string, { status: number; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: "The headers of the request are larger than 16 KiB.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: "The request took too long to arrive." },
};

/** Answers bytes that Node cannot parse, and closes. `error`: as Node has it, with the bytes. */
export function refuseBytes(
  error: { code?: string; rawPacket?: Buffer },
  socket: Duplex,
  allowed: Allowed,
): void {
  const { code = "", rawPacket } = error;
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [, method, url] =
    (code === "HPE_INVALID_METHOD" &&
      /^([!#$%&'*+.^_`|~\w-]+) (\/\S*) HTTP\/1\./.exec(String(rawPacket))) ||
    [];
  if (method !== undefined && url !== undefined) refuseMethod(method, url, socket, allowed);
  else {
    const { detail = "This is not a valid HTTP request.", status } = answers[code] ?? {};
    send(socket, "malformed", detail, { status });
  }
}

/** Answers a method that no path has: 405, or 404 for an unknown path. */
export function refuseMethod(method: string, url: string, socket: Duplex, allowed: Allowed): void {
  const allow = allowed(url);
  if (allow === undefined) send(socket, "not-found", "Nothing exists at this path.");
  else
    send(socket, "method-not-allowed", `${method} is not allowed here. Allowed: ${allow}.`, {
      allow,
    });
}

function send(
  socket: Duplex,
  problem: ProblemName,
  detail: string,
  more: { status?: number | undefined; allow?: string } = {},
): void {
  const { title } = problems[problem];
  const { status = problems[problem].status, allow } = more;
  const body = JSON.stringify({
    type: `urn:monitord:problem:${problem}`,
    title,
    status,
    detail,
    instance: "",
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    ...(allow === undefined ? [] : [`Allow: ${allow}`]),
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
