/**
 * Sends due pushes of the outbox: claim with a lease, send, settle. Pushes to one server share a few
 * slots, so that a slow or dead server delays only its own pushes, and one that takes minutes for a push leaves slots for
 * the next (`push/slots`). The lease of a push that takes long is renewed while
 * it is being sent: no other node sends it too, and if this one dies, another does so within seconds. When settling fails because the
 * database is unavailable, the outcome is kept and settled later: an expired lease would ring the phone a
 * second time. When settling throws for another reason, perhaps because of the answer of the server, the outcome is settled
 * without it.
 *
 * Where the store can, pushes are claimed by the commit that wrote them, so that a page leaves as soon as its incident is on
 * disk. The loop claims pushes that come due later, and those that the commit left.
 */
import type { Claimed } from "../app/push/claim-pushes.ts";
import type { DuePush, Pusher, PushOutcome } from "../core/paging/push.ts";
import { thrownText } from "../core/text/thrown.ts";
import type { Store } from "../app/store.ts";
import { StoreUnavailable } from "../store/kit/unavailable.ts";
import { takeOut } from "../probe/under-way.ts";
import { startLoop, type Loop, type LoopContext } from "./loop.ts";
import type { Minutes } from "./minutes.ts";
import { perLane, PushSlots } from "./push/slots.ts";

/** The lease of a push under way is renewed this often, ms; it lasts half as long again. Such a push takes long. */
const renewEvery = 10_000;

export function startDispatcher(
  context: LoopContext & {
    store: Store;
    pusher: Pusher;
    minutes: Pick<Minutes, "pushed">;
    random: () => number;
  },
): Loop {
  const { store, pusher, clock, minutes, random } = context;
  const underWay: Promise<void>[] = [];
  const slots = new PushSlots();
  const stopping = new AbortController();
  /** The claim that goes along with a transaction. Claims do not overlap: each makes lanes busy for the next one. */
  let along: PromiseWithResolvers<void> | null = null;
  let claiming = false;
  let stopped = false;
  /** Others wait for a push to end. */
  let more = false;
  /** A slot became free since the last claim counted those in use. */
  let hasFreed = false;

  /** A slot is free. */
  function freed(): void {
    hasFreed = true;
    if (more) loop.nudge();
  }

  async function send(due: DuePush): Promise<void> {
    const { claims, lane } = due;
    const started_at = clock.now();
    const end = new AbortController();
    let early = false;
    /** Renews the lease until the push has ended. Without the database it runs out. */
    const renew = async () => {
      for (;;) {
        await clock.sleep(renewEvery, end.signal);
        if (end.signal.aborted || stopping.signal.aborted) return;
        if (!early && slots.leaveEarly(lane)) {
          early = true;
          freed();
        }
        await store.run("renew_pushes", { claims, now: clock.now() }).catch(context.onError);
      }
    };
    void renew().catch(context.onError);
    const outcome = await pusher.push(due).finally(() => {
      end.abort();
      slots.leave(lane, early);
      freed();
    });
    minutes.pushed();
    await settle(due, started_at, outcome);
  }

  async function settle(
    { claims }: DuePush,
    started_at: number,
    outcome: PushOutcome,
  ): Promise<void> {
    const input = { claims, started_at, outcome, jitter: random() };
    for (;;) {
      try {
        await store.run("settle_push", { ...input, now: clock.now() });
        return;
      } catch (error) {
        context.onError(error);
        if (stopping.signal.aborted) return;
        if (error instanceof StoreUnavailable) {
          await clock.sleep(1000, stopping.signal);
          continue;
        }
        // Twice is enough: then the claim runs out, and the push is sent again.
        if (input.outcome !== outcome) return;
        input.outcome = bare(outcome, error);
      }
    }
  }

  function claim() {
    hasFreed = false;
    return { per_lane: perLane, busy: slots.busy(), now: clock.now() };
  }

  function begin(claimed: Claimed): void {
    ({ more } = claimed);
    if (more && hasFreed) loop.nudge();
    for (const one of claimed.due) {
      slots.take(one.lane);
      const task = send(one)
        .catch(context.onError)
        .finally(() => void takeOut(underWay, task));
      underWay.push(task);
    }
  }

  const loop = startLoop(async () => {
    // From here on none goes along.
    claiming = true;
    await along?.promise;
    try {
      const claimed = await store.run("claim_pushes", claim());
      begin(claimed);
      return claimed.next_at;
    } finally {
      claiming = false;
    }
  }, context);

  store.follow(
    "pushes",
    "claim_pushes",
    () => {
      if (claiming || along || stopped) return null;
      along = Promise.withResolvers();
      return claim();
    },
    (claimed) => {
      if (claimed) {
        begin(claimed);
        if (claimed.next_at !== null) loop.nudge(claimed.next_at);
      }
      along?.resolve();
      along = null;
    },
  );

  return {
    nudge: (at) => loop.nudge(at),
    resting: () => loop.resting() && underWay.length === 0 && !along,
    async stop() {
      stopped = true;
      await loop.stop();
      await along?.promise;
      // Pushes being sent are worth a short wait: a push that is settled now is not sent twice.
      await Promise.race([Promise.allSettled(underWay), clock.sleep(5000, stopping.signal)]);
      stopping.abort();
    },
  };
}

/** An outcome without anything that its server wrote. */
function bare(outcome: PushOutcome, thrown: unknown): PushOutcome {
  if (outcome.kind === "delivered") return { ...outcome, http_status: null, provider_id: null };
  const detail = `monitord could not record the answer: ${thrownText(thrown)}`;
  return outcome.kind === "retry"
    ? { ...outcome, http_status: null, detail, retry_after_ms: null }
    : { ...outcome, http_status: null, detail };
}
