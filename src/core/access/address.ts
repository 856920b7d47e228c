/**
 * Decides which addresses the service may connect to, for health checks and push servers. Anyone who can
 * add a monitor can make this machine send requests; the guard keeps those away from targets that only
 * this machine can reach: cloud metadata, link-local devices and, as soon as several organizations share
 * the service, its private networks. Judges numbers only: names are resolved before, and every resolved
 * address is judged. An IPv6 address that carries an IPv4 address is judged by that one.
 */
import ipaddr from "ipaddr.js";

/** `single`: one organization, private networks allowed. `multi`: public addresses only. */
export type AddressProfile = "single" | "multi";

/** An exception that the operator configured. */
export interface AddressRule {
  network: [ipaddr.IPv4 | ipaddr.IPv6, number];
  /** null: any port. */
  port: number | null;
}

const metadata = new Set([
  "169.254.169.254",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd20:ce::254",
]);

/** Private ranges, allowed while a single organization exists. */
const privateRanges: Record<string, string> = {
  loopback: "loopback",
  private: "a private network",
  uniqueLocal: "a private network",
  carrierGradeNat: "a private network",
};

/** Common names of the refused ranges; the rest are "reserved". */
const refusedRanges: Record<string, string> = {
  linkLocal: "link-local",
  multicast: "multicast",
  broadcast: "broadcast",
  unspecified: "unspecified",
};

/** Why `address` must not be connected to; null: it may be. */
export function refusal(
  address: string,
  profile: AddressProfile,
  exceptions: readonly AddressRule[],
  port?: number,
): string | null {
  const parsed = parse(address);
  if (!parsed) return "not an address";
  if (isExcepted(parsed, exceptions, port)) return null;
  return judged(carried(parsed) ?? parsed, profile);
}

function isExcepted(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  exceptions: readonly AddressRule[],
  port: number | undefined,
): boolean {
  const inner = carried(address);
  return exceptions.some(
    (rule) =>
      (rule.port === null || rule.port === port) &&
      (inside(address, rule) || (inner !== null && inside(inner, rule))),
  );
}

/**
 * Why a literal address cannot be connected to, however the guard is configured for its own network; null: it can be,
 * or `host` is a name. `host`: as `URL` has it, which turns odd notations into plain ones.
 */
export function neverReached(host: string): string | null {
  const address = parse(host.replace(/^\[|\]$/g, ""));
  if (!address) return null;
  const why = judged(carried(address) ?? address, "single");
  return why === "reserved" ? null : why;
}

/**
 * Why a server that a person without an account named is refused; null: it is allowed. It must
 * speak https and have a public address, unless the operator named its address (`exceptions`). Judges an address in the
 * URL: a name is judged when it is resolved, by a guard with the profile `multi`.
 */
export function strangersRefusal(
  { protocol, hostname, port }: URL,
  exceptions: readonly AddressRule[],
): string | null {
  const address = parse(hostname.replace(/^\[|\]$/g, ""));
  const plain = protocol !== "https:";
  if (address && isExcepted(address, exceptions, Number(port) || (plain ? 80 : 443))) return null;
  if (plain) return "must start with https://";
  const why = address && judged(carried(address) ?? address, "multi");
  return why === null ? null : `must lead to a public address, and this one is ${why}`;
}

/** Reads `10.0.0.0/8`, `10.1.2.3`, `127.0.0.1:8080`, `fd00::/8` or `[::1]:8080`; null: none of them. */
export function parseRule(text: string): AddressRule | null {
  const trimmed = text.trim();
  const withPort =
    /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(trimmed) ?? /^([\d./]+):(\d{1,5})$/.exec(trimmed);
  const [, host = trimmed, portText] = withPort ?? [];
  const port = portText === undefined ? null : Number(portText);
  if (port !== null && (port < 1 || port > 65_535)) return null;

  const [addressText = "", bitsText, ...rest] = host.split("/");
  const address = parse(addressText);
  if (!address || rest.length > 0) return null;
  const width = address.kind() === "ipv4" ? 32 : 128;
  if (bitsText === undefined) return { network: [address, width], port };
  const bits = /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : NaN;
  return bits <= width ? { network: [address, bits], port } : null;
}

/** The rules in `texts`; those that cannot be read are left out. */
export const rulesOf = (texts: readonly string[]): AddressRule[] =>
  texts.map(parseRule).filter((rule) => rule !== null);

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // Zones (`fe80::1%eth0`) exist only on link-local addresses, which are refused anyway. A name must not reach the library:
  // it throws for each, and the host of each URL of a large declaration comes here.
  if (text.includes("%") || !/^[\d.]+$|:/.test(text)) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

/** The IPv4 address that an IPv6 address stands for. */
function carried(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | null {
  if (!isV6(address)) return null;
  const bytes = address.toByteArray();
  switch (address.range()) {
    case "ipv4Mapped":
      return new ipaddr.IPv4(bytes.slice(12));
    case "rfc6052":
      // 64:ff9b::/96 is the public prefix; the local-use 64:ff9b:1::/48 leads wherever its network says.
      return bytes[5] === 0 ? new ipaddr.IPv4(bytes.slice(12)) : null;
    case "6to4":
      return new ipaddr.IPv4(bytes.slice(2, 6));
    default:
      return null;
  }
}

function judged(address: ipaddr.IPv4 | ipaddr.IPv6, profile: AddressProfile): string | null {
  if (metadata.has(address.toString())) return "cloud metadata";
  const range = address.range();
  const local = privateRanges[range];
  if (local !== undefined) return profile === "single" ? null : local;
  if (range === "unicast" && (!isV6(address) || isGlobal(address))) return null;
  return refusedRanges[range] ?? "reserved";
}

/** 2000::/3 is all of IPv6 that has been given out. */
function isGlobal(address: ipaddr.IPv6): boolean {
  return address.parts[0]! >> 13 === 1;
}

function isV6(address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv6 {
  return address.kind() === "ipv6";
}

function inside(address: ipaddr.IPv4 | ipaddr.IPv6, { network }: AddressRule): boolean {
  return (
    address.kind() === network[0].kind() &&
    (address as ipaddr.IPv4).match(network as [ipaddr.IPv4, number])
  );
}
