/**
 * The address of a client, also behind reverse proxies. It is always written in the same way, because limits, the audit
 * log and the list of trusted proxies compare addresses as text.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether an address is that of a trusted proxy. */
export type Trusts = (address: string) => boolean;

/** Trusts the addresses and CIDR ranges of a list. It is asked for addresses as `plainAddress` writes them. */
export function trustsOf(ranges: readonly string[]): Trusts {
  const list = new BlockList();
  for (const range of ranges) {
    const [written, bits] = range.split("/") as [string, string?];
    const address = plainAddress(written) ?? written;
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    // Where IPv4 is mapped into IPv6, the first 96 bits are the mapping.
    const mapped = isIPv6(written) && family === "ipv4" ? 96 : 0;
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Math.max(0, Number(bits) - mapped), family);
  }
  return (address) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/**
 * The last address in `X-Forwarded-For` that no trusted proxy has; without a trusted proxy, the other end of the
 * connection. An entry that is not an address (`unknown`) ends the search: the proxy that wrote it counts.
 */
export function clientAddress({ socket, headers }: IncomingMessage, trusts: Trusts): string {
  let address = plainAddress(socket.remoteAddress ?? "") ?? "";
  const forwarded = headers["x-forwarded-for"];
  if (forwarded === undefined) return address;
  const entries = String(forwarded)
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  while (address !== "" && trusts(address)) {
    const before = plainAddress(entries.pop() ?? "");
    if (before === null) break;
    address = before;
  }
  return address;
}

/**
 * An address without port, brackets, quotes and zone, and one of IPv4 that is mapped into IPv6 as IPv4; null: it is
 * none. Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`.
 */
export function plainAddress(entry: string): string | null {
  // Most are, and each request asks.
  if (isIPv4(entry)) return entry;
  const text = entry.replace(/^"(.*)"$/, "$1");
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, "$1");
  const address = bare.replace(/%.*$/s, "");
  return isIP(address) === 0 ? null : ipaddr.process(address).toString();
}
