/**
 * Reads the URL of a check: the scheme, and what is connected to or asked for. Pure. The prober and the rules of
 * the field read it here, so that what is accepted can be checked.
 */

/** Types of DNS records that can be asked for. */
export const dnsTypes = [
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
export type DnsType = (typeof dnsTypes)[number];

export type Target =
  | { scheme: "http" | "https" }
  /** `host`: a name, or an address without brackets. */
  | { scheme: "tcp" | "tls"; host: string; port: number }
  /** `resolver`: null is the resolver of the system. */
  | {
      scheme: "dns";
      resolver: { host: string; port: number } | null;
      name: string;
      type: DnsType;
    };

export type Scheme = Target["scheme"];

const schemes = /^(https?|tcp|tls|dns):\/\//i;

/** The scheme of a URL that is checked; null: of no such URL. */
export function schemeOf(url: string): Scheme | null {
  return (schemes.exec(url)?.[1]?.toLowerCase() as Scheme | undefined) ?? null;
}

/** The target of a URL, or the fault of the URL as a sentence that continues the name of its field. */
export function targetOf(url: string): Target | string {
  const scheme = schemeOf(url);
  switch (scheme) {
    case null:
      return "must be an absolute URL that starts with http://, https://, tcp://, tls:// or dns://";
    case "http":
    case "https":
      return URL.canParse(url) ? { scheme } : "must be a URL with a valid host";
    case "tcp":
    case "tls":
      return hostAndPort(scheme, url.slice(scheme.length + 3));
    case "dns":
      return question(url.slice(scheme.length + 3));
  }
}

function hostAndPort(scheme: "tcp" | "tls", rest: string): Target | string {
  const server = serverOf(rest);
  if (server === null || server.port === null)
    return `must be ${scheme}://host:port, without a user, path or query`;
  return { scheme, host: server.host, port: server.port };
}

const dnsPort = 53;

/** `resolver:port/name?type=A`. */
function question(rest: string): Target | string {
  const match = /^([^/?]*)\/([^/?]+)(?:\?type=([^&]+))?$/.exec(rest);
  if (!match)
    return "must be dns://resolver/name?type=A; the resolver of the system is dns:///name";
  const [, authority = "", name = "", given = "A"] = match;
  const type = dnsTypes.find((one) => one === given.toUpperCase());
  if (!type) return `needs a type of ${dnsTypes.join(", ")}`;
  if (!isDnsName(name)) return `has a name that cannot be asked for: ${name}`;
  if (authority === "") return { scheme: "dns", resolver: null, name, type };
  const server = serverOf(authority);
  if (server === null) return "must name the resolver as host or host:port, without a user";
  const resolver = { host: server.host, port: server.port ?? dnsPort };
  return { scheme: "dns", resolver, name, type };
}

/** `host:port`, `[::1]:port`, or without a port. */
function serverOf(text: string): { host: string; port: number | null } | null {
  const match = /^(\[[^\]@]+\]|[^:/?#@\\[\]]+)(?::(\d{1,5}))?$/.exec(text);
  // Only http has rules for odd notations of addresses (`0x7f.1`), which the guard must see as they are meant.
  const parsed = match && URL.parse(`http://${match[1]}/`);
  if (!parsed) return null;
  const port = match[2] === undefined ? null : Number(match[2]);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  return { host: parsed.hostname.replace(/^\[|\]$/g, ""), port };
}

/** A name of at most 253 characters in labels of at most 63; names of services begin with `_`. */
function isDnsName(name: string): boolean {
  const labels = name.replace(/\.$/, "").split(".");
  return name.length <= 253 && labels.every((label) => /^[a-z0-9_*-]{1,63}$/i.test(label));
}

/** The part of a URL that its secrets belong to: scheme, host and port. null: no such URL. */
export function originOf(url: string): string | null {
  const scheme = schemeOf(url);
  if (scheme === null) return null;
  const parsed = URL.parse(url);
  // URLs of other schemes have no origin of their own: all of them would be one.
  return parsed && `${scheme}://${parsed.host}`;
}
