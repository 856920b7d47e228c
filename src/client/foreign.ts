/** Answers that monitord did not give: those of proxies in front of it, and of other programs. */

/** The meaning of such an answer, by its status. */
const sentences: Record<number, string> = {
  401: "but not as monitord does: is this its address, or does a proxy in front of it ask for a sign-in?",
  403: "but not as monitord does: is this its address, or does a proxy in front of it refuse the request?",
  407: "which is a proxy that asks for a user and a password",
  408: "which is a proxy that did not get the request in time",
  413: "which is a proxy that refuses bodies of this size",
  429: "which is a proxy that limits the rate of requests",
};

/** True for a proxy that answers because monitord behind it does not. */
export const isBehind = (status: number): boolean => status >= 502 && status <= 504;

/** One sentence about an answer of `site` that is not monitord's; `target`: where it redirects to, null: nowhere. */
export function foreignText(site: string, status: number, target: string | null = null): string {
  if (target !== null && status >= 300 && status < 400)
    return `${site} redirects to ${target}: use the address that it redirects to`;
  if (isBehind(status))
    return `${site} answered HTTP ${status}: a proxy answers, but monitord behind it does not`;
  const meaning = sentences[status] ?? "but not as monitord does: is this its address?";
  return `${site} answered HTTP ${status}, ${meaning}`;
}
