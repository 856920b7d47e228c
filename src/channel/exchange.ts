/**
 * HTTP for channels: one request, with a result within ten seconds even if the server hangs. Connections
 * pass the same address guard as health checks, over an agent of their own, so that slow targets delay no
 * page. Redirects are not followed: credentials belong to one server.
 */
import { AddressRefused } from "../probe/connect.ts";
import { createDeadlines } from "../probe/deadlines.ts";
import { exchange, type Answered } from "../probe/exchange.ts";
import { createGuardedAgent } from "../probe/guarded-agent.ts";
import { createLookup, remembering } from "../probe/lookup.ts";
import { reasonOf } from "../probe/reason.ts";
import { again, refused, type Answer, type NoAnswer } from "./answer.ts";
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
const maxBytes = 64 * 1024;
export const connectTimeout = 5_000;
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
      const answered = await exchange(agent, deadlines, {
        ...request,
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          "user-agent": userAgent,
          ...request.headers,
        },
        maxBytes,
      });
      return answered.kind === "answer" ? answered : noAnswer(answered);
    },
    endsAt: () => performance.now() + timeout,
    async close() {
      deadlines.close();
      await agent.close();
    },
  };
}

/** The outcome when there was no complete answer. */
export function noAnswer(answered: Exclude<Answered, { kind: "answer" }>): NoAnswer {
  switch (answered.kind) {
    case "late":
      return again(null, `timed out while ${answered.during}`, answered.sent);
    case "too-large":
      return again(answered.status, "the answer is too long", true);
    case "error": {
      const { error, sent } = answered;
      if (error instanceof AddressRefused)
        return refused(null, `the server's address is not allowed: ${error.why}`);
      const detail = reasonOf(error);
      return detail.startsWith("request cannot be sent")
        ? refused(null, detail)
        : again(null, detail, sent);
    }
  }
}
