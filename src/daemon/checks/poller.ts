/**
 * Runs due health checks: claims as many as there are free slots, fetches outside any transaction, and
 * reports each result as a command. A slow target holds a slot, never a lock; the claim of a daemon that
 * dies expires.
 *
 * A transaction costs far more than its contents (at 100 checks a second, nine tenths of the whole
 * check), so healthy results gather for a moment and share a transaction with the next claim. Failing
 * results are reported immediately.
 */
import type { DueCheck } from "../../app/subject/claim-checks.ts";
import type { Node } from "../../core/model/node.ts";
import type { Prober } from "../../core/health/prober.ts";
import { gatherTime } from "../../core/health/schedule.ts";
import type { Store, Verbs } from "../../app/store.ts";
import { answerOf, readProbe } from "../../core/health/probe-reading.ts";
import {
  readNext,
  unchangedCheck,
  type UnchangedCheck,
} from "../../core/health/unchanged-check.ts";
import type { Instant } from "../../core/model/model.ts";
import { CheckedMonitors, type Known } from "./checked-monitors.ts";
import type { Minutes } from "../minutes.ts";
import type { Network } from "../network.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "../loop.ts";

/** Fetches under way at once. A hung target holds its slot for its timeout, 60 s at most. */
const slots = 256;

/**
 * Checks that begin in one turn of the event loop: two hundred in a row would keep requests waiting for 10 ms, and all that
 * they make would live until the last of them is answered.
 */
const together = 64;
const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Between searches for checks that lie too far ahead, ms. */
const recallPause = 30_000;

type CheckCommand = Parameters<Verbs["command"]>[0];

/** A check that says the same as the last one, and its command in case that changes something all the same. */
interface Unchanged {
  check: UnchangedCheck;
  command: () => CheckCommand;
}

export function startPoller(
  context: LoopContext & {
    store: Store;
    prober: Prober;
    node: Node;
    network: Pick<Network, "skips">;
    minutes: Pick<Minutes, "checked">;
    /** Resolves once a monitoring gap that ends now is recorded: only then checks are claimed. */
    caughtUp: () => Promise<void>;
  },
): Loop {
  const { store, prober, clock, node, network, minutes, caughtUp } = context;
  /** Checks that were claimed and are not over. A number: see `probe/under-way`. */
  let underWay = 0;
  const monitors = new CheckedMonitors(store);
  let answers: CheckCommand[] = [];
  let unchanged: Unchanged[] = [];
  /** When the next check is due, as far as is known; null: look. */
  let nextDue: Instant | null = null;
  let claimedAt = clock.steady();
  /** How long results and due checks gather, ms. */
  let gathers = gatherTime({ claimed: 0, within: 1, free: slots });
  const recall = timerOf(clock, 0);
  let stopped = false;

  async function check(due: DueCheck, known: Known): Promise<void> {
    const { monitor } = known;
    const fetched = await prober.fetch(monitor);
    const now = clock.now();
    // The claim has expired (this process was suspended): another node checks now, and this result is
    // old.
    if (now > due.lease_until) return;
    const { subject_id, lease } = due;
    const unreachable = fetched.kind === "failure" && fetched.unreachable;
    const skips = network.skips(subject_id, !unreachable);
    if (skips && (await skips)) {
      answers.push({
        subject_id,
        command: { kind: "reading_skipped", lease },
        now: clock.now(),
      });
      return;
    }
    const stepped = clock.stepped();
    const { last, reading, same } = readNext(monitor, known.last, fetched, now, stepped);
    known.last = last;
    const command = (): CheckCommand => ({
      subject_id,
      command: {
        kind: "checked",
        lease,
        reading: reading ?? readProbe(monitor, fetched, now, stepped),
      },
      now,
    });
    if (last && same) {
      const check = unchangedCheck(due, monitor, last, same, answerOf(fetched), now);
      unchanged.push({ check, command });
      return;
    }
    answers.push(command());
    const well = reading?.ok && reading.results.every(({ status }) => status === "ok");
    if (!well) loop.nudge();
  }

  const failed = (error: unknown) => {
    if (!stopped) context.onError(error);
  };

  /** Results that are being written. */
  let reporting = 0;

  /** Reports the gathered results, in one transaction. */
  async function report(): Promise<void> {
    const gathered = { answers, unchanged };
    answers = [];
    unchanged = [];
    const count = gathered.answers.length + gathered.unchanged.length;
    reporting += count;
    await Promise.all([
      ...gathered.answers.map((answer) => store.run("command", answer).catch(failed)),
      recordUnchanged(gathered.unchanged).catch(failed),
    ]);
    reporting -= count;
  }

  async function recordUnchanged(gathered: readonly Unchanged[]): Promise<void> {
    if (gathered.length === 0) return;
    const checks = gathered.map(({ check }) => check);
    const refused = new Set(
      (await store.run("record_unchanged", { checks, now: clock.now() })).refused,
    );
    const changing = gathered.filter(({ check }) => refused.has(check.subject_id));
    await Promise.all(changing.map(({ command }) => store.run("command", command())));
  }

  const loop = startLoop(async () => {
    void report();
    const now = clock.now();
    const limit = slots - underWay;
    if (limit === 0) gathers = gatherTime({ claimed: 0, within: 1, free: 0 });
    if (limit > 0 && (nextDue === null || nextDue <= now)) {
      await caughtUp();
      const { due, next_at } = await store.run("claim_checks", {
        node: node.id,
        limit,
        recall: recall.isDue(),
        now,
      });
      if (recall.isDue()) recall.set(recallPause);
      nextDue = next_at;
      const within = clock.steady() - claimedAt;
      claimedAt += within;
      gathers = gatherTime({ claimed: due.length, within, free: limit });
      await monitors.load(due);
      for (const [i, one] of due.entries()) {
        if (i % together === together - 1) await nextTurn();
        const known = monitors.get(one.subject_id);
        if (!known) continue;
        minutes.checked(Math.max(0, now - one.due_at));
        underWay++;
        void check(one, known)
          .catch(failed)
          .finally(() => underWay--);
      }
    }
    const earliest = now + gathers;
    const next = nextDue;
    // Another process may have made a check due, so a distant due time is not trusted.
    nextDue = next !== null && next > now + 1000 ? null : next;
    // A result that is not written yet leaves the end of its claim as the next due time.
    if (underWay > 0 || answers.length + unchanged.length + reporting > 0) return earliest;
    return next === null ? null : Math.max(next, earliest);
  }, context);

  return {
    nudge: () => {
      nextDue = null;
      loop.nudge();
    },
    resting: () => loop.resting() && underWay === 0 && reporting === 0,
    async stop() {
      stopped = true;
      await loop.stop();
      // Running checks are not awaited: their claims are taken up after the next start.
      await report();
    },
  };
}
