/**
 * Reads the URL of a health check monitor: which kind of endpoint it names, and its parts. The rules of the field
 * and the prober read it here, so that a URL that can be declared can be probed. Pure.
 */
import { endpointSchemes, schemeFault } from "../../resource/schema.ts";

/** Types of DNS records that can be asked for. */
export const recordTypes = [
  "A",
  "AAAA",
  "CAA",
  "CNAME",
  "MX",
  "NS",
  "PTR",
  "SOA",
  "SRV",
  "TXT",
] as const;

export type RecordType = (typeof recordTypes)[number];

/** A host, without brackets around an IPv6 address, and a port. */
export interface HostPort {
  host: string;
  port: number;
}

export type Endpoint =
  | { scheme: "http" | "https" | "ws" | "wss"; url: URL }
  | ({ scheme: "tcp" | "tls" } & HostPort)
  | { scheme: "icmp"; host: string }
  /** `resolver` null: the system's. `name`: without a dot at its end. */
  | { scheme: "dns"; resolver: HostPort | null; name: string; type: RecordType };

export const schemes = endpointSchemes;

export type Scheme = Endpoint["scheme"];

/** Whether pages are served. */
export const isWeb = (scheme: Scheme | null): boolean => scheme === "http" || scheme === "https";

/** Whether messages are exchanged over WebSocket, which begins as a request over HTTP. */
export const isSocket = (scheme: Scheme | null): boolean => scheme === "ws" || scheme === "wss";

/** The scheme of a URL; null: none that can be probed. */
export function schemeOf(text: string): Scheme | null {
  const [, scheme] = /^([a-z]+):\/\//i.exec(text) ?? [];
  return schemes.find((one) => one === scheme?.toLowerCase()) ?? null;
}

/** The part of a URL that its secrets belong to: scheme, host and port. null: none that can be probed. */
export function originOf(text: string): string | null {
  const scheme = schemeOf(text);
  const parsed = scheme && URL.parse(text);
  // URL gives schemes that browsers do not know one and the same origin.
  return parsed ? `${scheme}://${parsed.host}` : null;
}

/** The endpoint that `text` names, or the fault in `text`, to be read after the name of its field. */
export function readEndpoint(text: string): Endpoint | string {
  const url = URL.parse(text);
  const scheme = schemes.find((one) => url?.protocol === `${one}:`);
  if (!url || !scheme) return schemeFault(text);
  if (scheme === "http" || scheme === "https" || scheme === "ws" || scheme === "wss")
    return { scheme, url };

  if (url.username !== "" || url.password !== "")
    return `cannot have a user or password with ${scheme}://`;
  if (url.hash !== "") return "must not have a fragment (#…): it is never sent";
  const host = hostOf(url);
  if (host === null) return "must be a URL with a valid host";
  if (scheme === "dns") return readDns(url, host);

  if (scheme === "icmp") {
    if (host === "") return "needs a host, for example icmp://router.example.com";
    if (url.port !== "") return "cannot have a port with icmp://";
  } else if (host === "" || url.port === "" || url.port === "0")
    return `needs a host and a port, for example ${scheme}://db.example.com:5432`;
  if (url.pathname.length > 1 || url.search !== "")
    return `cannot have a path or query with ${scheme}://`;
  if (scheme === "icmp") return { scheme, host };
  return { scheme, host, port: Number(url.port) };
}

function readDns(url: URL, host: string): Endpoint | string {
  if (url.port === "0") return "must be a URL with a valid host";
  const name = dnsName(url.pathname.slice(1));
  if (name === null)
    return "needs a name to resolve, for example dns://192.0.2.53/example.com?type=A";
  const { type: asked = "A", ...others } = Object.fromEntries(url.searchParams);
  const type = recordTypes.find((one) => one === asked.toUpperCase());
  if (!type || Object.keys(others).length > 0)
    return `cannot have a query but type= with one of ${recordTypes.join(", ")}`;
  const resolver = host === "" ? null : { host, port: Number(url.port || 53) };
  return { scheme: "dns", resolver, name, type };
}

/**
 * The host as http:// has it, which turns odd notations of an address into plain ones and other scripts into ASCII; empty: no
 * host; null: not a valid host.
 */
function hostOf({ hostname }: URL): string | null {
  if (hostname === "") return "";
  const host = URL.parse(`http://${hostname}`)?.hostname ?? null;
  return host && host.replace(/^\[|\]$/g, "");
}

/** A name in DNS, underscores included; null: it is none. */
function dnsName(path: string): string | null {
  const name = (/^[\x21-\x7e]*$/.test(path) && !path.includes("%") ? path : asciiOf(path)).replace(
    /\.$/,
    "",
  );
  const isName = /^(?!.{254})[a-z0-9_*-]{1,63}(\.[a-z0-9_*-]{1,63})*$/i.test(name);
  return isName ? name.toLowerCase() : null;
}

/** A percent-encoded name of another script in ASCII; empty: it has none. */
function asciiOf(path: string): string {
  return URL.parse(`http://${path}/`)?.hostname ?? "";
}
