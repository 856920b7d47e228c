/**
 * One HTTP exchange over Node's own client: out goes a request, back comes the whole answer as text.
 *
 * Not `fetch`, and nothing that is built on it: the first one in a process costs more than everything else
 * that a short command does (measured: 43 ms, and 39 ms more for ky, of 40 ms for an empty process).
 * Redirects are answers, bodies are not compressed, connections are kept for the next request.
 */
import type * as Http from "node:http";
import type * as Https from "node:https";

export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** Of the whole exchange, ms. */
  timeout: number;
  /** Ends it before. */
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** Rejects with what the socket said, or with a TimeoutError. */
export type Exchange = (request: Request) => Promise<Answer>;

export const exchange: Exchange = (asked) => {
  const { method, url, headers, body, timeout } = asked;
  const target = new URL(url);
  // An import would touch every export, and among them those that load all of fetch.
  const http =
    target.protocol === "https:"
      ? (process.getBuiltinModule("node:https") as typeof Https)
      : (process.getBuiltinModule("node:http") as typeof Http);
  const inTime = AbortSignal.timeout(timeout);
  const signal = asked.signal
    ? AbortSignal.any([inTime, asked.signal])
    : inTime;
  return new Promise<Answer>((resolve, reject) => {
    const request = http.request(
      target,
      {
        method,
        signal,
        headers:
          body === null
            ? headers
            : {
                ...headers,
                "content-type": "application/json",
                "content-length": String(Buffer.byteLength(body)),
              },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", fail);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    const fail = (error: Error) =>
      reject(signal.aborted ? (signal.reason as Error) : error);
    request.on("error", fail);
    request.end(body ?? undefined);
  });
};
