/**
 * Runs due health checks: claims one per free slot, fetches outside any transaction, and
 * reports each result as a command. A slow target holds a slot, never a lock; the claim of a daemon that
 * dies expires.
 *
 * A claimed check always has a result: an exception on the way, by the probe, in reading its answer or in recording
 * it, is a failed reading. Otherwise a monitor whose check throws would keep its last status for ever.
 *
 * A transaction costs far more than its contents (at 100 checks a second, nine tenths of the whole
 * check), so healthy results gather for a moment and share a transaction with the next claim. Failing
 * results are reported immediately.
 */
import type { DueCheck, Places } from "../../app/subject/claim-checks.ts";
import type { Node } from "../../core/model/node.ts";
import type { Prober } from "../../core/health/prober.ts";
import { gatherTime } from "../../core/health/schedule.ts";
import { freeSlots, hostOf, paceOf, slots } from "../../core/health/slots.ts";
import type { Store, Verbs } from "../../app/store.ts";
import { readProbe } from "../../core/health/probe-reading.ts";
import { thrownText, unreadable } from "../../core/text/thrown.ts";
import { StoreUnavailable } from "../../store/kit/unavailable.ts";
import {
  readNext,
  unchangedCheck,
  type UnchangedCheck,
} from "../../core/health/unchanged-check.ts";
import type { Instant } from "../../core/model/model.ts";
import { CheckedMonitors, type CheckedMonitor } from "./checked-monitors.ts";
import { ChecksUnderWay } from "./checks-under-way.ts";
import { Hosts } from "./hosts.ts";
import type { Minutes } from "../minutes.ts";
import type { Network } from "../network.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "../loop.ts";

/**
 * Checks that begin in one turn of the event loop: two hundred in a row would keep requests waiting for 10 ms, and all that
 * they make would live until the last of them is answered.
 */
