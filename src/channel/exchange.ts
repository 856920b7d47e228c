/**
 * HTTP for channels: one request, with a result within ten seconds even if the server hangs. Connections
 * pass the same address guard as health checks, over an agent of their own, so that slow targets delay no
 * page. Redirects are not followed: credentials belong to one server.
 *
 * The status line is the answer: "200" and "503" hold if the rest is missing or breaks the rules of HTTP, for example a
 * body that is too long or has another length than announced.
 */
import { AddressRefused } from "../probe/connect.ts";
import { createDeadlines } from "../probe/deadlines.ts";
import { brokeUnanswered, exchange, type Answered, type Begun } from "../probe/exchange.ts";
import { createGuardedAgent } from "../probe/guarded-agent.ts";
import { createLookup, remembering } from "../probe/lookup.ts";
import { reasonOf } from "../probe/reason.ts";
import { again, perhaps, refused, type Answer, type NoAnswer } from "./answer.ts";
import type { Surroundings } from "./sender.ts";

export interface Exchange {
  /** Never rejects. `timeout`: ms that are left for it. */
  send(request: {
    url: URL;
    method: "GET" | "POST";
    headers: Record<string, string>;
    body: string | Buffer | null;
    timeout: number;
  }): Promise<Answer | NoAnswer>;
  /** Until when an attempt that begins now may take, by `performance.now()`. */
  endsAt(): number;
  close(): Promise<void>;
}

/** The whole attempt, ms. */
export const attemptTimeout = 10_000;
/** As much of the body of an answer is read. */
const maxBytes = 64 * 1024;
const connectTimeout = 5_000;
/** A page still goes out when DNS fails: the address that worked last is good enough for an hour. */
export const addressMemory = 60 * 60_000;

export function createExchange(surroundings: Surroundings): Exchange {
  const { userAgent, lookup = createLookup(), timeout = attemptTimeout } = surroundings;
  const deadlines = createDeadlines();
  const agent = createGuardedAgent({
    ...surroundings,
    lookup: remembering(lookup, addressMemory),
    connectTimeout,
  });
  return {
    async send(request) {
      const endsAt = performance.now() + request.timeout;
      const once = () =>
        exchange(agent, deadlines, {
          ...request,
          headers: {
            accept: "application/json",
            "accept-encoding": "identity",
            "user-agent": userAgent,
            ...request.headers,
          },
          maxBytes,
          lenient: true,
          timeout: endsAt - performance.now(),
        });
      let answered = await once();
      // A page must not wait because the server closed a kept connection at the moment it was used.
      while (brokeUnanswered(answered) && answered.trace.kept) answered = await once();
      return answerOf(answered);
    },
    endsAt: () => performance.now() + timeout,
    async close() {
      deadlines.close();
      await agent.close();
    },
  };
}

/** The answer as far as it came, or the outcome when not even a status line did. */
export function answerOf(answered: Answered): Answer | NoAnswer {
  if (answered.kind === "answer") return answered;
  const cut = (begun: Begun): Answer => ({ kind: "answer", ...begun, cut: true });
  if (answered.kind === "too-large") return cut(answered.begun);
  if (answered.begun !== null) return cut(answered.begun);
  if (answered.kind === "late") {
    const detail = `timed out while ${answered.during}`;
    return answered.sent ? perhaps(null, detail) : again(null, detail, false);
  }
  const { error, sent } = answered;
  if (error instanceof AddressRefused)
    return refused(null, `the server's address is not allowed: ${error.why}`);
  const detail = reasonOf(error);
  if (detail.startsWith("request cannot be sent")) return refused(null, detail);
  return sent ? perhaps(null, detail) : again(null, detail, false);
}
