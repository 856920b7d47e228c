/** The targets that are reachable whenever the network works, and the requests that test them. */
import type { Prober } from "../core/health/prober.ts";
import { allChannels } from "../channel/registry.ts";
import type { Config } from "./config/config.ts";

/** The URLs to request when most monitors fail at once. */
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

/** Whether each URL answers, with any status. */
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
      return { reached: fetched.kind !== "failure" || !fetched.unreachable };
    }),
  );
}
