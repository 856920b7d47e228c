/** What ought to be reached as long as there is a network, and whether it is. */
import type { Channel, Prober } from "../app/ports.ts";
import type { Config } from "./config.ts";

/** What is asked when most monitors fail at once. */
export function anchors(
  { ntfyUrl, fcm, connectivityCheckUrls }: Config,
  used: readonly Channel["kind"][],
): string[] {
  return [
    ...connectivityCheckUrls,
    ...used.map((kind) =>
      kind === "ntfy" ? `${ntfyUrl}/v1/health` : (fcm?.tokenUrl ?? fcm?.account.token_uri ?? ""),
    ),
  ];
}

/** Which of them answer, whatever they say. */
export function reachedOf(
  prober: Prober,
  urls: readonly string[],
): Promise<{ reached: boolean }[]> {
  return Promise.all(
    urls.map(async (url) => {
      const fetched = await prober.fetch({
        url,
        request_headers: {},
        timeout_seconds: 5,
      });
      return { reached: fetched.kind === "answer" || !fetched.unreachable };
    }),
  );
}
