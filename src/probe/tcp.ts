/**
 * Probes tcp:// and tls://: makes the connection, with the handshake and its certificate for tls, and closes it.
 * No byte is sent or read.
 */
import type { Endpoint } from "../core/health/endpoint.ts";
import type { Fetched } from "../core/health/prober.ts";
import { open, type Guard } from "./connect.ts";
import type { Deadlines } from "./deadlines.ts";
import { failed } from "./failed.ts";
import { seenOf } from "./seen.ts";
import { within } from "./within.ts";

/** Probes `endpoint` within `seconds`. */
export async function probeTcp(
  guard: Guard,
  deadlines: Deadlines,
  seconds: number,
  { scheme, host, port }: Endpoint & { scheme: "tcp" | "tls" },
): Promise<Fetched> {
  const began = performance.now();
  const opening = open(guard, { host, port, tls: scheme === "tls" ? {} : null });
  const { connection } = opening;
  try {
    const socket = await within(deadlines, seconds, opening.socket, opening.abandon);
    socket.destroy();
    return { kind: "connected", seen: seenOf(began, { connection }) };
  } catch (error) {
    return failed(error as Error, connection, seenOf(began, { connection }));
  }
}
