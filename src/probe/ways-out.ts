/**
 * The ways out of a probe. Most share the connections of all. A monitor with certificates or an IP version of its own has a
 * guard of its own, and no other monitor uses a connection that was made for it.
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

/** The guard of a monitor: `guard` itself, unless the monitor has certificates or an IP version of its own. */
export function guardOf(
  guard: Guard,
  { tls_ca, tls_client_cert, ip_version = "any" }: Omit<Probed, "url">,
): Guard {
  if (!tls_ca && !tls_client_cert && ip_version === "any") return guard;
  return {
    ...guard,
    ca: tls_ca ?? guard.ca,
    client: tls_client_cert ?? undefined,
    version: ip_version === "any" ? undefined : ip_version,
  };
}

/** The guards of a monitor: at the origin of its URL, and elsewhere, where its client certificate is not shown. */
export function guardsOf(guard: Guard, monitor: Probed): { home: Guard; elsewhere: Guard } {
  const home = guardOf(guard, monitor);
  return {
    home,
    elsewhere: guardOf(guard, { ...monitor, tls_client_cert: null }),
  };
}

/** Uses an agent behind `guard`: the shared one, or one of its own that ends with the use. `http2`: see `GuardOptions`. */
export function through<T>(
  { guard: common, agent, connectTimeout }: SharedWays,
  guard: Guard,
  http2: boolean,
  use: (agent: GuardedAgent) => Promise<T>,
): Promise<T> {
  if (guard === common && !http2) return use(agent);
  return ended(createGuardedAgent({ ...guard, connectTimeout, http2 }), use);
}

async function ended<T>(agent: GuardedAgent, use: (agent: GuardedAgent) => Promise<T>): Promise<T> {
  try {
    return await use(agent);
  } finally {
    await agent.close();
  }
}
