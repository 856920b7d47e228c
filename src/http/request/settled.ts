/** A large apply takes several transactions: requests wait for its end, and answer all of it or none. */
import type { FastifyRequest } from "fastify";
import { Problem } from "../answer/problem.ts";
import type { Deps } from "../deps.ts";

/**
 * Longest wait for an apply, ms: longer than until the end of its node is noticed and another one finished it, shorter
 * than clients wait. People then see a part of it; a program is asked to repeat its request.
 */
const longestWait = 20_000;
/** Pause between two reads of the state of an apply, ms. */
const pause = 100;

/** Incidents and silences do not wait: a person may need them now. */
const urgent = /^\/(api\/v1\/)?(incidents|silences|actions)\b/;

/** Between two tries to finish an apply that failed on the way, ms. */
const retry = 1000;

/** The applies that this process runs, by organization. */
export class Applies {
  readonly #deps: Pick<Deps, "store" | "clock" | "node" | "notReady">;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(deps: Pick<Deps, "store" | "clock" | "node" | "notReady">) {
    this.#deps = deps;
  }

  /** Runs an apply, for which others wait. One that fails on the way is finished later. */
  async run<T>(org_id: string, apply: () => Promise<T>): Promise<T> {
    const running = apply();
    const ended = running.then(
      () => {},
      () => this.#finish(org_id),
    );
    this.#running.set(org_id, ended);
    const forget = () => {
      if (this.#running.get(org_id) === ended) this.#running.delete(org_id);
    };
    ended.then(forget, forget);
    return running;
  }

  async #finish(org_id: string): Promise<void> {
    const { store, clock, node, notReady } = this.#deps;
    while (notReady() !== "shutting down")
      try {
        await store.run("finish_applies", { node, lost: org_id });
        return;
      } catch {
        await clock.sleep(retry, new AbortController().signal);
      }
  }

  /**
   * Resolves when no apply of the organization is under way; for pages of people also after the longest wait, when
   * requests to the API are refused.
   */
  async settled(request: FastifyRequest, org_id: string): Promise<void> {
    const { store, clock } = this.#deps;
    const { config, url = "" } = request.routeOptions;
    if (config.quiet || (request.method !== "GET" && urgent.test(url))) return;
    const end = clock.now() + longestWait;
    while (await store.read.is_applying(org_id)) {
      if (clock.now() >= end) {
        if (!url.startsWith("/api/")) return;
        throw new Problem("unavailable", "An apply is being finished. Repeat this in a moment.", {
          headers: { "retry-after": "5" },
        });
      }
      const own = this.#running.get(org_id);
      const waited = clock.sleep(pause, new AbortController().signal);
      await (own ? Promise.race([own, waited]) : waited);
    }
  }
}
