/**
 * Sends one push to an ntfy server and says what came of it, within ten seconds, whatever the server
 * does. Connections pass the same address guard as health checks, over an agent of their own, so that
 * slow targets hold up no page. Redirects are not followed: the credentials belong to one server.
 */
import type { DuePush, Pusher, PushOutcome } from "../app/ports.ts";
import type { AddressProfile, AddressRule } from "../core/access/address.ts";
import type { Device } from "../core/model/model.ts";
import { createDeadlines } from "../probe/deadlines.ts";
import { exchange } from "../probe/exchange.ts";
import { createGuardedAgent } from "../probe/guarded-agent.ts";
import { createLookup, remembering, type Lookup } from "../probe/lookup.ts";
import { basicAuth } from "../probe/request-headers.ts";
import { messageBytes, ntfyBody, shortMessageBytes } from "./ntfy.ts";
import { healthProblem, outcomeOf } from "./outcome.ts";

export interface PusherOptions {
  /** Server of devices that name none; may carry a path and `user:password`. */
  defaultServer: string;
  /** Access token for the default server. */
  defaultToken?: string | null;
  profile: () => AddressProfile;
  exceptions: readonly AddressRule[];
  /** `monitord/<version>`. */
  userAgent: string;
  /** The public root address as phones reach it; null: they do not. */
  site?: () => string | null;
  lookup?: Lookup;
  /** The whole attempt, ms. */
  timeout?: number;
}

export interface NtfyPusher extends Pusher {
  /** Whether the default server can be reached; null: it can, else why not. */
  check(): Promise<string | null>;
}

const maxBytes = 64 * 1024;
/** A look at the server may take this long, ms. */
const checkTimeout = 5_000;
const connectTimeout = 5_000;
/** A page still goes out when DNS fails: the address that worked last is good enough for an hour. */
const addressMemory = 60 * 60_000;

export function createPusher(options: PusherOptions): NtfyPusher {
  const timeout = options.timeout ?? 10_000;
  const site = options.site ?? (() => null);
  const deadlines = createDeadlines();
  const agent = createGuardedAgent({
    ...options,
    lookup: remembering(options.lookup ?? createLookup(), addressMemory),
    connectTimeout,
  });

  return {
    async push(due: DuePush): Promise<PushOutcome> {
      const endsAt = performance.now() + timeout;
      const server = readServer(due.device.server ?? options.defaultServer);
      if (!server) return refused(noUrl);
      const headers = headersFor(due.device, server, options);
      const send = async (limit: number) =>
        outcomeOf(
          await exchange(agent, deadlines, {
            url: server,
            method: "POST",
            headers,
            body: JSON.stringify(ntfyBody(due, limit, site())),
            maxBytes,
            timeout: endsAt - performance.now(),
          }),
        );
      const outcome = await send(messageBytes);
      return outcome.kind === "refused" && outcome.http_status === 413
        ? send(shortMessageBytes)
        : outcome;
    },
    async check() {
      const server = readServer(options.defaultServer);
      if (!server) return noUrl;
      const url = new URL("v1/health", server);
      return healthProblem(
        await exchange(agent, deadlines, {
          url,
          method: "GET",
          headers: {
            accept: "application/json",
            "accept-encoding": "identity",
            "user-agent": options.userAgent,
            ...authorizationOf(null, server, options),
          },
          body: null,
          maxBytes,
          timeout: checkTimeout,
        }),
      );
    },
    async close() {
      deadlines.close();
      await agent.close();
    },
  };
}

const noUrl = "the server's address is not an http(s) URL";

function refused(detail: string): PushOutcome {
  return { kind: "refused", http_status: null, detail };
}

/** The root of the server: JSON is published there, never to the topic's own address. */
function readServer(text: string): URL | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  url.search = "";
  url.hash = "";
  return url;
}

function headersFor(device: Device, server: URL, options: PusherOptions): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": options.userAgent,
    ...authorizationOf(device.access_token, server, options),
  };
}

/** The header that says who we are to `server`, with `token` or what is configured. */
function authorizationOf(
  token: string | null,
  server: URL,
  options: PusherOptions,
): { authorization?: string } {
  // The default server's token is for that server alone, however a device names it.
  const ours = server.href === readServer(options.defaultServer)?.href;
  const known = token ?? (ours ? options.defaultToken : null);
  const authorization = known ? `Bearer ${known}` : basicAuth(server);
  return authorization === null ? {} : { authorization };
}
