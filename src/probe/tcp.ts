/**
 * Probes tcp:// and tls://: makes the connection, with the handshake and its certificate for tls, and closes it.
 * No byte is sent, and none is read for its meaning.
 */
import type { Socket } from "node:net";
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
    leave(socket, deadlines);
    return { kind: "connected", seen: seenOf(began, { connection }) };
  } catch (error) {
    return failed(error as Error, connection, seenOf(began, { connection }));
  }
}

/** How long a peer may take to close its side, ms, and how much of its greeting is read until then, bytes. */
const goodbye = { ms: 1000, bytes: 64 * 1024 };

/**
 * Closes a connection in order. Bytes that were not read would make it a reset: a server that greets first, as MySQL does,
 * counts those and refuses the machine after some.
 */
function leave(socket: Socket, deadlines: Deadlines): void {
  const cut = () => void socket.destroy();
  const cancel = deadlines.add(goodbye.ms, cut);
  socket
    .on("error", cut)
    .on("close", cancel)
    .on("data", () => {
      if (socket.bytesRead > goodbye.bytes) cut();
    })
    .end();
}
