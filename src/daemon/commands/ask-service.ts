/** Asks the service of a configuration on this machine. */
import { request as overHttp } from "node:http";
import { request as overTls } from "node:https";
import type { Config } from "../config/config.ts";

/** Longer than a busy service takes, and shorter than a supervisor waits, ms. */
const maxWait = 4000;

type Listener = Pick<Config, "host" | "port" | "tls">;

/** Where the service listens: on one address of this machine if on all of them. */
export function serviceUrl({ host, port, tls }: Listener): string {
  const own = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `${tls ? "https" : "http"}://${own.includes(":") ? `[${own}]` : own}:${port}`;
}

/** The answer of the service to a GET. Status null: no answer, and `text` is the reason. */
export function askService(
  listener: Listener,
  path: string,
): Promise<{ status: number | null; text: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number | null; text: string }>();
  const request = listener.tls ? overTls : overHttp;
  // The certificate is for the name that others use.
  const options = { agent: false, signal: AbortSignal.timeout(maxWait), rejectUnauthorized: false };
  const asked = request(serviceUrl(listener) + path, options, (answer) => {
    let body = "";
    answer.setEncoding("utf8").on("data", (text) => (body += String(text)));
    answer.on("end", () => resolve({ status: answer.statusCode ?? null, text: body.trim() }));
  });
  asked.on("error", ({ message }) => resolve({ status: null, text: message }));
  asked.end();
  return promise;
}
