/** The HTTP proxy that the environment names: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, as curl, Go and Python read them. */
import { BlockList, isIP } from "node:net";
import { wrongInput } from "../call/failure.ts";
import type { Io } from "../io.ts";

/**
 * The proxy for a URL; null: none. Names in small letters come first. This machine itself is never reached through a proxy,
 * nor is a host of NO_PROXY. Null instead of a function: no proxy is named.
 */
export function proxiesOf({ env }: Pick<Io, "env">): ((url: URL) => URL | null) | null {
  const value = (name: string) => env[name.toLowerCase()] || env[name] || null;
  const named = { "https:": value("HTTPS_PROXY"), "http:": value("HTTP_PROXY") };
  if (named["https:"] === null && named["http:"] === null) return null;
  const exceptions = (value("NO_PROXY") ?? "").split(/[\s,]+/).filter((one) => one !== "");
  return (url) => {
    const text = url.protocol === "https:" ? named["https:"] : named["http:"];
    if (text === null || isOwn(url) || exceptions.some((one) => isMeant(one, url))) return null;
    return proxyAt(text, url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY");
  };
}

function proxyAt(text: string, variable: string): URL {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw wrongInput(
    "config",
    `${variable} is not the address of an HTTP proxy`,
    "write it as http://host:port, or http://user:password@host:port",
  );
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "").toLowerCase();

/** True for this machine. */
function isOwn(url: URL): boolean {
  const host = hostOf(url);
  return (
    host === "localhost" || host.endsWith(".localhost") || host === "::1" || host.startsWith("127.")
  );
}

/** Whether an entry of NO_PROXY means the host: `*`, a domain, an address or a range of them, each with or without a port. */
function isMeant(entry: string, url: URL): boolean {
  const host = hostOf(url);
  const [, name = entry, port] = /^([^:]+|\[.*\]):(\d+)$/.exec(entry) ?? [];
  const own = url.port || (url.protocol === "https:" ? "443" : "80");
  if (port !== undefined && port !== own) return false;
  if (name === "*") return true;
  if (isIP(host) !== 0) return isInRange(name.replace(/^\[|\]$/g, ""), host);
  const domain = name.toLowerCase().replace(/^\*?\./, "");
  return host === domain || host.endsWith(`.${domain}`);
}

function isInRange(range: string, address: string): boolean {
  const [network = "", bits] = range.split("/");
  const family = isIP(network) === 6 ? "ipv6" : "ipv4";
  if (isIP(network) === 0 || isIP(network) !== isIP(address)) return false;
  const list = new BlockList();
  const most = family === "ipv6" ? 128 : 32;
  const length = bits === undefined ? most : Number(bits);
  if (!Number.isInteger(length) || length < 0 || length > most) return false;
  list.addSubnet(network, length, family);
  return list.check(address, family);
}
