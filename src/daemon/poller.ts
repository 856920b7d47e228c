/**
 * Makes due health checks: claims as many as there are free slots, fetches outside any transaction, and
 * reports what came back as a command. A slow target holds a slot, never a lock; a daemon that dies in
 * between leaves a claim that runs out.
 *
 * A transaction costs far more than what is written in it (measured at 100 checks a second: nine tenths
 * of the whole check), so answers that are well gather for a moment and share one with the next claim.
 * An answer that says something is wrong waits for nobody.
 */
import type { Clock, DueCheck, Node, Prober, Store, Verbs } from "../app/ports.ts";
import { readHealth } from "../core/health/health.ts";
import type { Instant } from "../core/model/model.ts";
import type { Network } from "./network.ts";
import { startLoop, type Loop } from "./loop.ts";

/** Fetches under way at once. A hung target holds its slot for its timeout, 60 s at most. */
const slots = 256;
/** How long answers and claims gather, and how long when more is due than there were slots, ms. */
const gather = { usual: 400, behind: 50 };

type Answer = Parameters<Verbs["command"]>[0];

export function startPoller(context: {
  store: Store;
  prober: Prober;
  clock: Clock;
  node: Node;
  network: Pick<Network, "skips">;
  onError: (error: unknown) => void;
}): Loop {
  const { store, prober, clock, node, network } = context;
  const underWay = new Set<Promise<void>>();
  let answers: Answer[] = [];
  /** When the next check is due, as far as is known; null: look. */
  let nextDue: Instant | null = null;
  let stopped = false;

  async function check(due: DueCheck): Promise<void> {
    const fetched = await prober.fetch(due.monitor);
    const now = clock.now();
    // The claim has run out (this process stood still): somebody else checks, and this answer is old.
    if (now > due.lease_until) return;
    const unreachable = fetched.kind === "failure" && fetched.unreachable;
    if (await network.skips(due.subject_id, !unreachable)) {
      answers.push({
        subject_id: due.subject_id,
        command: { kind: "reading_skipped", lease: due.lease },
        now: clock.now(),
      });
      return;
    }
    const reading = readHealth(fetched, now);
    answers.push({
      subject_id: due.subject_id,
      command: { kind: "checked", lease: due.lease, reading },
      now,
    });
    const well = reading.ok && reading.results.every(({ status }) => status === "ok");
    if (!well) loop.nudge();
  }

  const failed = (error: unknown) => {
    if (!stopped) context.onError(error);
  };

  /** Hands over what has gathered; all of one turn is one transaction. */
  function report(): Promise<unknown> {
    const gathered = answers;
    answers = [];
    return Promise.all(gathered.map((answer) => store.run("command", answer).catch(failed)));
  }

  const loop = startLoop(
    async () => {
      void report();
      const now = clock.now();
      const limit = slots - underWay.size;
      let behind = limit === 0;
      if (limit > 0 && (nextDue === null || nextDue <= now)) {
        const { due, next_at } = await store.run("claim_checks", {
          node: node.id,
          limit,
          now,
        });
        nextDue = next_at;
        behind = due.length === limit;
        for (const one of due) {
          const task = check(one)
            .catch(failed)
            .finally(() => underWay.delete(task));
          underWay.add(task);
        }
      }
      const earliest = now + (behind ? gather.behind : gather.usual);
      const next = nextDue;
      // Another process may have made something due: never trust what is known for long.
      nextDue = next !== null && next > now + 1000 ? null : next;
      if (underWay.size > 0 || answers.length > 0) return earliest;
      return next === null ? null : Math.max(next, earliest);
    },
    { clock, onError: context.onError },
  );

  return {
    nudge: () => {
      nextDue = null;
      loop.nudge();
    },
    resting: () => loop.resting() && underWay.size === 0,
    async stop() {
      stopped = true;
      await loop.stop();
      // What is under way is not waited for: its claims are taken up again after the next start.
      await report();
    },
  };
}
