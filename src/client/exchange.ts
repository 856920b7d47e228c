/**
 * One HTTP exchange over Node's own client: sends a request and returns the whole answer as text.
 *
 * Carries ky in place of Node's `fetch`, whose first use costs a short command more than ky itself. Compresses
 * bodies with `content-encoding: gzip`. Redirects are answers. Connections are kept for the next request.
 */
import type * as Http from "node:http";
import type * as Zlib from "node:zlib";
import { requestTo } from "./way-out.ts";

export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** The request ends when it is aborted. */
  signal: AbortSignal;
}

export interface ApiAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** Rejects with the error of the socket. */
export type Exchange = (request: Outgoing) => Promise<ApiAnswer>;

export const exchange: Exchange = async (request) => {
  const response = await answerTo(request);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString("utf8"),
  };
};

/** The answer to a request once it begins; its body can be read piece by piece. */
export function answerTo({
  method,
  url,
  headers,
  body,
  signal,
}: Outgoing): Promise<Http.IncomingMessage> {
  const sent =
    body !== null && headers["content-encoding"] === "gzip"
      ? (process.getBuiltinModule("node:zlib") as typeof Zlib).gzipSync(body)
      : body;
  const length: Record<string, string> =
    sent === null ? {} : { "content-length": String(Buffer.byteLength(sent)) };
  return new Promise((resolve, reject) => {
    const request = requestTo(new URL(url), { method, signal, headers: { ...headers, ...length } });
    request.on("response", resolve);
    request.on("error", reject);
    request.end(sent ?? undefined);
  });
}

/** An exchange as the `fetch` that ky is to use. */
export function fetchOver(carry: Exchange): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const { method, url, signal } = request;
    try {
      const headers = Object.fromEntries(request.headers);
      const body = method === "GET" ? null : (await request.text()) || null;
      return responseOf(await carry({ method, url, headers, body, signal }));
    } catch (error) {
      if (signal.aborted) throw error;
      // The words by which ky knows a connection that broke.
      throw new TypeError("fetch failed", { cause: error });
    }
  };
}

function responseOf({ status, headers, text }: ApiAnswer): Response {
  const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new Response(text === "" ? null : text, { status, headers: pairs });
}
