/** A large apply takes several transactions: whoever looks meanwhile waits, and sees all of it or nothing. */
import type { FastifyRequest } from "fastify";
import type { Clock } from "../../app/ports.ts";
import type { Store } from "../../app/store.ts";

/** Longest wait for an apply, ms. Later the answer shows what is written so far: better than none. */
const longestWait = 20_000;
/** Between two looks at an apply of another node, ms. */
const pause = 100;

/** Incidents and silences do not wait: a person may need them now. */
const urgent = /^\/(api\/v1\/)?(incidents|silences|actions)\b/;

/** The applies under way in this process, by organization. */
export class Applies {
  readonly #running = new Map<string, Promise<unknown>>();

  /** Runs an apply, for which others wait. */
  async run<T>(org_id: string, apply: () => Promise<T>): Promise<T> {
    const running = apply();
    const ended = running.catch(() => {});
    this.#running.set(org_id, ended);
    try {
      return await running;
    } finally {
      if (this.#running.get(org_id) === ended) this.#running.delete(org_id);
    }
  }

  /** Resolves when no apply of the organization is under way, or after the longest wait. */
  async settled(
    { store, clock }: { store: Store; clock: Clock },
    request: FastifyRequest,
    org_id: string,
  ): Promise<void> {
    const { config, url = "" } = request.routeOptions;
    if (config.quiet || (request.method !== "GET" && urgent.test(url))) return;
    const end = clock.now() + longestWait;
    const ending = new AbortController();
    while ((await store.read.is_applying(org_id)) && clock.now() < end)
      await (this.#running.get(org_id) ?? clock.sleep(pause, ending.signal));
  }
}
