/** Creates the client for the selected server. */
import { createClient, type Client } from "../../client/client.ts";
import { changeOf } from "../../client/change.ts";
import { exchange, type Exchange, type Outgoing } from "../../client/exchange.ts";
import type { Options, Target } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { Failure } from "../call/failure.ts";
import { mayBeMade, remedyOf } from "../call/remedies.ts";
import type { Io } from "../io.ts";
import { statusLine } from "../output/status-line.ts";
import { noticingVersion } from "./newer-server.ts";
import { saying } from "./verbose.ts";
import { version } from "../call/version.ts";

/** A client with the key that was found; fails without one. `hear` gets the server's version. */
export function clientOf(
  target: Target,
  options: Options,
  io: Io | null = null,
  onVersion?: (version: string) => void,
): Client {
  if (target.apiKey === null)
    throw new Failure(`no API key for ${target.url}`, {
      exit: exitCodes.access,
      code: "not_signed_in",
      next: `monitorctl login ${target.url}, or set MONITORCTL_API_KEY`,
    });
  return clientWith(target.url, target.apiKey, options, io, onVersion);
}

/** A client with any key, or with none. With `io` it says when it has to wait. */
export function clientWith(
  url: string,
  apiKey: string | null,
  options: Options,
  io: Io | null = null,
  onVersion: (version: string) => void = () => {},
): Client {
  return createClient({
    url,
    apiKey,
    userAgent: `monitorctl/${version}`,
    timeout: (options.timeout ?? 30) * 1000,
    insecure: options.insecure ?? false,
    readsOnly: options["dryRun"] === true,
    ...(io && {
      onBusy: async (seconds: number) => {
        io.stderr.write(`${url} asks to wait ${seconds} s: too many requests with this key\n`);
        await io.sleep(seconds * 1000);
      },
    }),
    ...(io ? { exchange: noticingVersion(carrierOf(io, url, options), onVersion) } : {}),
  });
}

function carrierOf(io: Io, url: string, { verbose }: Options): Exchange {
  const carry = telling(io, url);
  return verbose === true ? saying(io, carry) : carry;
}

/** The sentence for a change that is interrupted before its answer; null: the request makes none. */
function whatIsLost(request: Outgoing): string | null {
  const change = changeOf(request);
  if (change === null) return null;
  const next = remedyOf(change);
  return `Interrupted: ${mayBeMade}${next === null ? "" : `; ${next}`}`;
}

/** A request that takes longer than this shows a status line, ms. */
const showWaitMs = 1000;

/** An exchange that says on the terminal when it has to wait. */
function telling(io: Io, url: string): Exchange {
  const line = statusLine(io);
  let waiting = 0;
  /** The first of several requests that fails ends the command; the errors of the others are not printed. */
  let over = false;
  return async (request) => {
    waiting++;
    const lost = whatIsLost(request);
    if (lost !== null) io.noteAtInterrupt?.(lost);
    const since = io.now();
    const timer = setInterval(() => {
      const seconds = Math.round((io.now() - since) / 1000);
      if (!over) line.show(`waiting for ${url} (${seconds} s)`);
    }, showWaitMs);
    try {
      const answer = await exchange(request);
      over = false;
      if (waiting === 1) line.clear();
      return answer;
    } catch (error) {
      over = true;
      line.clear();
      throw error;
    } finally {
      if (lost !== null) io.noteAtInterrupt?.(null);
      waiting--;
      clearInterval(timer);
    }
  };
}
