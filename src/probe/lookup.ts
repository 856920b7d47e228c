/**
 * Names to addresses without libuv's thread pool: one dead name there keeps every other name waiting,
 * the push server's included. Order: the hosts file, `localhost`, then DNS by c-ares with timeouts of its
 * own, the search domains of resolv.conf last. Answers every address found; judges none.
 */
import { lookup as systemLookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { isIP, type LookupFunction } from "node:net";

export type LookupResult =
  | { ok: true; addresses: string[] }
  /** `broken`: no resolver said whether the name exists. */
  | { ok: false; reason: string; broken?: true };

/** Resolves a name. Never rejects; a literal address never gets here. */
export type Lookup = (host: string) => Promise<LookupResult>;

export interface LookupOptions {
  hostsFile?: string;
  resolvConf?: string;
  /** DNS servers in place of the system's: `address` or `address:port`. */
  servers?: string[];
  timeout?: number;
}

/** How long the slower of A and AAAA is waited for when the other has answered. */
const otherFamily = 500;

export function createLookup(options: LookupOptions = {}): Lookup {
  const hostsFile = options.hostsFile ?? "/etc/hosts";
  const resolvConf = options.resolvConf ?? "/etc/resolv.conf";
  let resolver = createResolver(options);

  async function query(name: string): Promise<LookupResult> {
    const current = resolver;
    const addresses = await bothFamilies(current, name);
    // The machine's DNS servers may have changed since: ask the configuration again next time.
    if (!addresses.ok && addresses.broken && current === resolver)
      resolver = createResolver(options);
    return addresses;
  }

  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    const listed = fromHosts(readText(hostsFile), name);
    if (listed.length > 0) return { ok: true, addresses: listed };
    if (name === "localhost" || name.endsWith(".localhost"))
      return { ok: true, addresses: ["127.0.0.1", "::1"] };

    const records = await query(name);
    if (records.ok || host.endsWith(".")) return records;
    for (const domain of searchDomains(readText(resolvConf), name)) {
      const searched = await query(`${name}.${domain}`);
      if (searched.ok) return searched;
    }
    return records;
  };
}

function createResolver({ servers, timeout = 2_000 }: LookupOptions): Resolver {
  const resolver = new Resolver({ timeout, tries: 2 });
  if (servers) resolver.setServers(servers);
  return resolver;
}

async function bothFamilies(resolver: Resolver, name: string): Promise<LookupResult> {
  const failures: string[] = [];
  const ask = async (answer: Promise<string[]>) => {
    try {
      return await answer;
    } catch (error) {
      failures.push((error as NodeJS.ErrnoException).code ?? "error");
      return [];
    }
  };
  const v4 = ask(resolver.resolve4(name));
  const v6 = ask(resolver.resolve6(name));
  const first = await Promise.race([v4, v6]);
  const addresses = (
    first.length > 0
      ? await Promise.all([atMost(v4, otherFamily), atMost(v6, otherFamily)])
      : await Promise.all([v4, v6])
  ).flat();
  if (addresses.length > 0) return { ok: true, addresses };
  const absent = failures.every((code) => code === "ENOTFOUND" || code === "ENODATA");
  return absent
    ? { ok: false, reason: `DNS: no such host ${name}` }
    : { ok: false, reason: `DNS: no answer for ${name} (${worded(failures)})`, broken: true };
}

async function atMost(answer: Promise<string[]>, milliseconds: number): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(resolve, milliseconds, []);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function worded(codes: string[]): string {
  const words: Record<string, string> = {
    ETIMEOUT: "timed out",
    ESERVFAIL: "server failure",
    EREFUSED: "refused",
    ECONNREFUSED: "no DNS server reachable",
  };
  const code = codes.find((c) => c !== "ENOTFOUND" && c !== "ENODATA") ?? "";
  return words[code] ?? code;
}

function fromHosts(text: string, name: string): string[] {
  const addresses: string[] = [];
  for (const line of text.split("\n")) {
    const [address, ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (address !== undefined && isIP(address) !== 0 && names.some((n) => n.toLowerCase() === name))
      addresses.push(address);
  }
  return addresses;
}

/** The domains to try `name` in: only when it has fewer dots than `ndots` says. */
function searchDomains(text: string, name: string): string[] {
  const ndots = Number(/^options\b.*\bndots:(\d+)/m.exec(text)?.[1] ?? 1);
  if (name.split(".").length > ndots) return [];
  const line = /^(?:search|domain)\s+(.*)$/m.exec(text)?.[1] ?? "";
  return line
    .trim()
    .split(/\s+/)
    .map((domain) => domain.replace(/\.$/, ""))
    .filter((domain) => domain !== "");
}

/** Small local files, read at each new connection: synchronous, so that no pool is waited for. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The same, but while DNS fails, an answer of up to `ms` ago still holds. */
export function remembering(lookup: Lookup, ms: number): Lookup {
  const known = new Map<string, { until: number; found: LookupResult }>();
  return async (host) => {
    const addresses = await lookup(host);
    const now = performance.now();
    if (addresses.ok) {
      known.set(host, { until: now + ms, found: addresses });
      return addresses;
    }
    const last = known.get(host);
    return last && last.until > now ? last.found : addresses;
  };
}

type LookupCallback = (
  error: null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void;

/** A `lookup` for sockets that answers with `addresses`, without DNS. */
export function answering(addresses: string[]) {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host: string, options: { all?: boolean | undefined }, callback: LookupCallback) => {
    if (options.all) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };
}

/** How long a name server is waited for when an earlier answer is known, ms. */
const patience = 1000;

/**
 * A `lookup` for sockets. While the name server fails, or is silent, the last addresses of a name hold. A name that `lookup`
 * never knew is passed to the system, which has other sources than DNS: mDNS, a directory.
 */
export function steadyLookup(lookup: Lookup = createLookup()): LookupFunction {
  const known = new Map<string, string[]>();
  async function addressesOf(host: string): Promise<string[]> {
    const current = lookup(host).then((found) => {
      if (found.ok) known.set(host, found.addresses);
      return found.ok ? found.addresses : [];
    });
    const last = known.get(host);
    if (!last) return current;
    const now = await atMost(current, patience);
    return now.length > 0 ? now : last;
  }
  return (host, options, callback) => {
    addressesOf(host).then(
      (addresses) => {
        if (addresses.length === 0) systemLookup(host, options, callback);
        else answering(addresses)(host, { all: options.all }, callback);
      },
      (error: Error) => callback(error, ""),
    );
  };
}