const checksAtOnce = 64;
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
  const underWay = new ChecksUnderWay(clock);
  const hosts = new Hosts(clock);
  /** Where the next claim goes on. */
  let from: Places = {};
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

  async function check(due: DueCheck, known: CheckedMonitor): Promise<void> {
    const { monitor } = known;
    minutes.checked(Math.max(0, clock.now() - due.due_at));
    const fetched = await prober.fetch(monitor);
    const now = clock.now();
    // The claim has expired (this process was suspended): another node checks now, and this result is
    // old.
    if (now > due.lease_until) return;
    const { subject_id, lease } = due;
    const unreachable = fetched.kind === "failure" && fetched.unreachable;
    const skips = network.skips(subject_id, !unreachable, monitor.invert);
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
        pace: paceOf(fetched),
      },
      now,
    });
    if (last && same) {
      const check = unchangedCheck(due, monitor, last, same, fetched, now);
      unchanged.push({ check, command });
      return;
    }
    answers.push(command());
    const well = reading?.ok && reading.results.every(({ status }) => status === "ok");
    if (!well) loop.nudge();
  }

  function begin(one: DueCheck, known: CheckedMonitor, host: string): void {
    const begun = underWay.begin(one);
    check(one, known)
      .catch((error: unknown) => thrown(one, error))
      .finally(() => {
        underWay.end(begun);
        if (!stopped) hosts.leave(host);
      });
  }

  const failed = (error: unknown) => {
    if (!stopped) context.onError(error);
  };

  /** The command of a check that threw something, with the reason of its failure. */
  const failure = (
    { subject_id, lease }: Pick<DueCheck, "subject_id" | "lease">,
    reason: string,
  ): CheckCommand => ({
    subject_id,
    command: { kind: "checked", lease, reading: { ok: false, reason } },
    now: clock.now(),
  });

  function thrown(due: DueCheck, error: unknown): void {
    failed(error);
    if (stopped || error instanceof StoreUnavailable) return;
    answers.push(failure(due, unreadable(error)));
    loop.nudge();
  }

  /** Results that are being written. */
  let reporting = 0;

  /** Reports the gathered results, in one transaction. */
  async function report(): Promise<void> {
    const gathered = { answers, unchanged };
    answers = [];
    unchanged = [];
    const count = gathered.answers.length + gathered.unchanged.length;
    reporting += count;
    await Promise.all([...gathered.answers.map(record), recordUnchanged(gathered.unchanged)]);
    reporting -= count;
  }

  /** Records a result. When the database is unavailable, its claim runs out, and the check is made again. */
  async function record(answer: CheckCommand): Promise<void> {
    try {
      await store.run("command", answer);
    } catch (error) {
      failed(error);
      const { subject_id, command } = answer;
      if (error instanceof StoreUnavailable || command.kind !== "checked") return;
      const reason = `monitord could not record the answer: ${thrownText(error)}`;
      const { lease } = command;
      await store.run("command", failure({ subject_id, lease }, reason)).catch(failed);
    }
  }

  async function recordUnchanged(gathered: readonly Unchanged[]): Promise<void> {
    if (gathered.length === 0) return;
    const checks = gathered.map(({ check }) => check);
    let changing = gathered;
    try {
      const { refused } = await store.run("record_unchanged", { checks, now: clock.now() });
      const ids = new Set(refused);
      changing = gathered.filter(({ check }) => ids.has(check.subject_id));
    } catch (error) {
      failed(error);
      if (error instanceof StoreUnavailable) return;
    }
    await Promise.all(changing.map(({ command }) => record(command())));
  }

  /** Makes their monitors known. A monitor that cannot be read keeps no other from its check. */
  async function load(due: readonly DueCheck[]): Promise<readonly DueCheck[]> {
    try {
      await monitors.load(due);
      return due;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      const [first, ...others] = due;
      if (first && others.length === 0) {
        thrown(first, error);
        return [];
      }
      const alone = await Promise.all(due.map((one) => load([one])));
      return alone.flat();
    }
  }

  const loop = startLoop(async () => {
    report().catch(failed);
    const now = clock.now();
    const returned = hosts.takeStuck();
    if (returned.length > 0) {
      for (const one of returned) underWay.remove(one);
      await store.run("return_checks", { checks: returned, now });
    }
    const { all: limit, ...share } = freeSlots(underWay.counts());
    if (limit === 0) gathers = gatherTime({ claimed: 0, within: 1, free: 0 });
    if (limit > 0 && (nextDue === null || nextDue <= now)) {
      await caughtUp();
      const { due, next_at, ...claimed } = await store.run("claim_checks", {
        node: node.id,
        limit,
        ...share,
        room: hosts.room(),
        from,
        recall: recall.isDue(),
        now,
      });
      if (recall.isDue()) recall.set(recallPause);
      nextDue = next_at;
      ({ from } = claimed);
      const within = clock.steady() - claimedAt;
      claimedAt += within;
      gathers = gatherTime({ claimed: due.length, within, free: limit });
      for (const [i, one] of (await load(due)).entries()) {
        if (i % checksAtOnce === checksAtOnce - 1) await nextTurn();
        const known = monitors.get(one.subject_id);
        if (!known) continue;
        underWay.add(one);
        const host = hostOf(known.monitor.url);
        hosts.add(host, one, () => begin(one, known, host));
      }
    }
    const earliest = now + gathers;
    const next = nextDue;
    // Another process may have made a check due, so a distant due time is not trusted.
    nextDue = next !== null && next > now + 1000 ? null : next;
    // A result that is not written yet leaves the end of its claim as the next due time.
    if (underWay.isBusy() || answers.length + unchanged.length + reporting > 0) return earliest;
    return next === null ? null : Math.max(next, earliest);
  }, context);

  return {
    nudge: () => {
      nextDue = null;
      loop.nudge();
    },
    resting: () => loop.resting() && !underWay.isBusy() && reporting === 0,
    async stop() {
      stopped = true;
      await loop.stop();
      // Running checks are not awaited: their claims are taken up after the next start.
      await report();
    },
  };
}
