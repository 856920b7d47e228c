/**
 * Counts requests for the rate limits, in windows of the steady clock: a wall clock that was set back would lock
 * callers out until it has caught up.
 */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { Clock } from "../../app/ports.ts";

/** Callers that are counted at once. */
const maxCallers = 5000;

/** The store of a rate limit; each route with a limit of its own has another one. */
export function requestCounts(clock: Pick<Clock, "steady">): FastifyRateLimitStoreCtor {
  return class RequestCounts implements FastifyRateLimitStore {
    readonly #windows = new Map<string, { count: number; ends_at: number }>();

    incr(
      caller: string,
      answer: (error: Error | null, result: { current: number; ttl: number }) => void,
      length = 0,
    ): void {
      const now = clock.steady();
      const known = this.#windows.get(caller);
      const open = known !== undefined && now < known.ends_at;
      const current = open ? known : { count: 0, ends_at: now + length };
      current.count++;
      // The callers that were counted last stay.
      this.#windows.delete(caller);
      this.#windows.set(caller, current);
      const [oldest] = this.#windows.keys();
      if (this.#windows.size > maxCallers && oldest !== undefined) this.#windows.delete(oldest);
      answer(null, { current: current.count, ttl: current.ends_at - now });
    }

    child(): RequestCounts {
      return new RequestCounts();
    }
  };
}
