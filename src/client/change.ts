import type { Outgoing } from "./exchange.ts";

/** Requests that are sent with a body, and make no change. */
const readings = ["plan", "drift", "checks"];

/**
 * The last word of the path of a request that changes something (`apply`, `users`, an id); null: the request only reads, or
 * only asks for the outcome of a change (`dry_run` in its body, `dry` in its query).
 */
export function changeOf({
  method,
  url,
  body,
}: Pick<Outgoing, "method" | "url" | "body">): string | null {
  if (/^get$/i.test(method) || /[?&]dry=true\b/.test(url) || body?.includes('"dry_run":true'))
    return null;
  const last = /[^/?]+(?=(?:\?.*)?$)/.exec(url)?.[0] ?? "";
  return readings.includes(last) ? null : last;
}
