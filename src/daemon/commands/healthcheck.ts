/**
 * `monitord healthcheck`: asks the service of this configuration whether it is ready, for container runtimes and
 * other supervisors. Exits with 1 when it is not.
 */
import { request } from "node:http";
import type { Config } from "../config/config.ts";
import { configured, err, out, type Invocation } from "./invocation.ts";

/** Longer than a busy service takes, and shorter than a supervisor waits, ms. */
const patience = 4000;

export async function run(invocation: Invocation): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  if (config.port === 0) {
    err("monitord: --port 0 is a port that only the service knows. Set one.");
    return 78;
  }
  const path = "live" in invocation.options ? "/livez" : "/readyz";
  const { status, text } = await ask(config, path);
  (status === 200 ? out : err)(text);
  return status === 200 ? 0 : 1;
}

/** Status 0: no answer. */
function ask({ host, port }: Config, path: string): Promise<{ status: number; text: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
  const hostname = ownAddress(host);
  const asked = request(
    { hostname, port, path, agent: false, signal: AbortSignal.timeout(patience) },
    (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (text) => (body += String(text)));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text: body.trim() }));
    },
  );
  asked.on("error", ({ message }) =>
    resolve({ status: 0, text: `monitord: no answer of ${hostname}:${port}${path}: ${message}` }),
  );
  asked.end();
  return promise;
}

/** Where a service that listens on all addresses can be asked. */
export const ownAddress = (host: string): string =>
  host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
