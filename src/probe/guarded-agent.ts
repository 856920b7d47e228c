/**
 * The way out over HTTP: an undici agent whose connections pass the address guard. No proxy variables are
 * read. When the profile changes, connections made under the old one are not used again.
 */
import { Agent, type buildConnector } from "undici";
import { open, type Connection, type Guard, type Opening } from "./connect.ts";
import { takeOut } from "./under-way.ts";

export interface GuardOptions extends Guard {
  /** TCP and TLS together, ms. */
  connectTimeout: number;
  /** Over TLS HTTP/2 is spoken, in place of HTTP/1.1. */
  http2?: boolean;
  /** A connection is closed that was not used for so long, ms; at most `useFor`, the default. */
  idleFor?: number;
}

export interface GuardedAgent {
  /** Resolves when `current` may be asked; null: it may. Never rejects. */
  fresh(): Promise<void> | null;
  /** The agent to dispatch on now. */
  current(): Agent;
  /** The latest pending connection to `origin`; null: none. */
  pending(origin: string): Connection | null;
  close(): Promise<void>;
}

/** A connection that is being made, and to where. */
interface Pending {
  opening: Opening;
  origin: string;
}

/**
 * How long after it was made a connection is used, ms. Less than a minute, so that a check a minute meets the same as a
 * new visitor: the address that the name has now, the certificate of now, and a server that still accepts.
 */
export const useFor = 55_000;

export function createGuardedAgent(options: GuardOptions): GuardedAgent {
  const pending: Pending[] = [];
  let profile = options.profile();
  let agent = createAgent(options, pending);
  return {
    fresh: () => options.fresh?.() ?? null,
    current() {
      const now = options.profile();
      if (now !== profile) {
        profile = now;
        // The requests on it end as they began.
        agent.close().catch(() => {});
        agent = createAgent(options, pending);
      }
      return agent;
    },
    pending(origin) {
      const latest = pending.findLast((one) => one.origin === origin);
      return latest?.opening.connection ?? null;
    },
    async close() {
      // undici knows of a socket only once it is connected.
      for (const { opening } of pending) opening.abandon(new Error("closed"));
      await agent.destroy();
    },
  };
}

function createAgent(options: GuardOptions, pending: Pending[]): Agent {
  const profile = options.profile();
  const guard = { ...options, profile: () => profile, fresh: undefined };
  return new Agent({
    connect: (target, callback) => {
      const opening = open(guard, {
        host: target.hostname,
        ...portOf(target, options.http2 ? "h2" : "http/1.1"),
        timeout: options.connectTimeout,
      });
      const origin = `${target.protocol}//${target.host ?? target.hostname}`;
      const one = { opening, origin };
      pending.push(one);
      opening.socket
        .finally(() => takeOut(pending, one))
        .then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
    },
    allowH2: options.http2 === true,
    clientTtl: useFor,
    keepAliveTimeout: options.idleFor ?? useFor,
    keepAliveMaxTimeout: options.idleFor ?? useFor,
    maxHeaderSize: 64 * 1024,
    // One deadline stands over the whole exchange; timers per phase would only cost.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function portOf({ protocol, port }: buildConnector.Options, spoken: string) {
  const secure = protocol === "https:";
  return {
    port: Number(port) || (secure ? 443 : 80),
    tls: secure ? { alpn: [spoken] } : null,
  };
}
