/**
 * The only way out: an undici agent whose connections pass the address guard.
 *
 * A check of the name before the request is not enough: between check and connect DNS may answer
 * something else, and a URL may hold an address that no look-up ever sees. So the connector itself
 * resolves, judges every address, connects to exactly those, and looks at the peer once more. Names keep
 * their TLS server name and Host. No proxy variables are read. When the profile changes, connections
 * made under the old one are not used again.
 */
import { isIP, connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { Agent, type buildConnector } from "undici";
import { refusal, type AddressProfile, type AddressRule } from "../core/access/address.ts";
import type { Lookup } from "./lookup.ts";

export interface GuardOptions {
  profile: () => AddressProfile;
  exceptions: readonly AddressRule[];
  lookup: Lookup;
  /** TCP and TLS together, ms. */
  connectTimeout: number;
  /** Certificate authorities in place of the system's, PEM. */
  ca?: string;
}

export interface GuardedAgent {
  /** The agent to dispatch on now. */
  current(): Agent;
  /** The current step of a pending connection to `origin`. */
  doing(origin: string): string;
  close(): Promise<void>;
}

/** The guard refuses connections to the target, for every caller. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

/** The target's name gave no address. */
export class LookupFailed extends Error {
  override name = "LookupFailed";
}

/** How long a connection is kept for the next check when the server names no limit. */
const keepAlive = 95_000;

export function createGuardedAgent(options: GuardOptions): GuardedAgent {
  const pending: PendingConnections = { doing: new Map(), sockets: new Set() };
  let profile = options.profile();
  let agent = createAgent(options, profile, pending);
  return {
    current() {
      const now = options.profile();
      if (now !== profile) {
        profile = now;
        void agent.close();
        agent = createAgent(options, profile, pending);
      }
      return agent;
    },
    doing: (origin) => pending.doing.get(origin) ?? "connecting",
    async close() {
      // undici knows of a socket only once it is connected.
      for (const socket of pending.sockets) socket.destroy();
      await agent.destroy();
    },
  };
}

/** Connections that are being made. */
interface PendingConnections {
  doing: Map<string, string>;
  sockets: Set<Socket>;
}

function createAgent(
  options: GuardOptions,
  profile: AddressProfile,
  pending: PendingConnections,
): Agent {
  return new Agent({
    connect: (target, callback) => {
      // A socket that fails late calls twice; undici takes one answer.
      let answered = false;
      const origin = originOf(target);
      const answer = (error: Error | null, socket: Socket | null) => {
        if (answered) return;
        answered = true;
        pending.doing.delete(origin);
        if (error) callback(error, null);
        else callback(null, socket!);
      };
      pending.doing.set(origin, `looking up ${target.hostname}`);
      open(options, profile, target, pending)
        .then((socket) => answer(null, socket))
        .catch((error: unknown) => answer(error as Error, null));
    },
    allowH2: false,
    keepAliveTimeout: keepAlive,
    keepAliveMaxTimeout: 600_000,
    // One deadline stands over the whole exchange; timers per phase would only cost.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function originOf(target: buildConnector.Options): string {
  return `${target.protocol}//${target.host ?? target.hostname}`;
}

async function open(
  options: GuardOptions,
  profile: AddressProfile,
  target: buildConnector.Options,
  pending: PendingConnections,
): Promise<Socket> {
  const { hostname } = target;
  const secure = target.protocol === "https:";
  const port = Number(target.port) || (secure ? 443 : 80);
  const check = (address: string) => {
    const why = refusal(address, profile, options.exceptions, port);
    if (why !== null) throw new AddressRefused(`address ${address} is not allowed: ${why}`);
  };

  let addresses = [hostname];
  if (isIP(hostname) === 0) {
    const found = await options.lookup(hostname);
    if (!found.ok) throw new LookupFailed(found.reason);
    addresses = found.addresses;
  }
  // One refused address among many condemns the name: which one is taken is not ours to choose.
  addresses.forEach(check);

  pending.doing.set(originOf(target), secure ? "connecting with TLS" : "connecting");
  const socket = await connected(options, target, addresses, port, pending);
  try {
    check(socket.remoteAddress ?? "");
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}

function connected(
  { connectTimeout, ca }: GuardOptions,
  target: buildConnector.Options,
  addresses: string[],
  port: number,
  { sockets }: PendingConnections,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const tcp = {
    host: target.hostname,
    port,
    // Only the checked addresses; the system's resolver is not asked again.
    lookup: answering(addresses),
    autoSelectFamily: addresses.length > 1,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  };
  const secure = target.protocol === "https:";
  const socket = secure
    ? connectTls({
        ...tcp,
        ...(isIP(target.hostname) === 0 && {
          servername: target.servername ?? target.hostname,
        }),
        ...(ca !== undefined && { ca }),
        ALPNProtocols: ["http/1.1"],
      })
    : connectTcp(tcp);
  sockets.add(socket);
  const opened = () => {
    clearTimeout(timer);
    sockets.delete(socket);
  };
  const timer = setTimeout(() => {
    socket.destroy(Object.assign(new Error("connect timeout"), { code: "ETIMEDOUT" }));
  }, connectTimeout);
  socket
    .once(secure ? "secureConnect" : "connect", () => {
      opened();
      resolve(socket);
    })
    // Stays on after connecting, because a socket without one throws.
    .on("error", (error) => {
      opened();
      reject(error);
    })
    .once("close", () => {
      opened();
      reject(new Error("connection closed"));
    });
  return promise;
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
