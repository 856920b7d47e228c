/**
 * Probes endpoints: one file per kind of URL. The outcome is a value within `timeout_seconds`, however the target
 * behaves, and the guard judges every address. An exception of a probe is a failure like any other, and one that does not
 * end is ended here: a check is never lost.
 */
import { readEndpoint } from "../core/health/endpoint.ts";
import type { Fetched, Probed, Prober } from "../core/health/prober.ts";
import { unreadable } from "../core/text/thrown.ts";
import type { Guard } from "./connect.ts";
import { createDeadlines } from "./deadlines.ts";
import { probeDns } from "./dns.ts";
import { createGuardedAgent, useFor } from "./guarded-agent.ts";
import { probeHttp } from "./http.ts";
import { createLookup, type Lookup } from "./lookup.ts";
import { createPings } from "./pings.ts";
import { seenOf } from "./seen.ts";
import { probeIcmp } from "./icmp.ts";
import { probeTcp } from "./tcp.ts";
import { guardOf, through, type SharedWays } from "./ways-out.ts";
import { probeWebSocket } from "./websocket.ts";
import { within } from "./within.ts";

export interface ProberOptions extends Omit<Guard, "lookup"> {
  /** `monitord/<version>`. */
  userAgent: string;
  lookup?: Lookup;
  /** Folders in which the program `ping` is looked for, as in PATH. Absent: those of systems. */
  pingPath?: string;
  /** Called with each exception of a probe. */
  onThrown?: (thrown: unknown) => void;
}

/** Longer than most targets' whole timeout: it only ends abandoned connections. */
const connectTimeout = 20_000;

/** How long a connection that no later check may use waits for the next request of its own check, ms. */
const betweenRequests = 1000;

/** A probe is ended when it goes on for this time after its timeout, s. */
const grace = 5;

export function createProber(options: ProberOptions): Prober {
  const deadlines = createDeadlines();
  const guard: Guard = { ...options, lookup: options.lookup ?? createLookup() };
  const shared = { guard, connectTimeout };
  const kept: SharedWays = { ...shared, agent: createGuardedAgent({ ...guard, connectTimeout }) };
  const brief: SharedWays = {
    ...shared,
    agent: createGuardedAgent({ ...guard, connectTimeout, idleFor: betweenRequests }),
  };
  const pings = createPings(options.pingPath);

  async function probe(monitor: Probed): Promise<Fetched> {
    const seconds = monitor.timeout_seconds;
    const { interval_seconds = Infinity } = monitor;
    const ways = interval_seconds * 1000 < useFor ? kept : brief;
    const own = guardOf(guard, monitor);
    const endpoint = readEndpoint(monitor.url);
    if (typeof endpoint === "string") {
      const seen = seenOf(performance.now(), { connection: null });
      const reason = `the URL ${endpoint}`;
      return { kind: "failure", during: "connection", reason, undecided: true, seen };
    }
    switch (endpoint.scheme) {
      case "http":
      case "https":
        return probeHttp(ways, deadlines, options.userAgent, monitor, endpoint.url);
      case "ws":
      case "wss":
        return through(ways, own, false, (agent) =>
          probeWebSocket(agent, deadlines, options.userAgent, monitor, endpoint.url),
        );
      case "icmp":
        return probeIcmp(own, pings, deadlines, seconds, endpoint.host);
      case "tcp":
      case "tls":
        return probeTcp(own, deadlines, seconds, endpoint);
      case "dns":
        return probeDns(guard, deadlines, seconds, endpoint);
    }
  }

  return {
    async fetch(monitor) {
      const began = performance.now();
      const seconds = monitor.timeout_seconds + grace;
      try {
        return await within(deadlines, seconds, probe(monitor), () => {});
      } catch (thrown) {
        options.onThrown?.(thrown);
        const seen = seenOf(began, { connection: null });
        const reason = unreadable(thrown);
        return { kind: "failure", during: "answer", reason, undecided: true, seen };
      }
    },
    async close() {
      deadlines.close();
      pings.close();
      await Promise.all([kept.agent.close(), brief.agent.close()]);
    },
  };
}
