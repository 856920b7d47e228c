/**
 * The servers of a database URL. libpq's form is known: `postgres://user@one:5432,two:5432/db?target_session_attrs=read-write`.
 * With several servers the one that takes writes is looked for, at each new connection: after a failover it is another
 * one. Pure.
 */

/** The mistake in a database URL, to follow "must be"; null: it is one. */
export function faultOf(url: string): string | null {
  const all = urlsOf(url);
  const hosts = partsOf(url).hosts.split(",");
  if (
    (hosts.length > 1 && hosts.includes("")) ||
    !all.every((one) => /^postgres(ql)?:\/\/./.test(one) && URL.canParse(one))
  )
    return "a PostgreSQL URL, such as postgres://monitord@db.example.com/monitord";
  const parameters = parametersOf(url);
  const wanted = parameters.get("target_session_attrs") ?? "any";
  if (!["read-write", "primary", "any"].includes(wanted))
    return "a URL of servers that take writes: target_session_attrs=read-write";
  const mode = parameters.get("sslmode") ?? "disable";
  // The library knows no `prefer` and `allow`: it would not go on without TLS.
  if (!["disable", "require", "verify-ca", "verify-full", "no-verify"].includes(mode))
    return "a URL that says whether TLS is used: sslmode=disable, require, verify-ca or verify-full";
  return mode === "verify-ca" && !parameters.get("sslrootcert")
    ? "a URL with the file of the authority for sslmode=verify-ca: sslrootcert=FILE"
    : null;
}

/** One URL for each server, in the order of the list. */
export function urlsOf(url: string): string[] {
  const { before, hosts, after } = partsOf(url);
  // A parameter of libpq, which the library would pass on to the server.
  const known = after.replace(
    /([?&])target_session_attrs=[^&]*(&|$)/,
    (_, first: string, last: string) => (last === "&" ? first : ""),
  );
  // The modes of PostgreSQL: without it the library takes each of them for `verify-full`, with a warning.
  const rest = /[?&]sslmode=(?:require|verify-ca)(?:&|$)/.test(known)
    ? `${known}&uselibpqcompat=true`
    : known;
  return hosts.split(",").map((host) => `${before}${host}${rest}`);
}

/** The files that a URL names: certificates and a key, read by the library when it connects. */
export function filesOf(url: string): string[] {
  const parameters = parametersOf(url);
  return ["sslrootcert", "sslcert", "sslkey"].flatMap((name) => parameters.get(name) || []);
}

/** The URL without its password, for people. */
export function withoutPassword(url: string): string {
  const { before, hosts, after } = partsOf(url);
  return `${before.replace(/^(\w+:\/\/[^:]*):.*@$/, "$1:***@")}${hosts}${after}`;
}

const parametersOf = (url: string) => new URLSearchParams(/\?(.*)$/s.exec(partsOf(url).after)?.[1]);

function partsOf(url: string): { before: string; hosts: string; after: string } {
  const [, before = "", hosts = "", after = ""] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return { before, hosts, after };
}

/** Which server is asked next. Connections that fail at the same moment move it once. */
export class Hosts {
  readonly #urls: readonly string[];
  #at = 0;

  constructor(url: string) {
    this.#urls = urlsOf(url);
  }

  get count(): number {
    return this.#urls.length;
  }

  /** The server that new connections go to. */
  current(): string {
    return this.#urls[this.#at]!;
  }

  /** The server of this URL cannot be used: the next one of the list is asked. */
  failed(url: string): void {
    if (url === this.current()) this.#at = (this.#at + 1) % this.#urls.length;
  }
}
