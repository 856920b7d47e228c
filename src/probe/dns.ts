/**
 * Probes dns://: asks one resolver for one name and type. The guard judges the resolver's address; that of the system is
 * asked only while one organization exists. Answers are never connected to. c-ares reads them, so that a resolver that
 * lies about lengths is a malformed answer.
 */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { Endpoint, RecordType } from "../core/health/endpoint.ts";
import type { Fetched } from "../core/health/prober.ts";
import { cleanText, cutText } from "../core/text/text.ts";
import { AddressRefused, guardedAddresses, type Connection, type Guard } from "./connect.ts";
import type { Deadlines } from "./deadlines.ts";
import { failed } from "./failed.ts";
import { seenOf } from "./seen.ts";
import { within } from "./within.ts";

/** Bytes that are kept of an answer: a resolver may send 64 KiB in all. */
const maxBytes = 1024;

/** Probes `endpoint` within `seconds`. */
export async function probeDns(
  guard: Guard,
  deadlines: Deadlines,
  seconds: number,
  { resolver, name, type }: Endpoint & { scheme: "dns" },
): Promise<Fetched> {
  const began = performance.now();
  const connection: Pick<Connection, "step" | "doing" | "address" | "dns"> = {
    step: "dns",
    doing: resolver ? `looking up ${resolver.host}` : waiting,
    address: null,
    dns: null,
  };
  // The first attempt takes a fourth of the time, the second twice as long; the deadline ends the third.
  const client = new Resolver({ timeout: Math.ceil(seconds * 250), tries: 3 });
  async function ask(): Promise<Records> {
    await guard.fresh?.();
    if (!resolver && guard.profile() === "multi") throw systemRefused();
    if (resolver) {
      const addresses = await guardedAddresses(guard, resolver);
      const servers = addresses.map((host) => joined(host, resolver.port));
      client.setServers(servers);
      connection.doing = waiting;
      if (servers.length === 1) connection.address = servers[0]!;
    }
    const start = performance.now();
    const answer = await recordsOf(client, name, type);
    connection.dns = performance.now() - start;
    return answer;
  }
  try {
    const answer = await within(deadlines, seconds, ask(), () => client.cancel());
    const seen = seenOf(began, { connection });
    return answer.ok
      ? { kind: "resolved", answers: answer.records, type, seen }
      : { kind: "failure", during: "dns", ...failureOf(answer.code, resolver === null), seen };
  } catch (error) {
    const { undecided, ...failure } = failed(
      error as Error,
      connection,
      seenOf(began, { connection }),
    );
    // A resolver that the URL names is the target.
    const isAsked = resolver !== null && connection.doing === waiting;
    return isAsked || !undecided ? failure : { ...failure, undecided };
  }
}

const waiting = "waiting for the resolver";

/** With several organizations: the resolver of the system may know names of the operator's network. */
const systemRefused = () =>
  new AddressRefused(
    "with several organizations, the resolver of the system is not asked: name one, as in dns://9.9.9.9/shop.example.com",
    "not public",
  );

/** `code`: of c-ares. */
type Records = { ok: true; records: string[] } | { ok: false; code: string };

/** The records as text, sorted, because resolvers answer in any order; without a record of the type: none. */
async function recordsOf(client: Resolver, name: string, type: RecordType): Promise<Records> {
  try {
    const answers = await queries[type](client, name);
    const texts = answers.map((text) => cutText(cleanText(text), maxBytes));
    return { ok: true, records: texts.toSorted() };
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return code === "ENODATA" ? { ok: true, records: [] } : { ok: false, code };
  }
}

/** `ours`: it is the resolver of the system, which says of the target only that its name does not exist. */
function failureOf(
  code: string,
  ours: boolean,
): { reason: string; unreachable?: true; undecided?: true } {
  const reason = reasons[code] ?? `the resolver failed (${code})`;
  return {
    reason,
    ...(unreachable.has(code) && { unreachable: true }),
    ...(ours && code !== "ENOTFOUND" && { undecided: true }),
  };
}

const queries: Record<RecordType, (client: Resolver, name: string) => Promise<string[]>> = {
  A: (client, name) => client.resolve4(name),
  AAAA: (client, name) => client.resolve6(name),
  async CAA(client, name) {
    const answers = await client.resolveCaa(name);
    return answers.map(({ critical, ...rest }) => {
      // Node adds the type of the record to its property.
      const property = Object.entries(rest).find(([key]) => key !== "type") ?? [];
      return [critical, ...property].join(" ");
    });
  },
  CNAME: (client, name) => client.resolveCname(name),
  async MX(client, name) {
    const answers = await client.resolveMx(name);
    return answers.map(({ priority, exchange }) => `${priority} ${exchange}`);
  },
  NS: (client, name) => client.resolveNs(name),
  PTR: (client, name) => client.resolvePtr(name),
  async SOA(client, name) {
    const { nsname, hostmaster, serial, refresh, retry, expire, minttl } =
      await client.resolveSoa(name);
    return [[nsname, hostmaster, serial, refresh, retry, expire, minttl].join(" ")];
  },
  async SRV(client, name) {
    const answers = await client.resolveSrv(name);
    return answers.map((srv) => `${srv.priority} ${srv.weight} ${srv.port} ${srv.name}`);
  },
  async TXT(client, name) {
    const answers = await client.resolveTxt(name);
    return answers.map((parts) => textOf(parts.join("")));
  },
};

/** The bytes of a text, one in each character, as UTF-8 where they are that. A character may be in two strings of the record. */
function textOf(bytes: string): string {
  const text = Buffer.from(bytes, "latin1").toString("utf8");
  return text.includes("\ufffd") ? bytes : text;
}

const reasons: Record<string, string> = {
  ENOTFOUND: "no such name (NXDOMAIN)",
  ESERVFAIL: "server failure (SERVFAIL)",
  EREFUSED: "the resolver refuses to answer (REFUSED)",
  ENOTIMP: "the resolver does not support this query (NOTIMP)",
  EFORMERR: "the resolver rejects the query (FORMERR)",
  EBADRESP: "the answer is malformed",
  ECONNREFUSED: "no DNS server there",
  ETIMEOUT: "no answer from the resolver",
};

/** Servers that could not be reached at all. */
const unreachable = new Set(["ECONNREFUSED", "ETIMEOUT"]);

function joined(address: string, port: number): string {
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}
