/** The client for a server that was named. */
import { createClient, type Client } from "../client/client.ts";
import type { Options } from "./call.ts";
import { exitCodes } from "./exit.ts";
import { Failure } from "./failure.ts";
import type { Target } from "./target.ts";
import { version } from "./version.ts";

/** A client with the key that was found; fails when there is none. */
export function clientOf(target: Target, options: Options): Client {
  if (target.apiKey === null)
    throw new Failure(`there is no API key for ${target.url}`, {
      exit: exitCodes.access,
      code: "not_signed_in",
      next: `monitorctl login ${target.url}, or set MONITORCTL_API_KEY`,
    });
  return clientWith(target.url, target.apiKey, options);
}

/** A client with any key, or with none. */
export function clientWith(
  url: string,
  apiKey: string | null,
  options: Options,
): Client {
  return createClient({
    url,
    apiKey,
    userAgent: `monitorctl/${version}`,
    timeout: (options.timeout ?? 30) * 1000,
    insecure: options.insecure ?? false,
  });
}
