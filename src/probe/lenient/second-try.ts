/**
 * Asks a server, and once more where the first try says how: on another connection when a kept one was closed, in HTTP/2
 * when the server speaks HTTP/2 alone, or leniently when the answer broke the rules of HTTP. The usual answer pays for none
 * of it.
 */
import type { Guard } from "../connect.ts";
import type { Deadlines } from "../deadlines.ts";
import { brokeUnanswered, exchange, type Answered, type Request, type Trace } from "../exchange.ts";
import { exchangeLeniently } from "./lenient-exchange.ts";
import { isUnreadable, speaksHttp2 } from "../reason.ts";
import { through, type SharedWays } from "../ways-out.ts";

type Try = "usual" | "http2" | "lenient";

/** An answer; `odd`: the rules of HTTP that it broke. */
export type Asked = Answered & { trace: Trace; odd?: string[] };

/** A kept connection that was closed, a fresh one, and the try that the fresh one asks for. */
const mostTries = 3;

/** Sends a request through `guard`; `request` makes it for each try, with the time that is left. */
export async function askTwice(
  shared: SharedWays,
  guard: Guard,
  deadlines: Deadlines,
  request: () => Request,
): Promise<Asked> {
  const first = request();
  let answered = await ask("usual", shared, guard, deadlines, first);
  for (let tries = 1; tries < mostTries; tries++) {
    const next = nextTry(answered, first);
    if (next === null) break;
    const again = await ask(next, shared, guard, deadlines, request());
    // Its status was an answer, although not in the version that it asks for.
    if (answered.kind === "answer" && again.kind !== "answer") break;
    answered = again;
    if (next !== "usual") break;
  }
  return answered;
}

function ask(
  how: Try,
  shared: SharedWays,
  guard: Guard,
  deadlines: Deadlines,
  request: Request,
): Promise<Asked> {
  return how === "lenient"
    ? exchangeLeniently(guard, deadlines, request)
    : through(shared, guard, how === "http2", (agent) => exchange(agent, deadlines, request));
}

/** How to ask again; null: the answer stands. */
function nextTry(answered: Asked, { url, method }: Request): Try | null {
  if (answered.kind === "answer")
    return upgrades.has(answered.status) && url.protocol === "https:" ? "http2" : null;
  if (answered.kind !== "error") return null;
  if (speaksHttp2(answered.error)) return "http2";
  const { kept } = answered.trace;
  // The server may have closed a kept connection at the moment it was used, which is not a failure of the target.
  if (kept && brokeUnanswered(answered)) return "usual";
  return isUnreadable(answered.error) || (brokeUnanswered(answered) && method !== "POST")
    ? "lenient"
    : null;
}

/** Statuses that ask for another version of HTTP: Upgrade Required, HTTP Version Not Supported. */
const upgrades = new Set([426, 505]);
