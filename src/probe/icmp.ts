/**
 * Probes icmp://: one packet by the system's `ping`, and a second one when the first is not answered in half of the time. Names
 * are looked up here, and only an address that the guard has judged is handed on. The second packet goes to the other family of
 * addresses, if the name has both.
 */
import { isIP } from "node:net";
import type { Fetched, ProbeStep } from "../core/health/prober.ts";
import { guardedAddresses, type Connection, type Guard } from "./connect.ts";
import type { Deadlines } from "./deadlines.ts";
import { failed } from "./failed.ts";
import { NoReply, type Ping, type Pings } from "./pings.ts";
import { seenOf } from "./seen.ts";
import { Late, within } from "./within.ts";

/** Pings `host` within `seconds`. */
export async function probeIcmp(
  guard: Guard,
  pings: Pings,
  deadlines: Deadlines,
  seconds: number,
  host: string,
): Promise<Fetched> {
  const began = performance.now();
  const at = { step: "dns" as ProbeStep, doing: `looking up ${host}` };
  const connection: Pick<Connection, "address" | "dns"> = { address: null, dns: null };
  let ping: Ping | null = null;
  let over = false;
  const send = (address: string) => {
    connection.address = address;
    ping = pings.start(address);
    return ping.reply;
  };
  const abandon = () => ping?.abandon();

  async function ask(): Promise<number | null> {
    const addresses = await guardedAddresses(
      guard,
      { host, port: 0 },
      (ms) => (connection.dns = ms),
    );
    if (over) throw new Error("given up");
    at.step = "answer";
    at.doing = "waiting for the answer to a ping";
    const [first] = addresses as [string];
    const other = addresses.find((address) => isIP(address) !== isIP(first)) ?? first;
    const half = seconds / 2;
    try {
      return await within(deadlines, half, send(first), abandon);
    } catch (error) {
      const isLost = error instanceof NoReply || error instanceof Late;
      // A machine without IPv6 has no way to one of the two addresses, and the host is not at fault.
      if (!isLost && other === first) throw error;
      return send(other);
    }
  }

  try {
    const ms = await within(deadlines, seconds, ask(), () => {
      over = true;
      abandon();
    });
    const seen = seenOf(began, { connection });
    const total = ms === null ? seen.timing.total : Math.round(ms);
    return { kind: "connected", seen: { ...seen, timing: { ...seen.timing, total } } };
  } catch (error) {
    const failure = failed(error as Error, at, seenOf(began, { connection }));
    const isUnsent = at.step === "answer" && (ping as Ping | null)?.hasBegun() === false;
    return isUnsent ? { ...failure, undecided: true } : failure;
  }
}
