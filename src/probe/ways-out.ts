/**
 * The ways out of one probe. Most share the connections of all. A monitor with certificates of its own, and HTTP/2, have
 * connections of one probe alone, so that no other monitor uses a connection that was made with a certificate.
 */
import type { Probed } from "../core/health/prober.ts";
import type { Guard } from "./connect.ts";
import { createGuardedAgent, type GuardedAgent } from "./guarded-agent.ts";

/** The parts that all probes share. */
export interface SharedWays {
  guard: Guard;
  agent: GuardedAgent;
  /** TCP and TLS together, ms. */
  connectTimeout: number;
}

export interface WaysOut {
  /** The guard for a connection to `origin`. */
  guard(origin: string): Guard;
  /** The agent for `origin`. `http2`: the one protocol that it speaks. */
  agent(origin: string, http2: boolean): GuardedAgent;
  /** Ends the connections of this probe alone. */
  close(): void;
}

type Certificates = Pick<Probed, "tls_ca" | "tls_client_cert">;

/** The guard of a monitor: `guard` itself, unless the monitor has certificates of its own. */
export function guardOf(guard: Guard, { tls_ca, tls_client_cert }: Certificates): Guard {
  if (!tls_ca && !tls_client_cert) return guard;
  return { ...guard, ca: tls_ca ?? guard.ca, client: tls_client_cert ?? undefined };
}

/** The ways out of a probe of `monitor`, whose URL has the origin `home`: no other origin sees its client certificate. */
export function waysOut(shared: SharedWays, monitor: Certificates, home: string): WaysOut {
  const { connectTimeout } = shared;
  const atHome = guardOf(shared.guard, monitor);
  const elsewhere = guardOf(shared.guard, { ...monitor, tls_client_cert: null });
  const made: { guard: Guard; http2: boolean; agent: GuardedAgent }[] = [];
  const guard = (origin: string) => (origin === home ? atHome : elsewhere);
  return {
    guard,
    agent(origin, http2) {
      const by = guard(origin);
      if (by === shared.guard && !http2) return shared.agent;
      let one = made.find((other) => other.guard === by && other.http2 === http2);
      if (!one) {
        one = { guard: by, http2, agent: createGuardedAgent({ ...by, connectTimeout, http2 }) };
        made.push(one);
      }
      return one.agent;
    },
    close: () => made.forEach(({ agent }) => void agent.close().catch(() => {})),
  };
}
