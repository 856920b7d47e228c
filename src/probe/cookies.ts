/**
 * The cookies of one chain of redirects, as RFC 6265 has them: by domain, path and scheme, none by an end of its time. They
 * end with the chain. Bounded.
 */
import { isIP } from "node:net";

interface Cookie {
  name: string;
  value: string;
  /** The host that set it, or the domain that it named. */
  domain: string;
  /** For `domain` alone, not for the hosts below it. */
  hostOnly: boolean;
  path: string;
  secure: boolean;
}

/** As many as a browser keeps of one host, and as long. */
const mostCookies = 50;
const longest = 4096;

export class Cookies {
  #cookies: Cookie[] = [];

  /** Takes the cookies of an answer from `url`; `lines`: its headers `set-cookie`. */
  take(url: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const taken = line.length > longest ? null : cookieOf(url, line);
      if (!taken) continue;
      const { cookie, ended } = taken;
      this.#cookies = this.#cookies.filter((one) => !isSame(one, cookie));
      if (!ended && this.#cookies.length < mostCookies) this.#cookies.push(cookie);
    }
  }

  /** The header `cookie` of a request to `url`, behind `own`, that of the monitor; null: none. */
  header(url: URL, own: string | undefined): string | null {
    const pairs = this.#cookies
      .filter((one) => isFor(one, url))
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`);
    return [...(own === undefined ? [] : [own]), ...pairs].join("; ") || null;
  }
}

const isSame = (one: Cookie, other: Cookie) =>
  one.name === other.name && one.domain === other.domain && one.path === other.path;

/** The cookie of a line; `ended`: it is deleted. null: none that may be set. */
function cookieOf(url: URL, line: string): { cookie: Cookie; ended: boolean } | null {
  const [pair = "", ...rest] = line.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, equals).trim();
  const value = pair.slice(equals + 1).trim();
  // Characters that a header cannot have could not be sent back.
  if (equals < 1 || name === "" || /[^\x20-\x7e\x80-\xff]/.test(name + value)) return null;
  const attributes = new Map(
    rest.map((part) => {
      const [key = "", ...words] = part.split("=");
      return [key.trim().toLowerCase(), words.join("=").trim()];
    }),
  );
  const secure = attributes.has("secure");
  if (secure && url.protocol !== "https:") return null;
  const domain = (attributes.get("domain") ?? "").replace(/^\./, "").toLowerCase();
  if (domain !== "" && !(isBelow(url.hostname, domain) && domain.includes("."))) return null;
  const path = attributes.get("path") ?? "";
  const cookie = {
    name,
    value,
    domain: domain || url.hostname,
    hostOnly: domain === "",
    path: path.startsWith("/") ? path : url.pathname.replace(/\/[^/]*$/, "") || "/",
    secure,
  };
  // Servers delete a cookie by the beginning of time.
  const ended =
    /^(?:0|-\d+)$/.test(attributes.get("max-age") ?? "") ||
    Date.parse(attributes.get("expires") ?? "") < 1e9;
  return { cookie, ended };
}

/** Whether `host` is `domain`, or a name below it. */
const isBelow = (host: string, domain: string) =>
  host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`));

function isFor({ domain, hostOnly, path, secure }: Cookie, { hostname, pathname, protocol }: URL) {
  if (secure && protocol !== "https:") return false;
  if (hostOnly ? hostname !== domain : !isBelow(hostname, domain)) return false;
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}
