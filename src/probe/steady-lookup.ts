/** The addresses of a server that must be found again and again: a database. */
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { answering } from "./connect.ts";
import { atMost, createLookup, type Lookup } from "./lookup.ts";

/** How long a name server is waited for when an earlier answer is known, ms. */
const patience = 1000;

/**
 * A `lookup` for sockets. While the name server fails, or says nothing, the last addresses of a name hold. A name that `lookup`
 * never knew is asked of the system, which has other sources than DNS: mDNS, a directory.
 */
export function steadyLookup(lookup: Lookup = createLookup()): LookupFunction {
  const known = new Map<string, string[]>();
  async function addressesOf(host: string): Promise<string[]> {
    const asked = lookup(host).then((found) => {
      if (found.ok) known.set(host, found.addresses);
      return found.ok ? found.addresses : [];
    });
    const last = known.get(host);
    if (!last) return asked;
    const now = await atMost(asked, patience);
    return now.length > 0 ? now : last;
  }
  return (host, options, callback) => {
    void addressesOf(host).then((addresses) => {
      if (addresses.length === 0) systemLookup(host, options, callback);
      else answering(addresses)(host, { all: options.all }, callback);
    });
  };
}
