/**
 * Decides whether a key may be sent to a URL: over TLS to any server, unencrypted only within a private
 * network.
 */
import ipaddr from "ipaddr.js";

const privateRanges = ["loopback", "private", "uniqueLocal", "linkLocal"];
const privateNames = /(^|\.)(localhost|local|internal|lan|home\.arpa|test)$/;

/** True when only this machine or its network could read the request. */
export function mayCarryKey(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:") return true;
  const host = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return privateRanges.includes(ipaddr.process(host).range());
  // A name without a dot is looked up in the network that one is in.
  return privateNames.test(host) || !host.includes(".");
}

/** The URL of a server as its routes are appended to it: without slashes at its end. */
export const siteOf = (url: string): string => url.replace(/(?<!\/)\/+$/, "");
