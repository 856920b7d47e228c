/** Accepts links that a person can open and that lead to the address they show. */
import { eventLimits, type Link } from "./alert.ts";
import { isPrivate } from "./labels.ts";
import type { Foreign } from "./members.ts";
import { oneLine } from "./wording.ts";

/**
 * The addresses among `candidates` that are absolute http(s), once each. Relative ones are left out: they
 * would have to be resolved against the address of another program than the one that wrote them.
 */
export function linksOf(candidates: [name: string, url: unknown][]): Link[] {
  const links: Link[] = [];
  for (const [name, sent] of candidates) {
    if (links.length === eventLimits.links) break;
    const url = addressOf(sent);
    if (url !== null && !links.some((link) => link.url === url))
      links.push({ name: oneLine(name, eventLimits.labelNameBytes), url });
  }
  return links;
}

/** Annotations whose whole value is an address, `runbook_url` as `runbook`. */
export function annotatedLinks(annotations: Foreign): [string, unknown][] {
  const links: [string, unknown][] = [];
  for (const [name, value] of Object.entries(annotations))
    if (!isPrivate(name) && addressOf(value) !== null)
      links.push([name.replace(/_?(url|link)$/i, "") || name, value]);
  return links.length < 2 ? links : links.sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

const rank = (name: string) => (/runbook/i.test(name) ? 0 : 1);

function addressOf(value: unknown): string | null {
  if (typeof value !== "string" || value.length > eventLimits.linkLength) return null;
  const url = /^\s*https?:\/\//i.test(value) ? URL.parse(value) : null;
  if (!url) return null;
  // Links are sent to phones and kept in timelines, so they must not carry a password.
  if (url.username !== "") url.username = "";
  if (url.password !== "") url.password = "";
  return url.href.length > eventLimits.linkLength ? null : url.href;
}
