/** What ought to be reached as long as there is a network, and whether it is. */
import type { Prober } from "../app/ports.ts";
import { allChannels } from "../channel/registry.ts";
import type { Config } from "./config.ts";

/** What is asked when most monitors fail at once. */
export function anchors(
  { channels, connectivityCheckUrls }: Config,
  used: readonly string[],
): string[] {
  return [
    ...connectivityCheckUrls,
    ...allChannels.flatMap(([kind, channel]) => {
      const settings = channels[kind];
      return settings === null || !used.includes(kind) ? [] : (channel.anchor(settings) ?? []);
    }),
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
