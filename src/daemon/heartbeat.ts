/**
 * Records that this node is alive, and finds the nodes that are gone: their checks are due again from then
 * on. From the record the next start knows when monitoring ended, and this node knows that it was
 * suspended itself. With it goes the state of the clock: a step that has stood for long enough is adopted here.
 */
import { isLasting, type ClockStep } from "../core/clock/timeline.ts";
import { StoreUnavailable } from "../store/kit/unavailable.ts";
import type { Node } from "../core/model/node.ts";
import type { Store } from "../app/store.ts";
import type { MonitoringGap, Instant } from "../core/model/model.ts";
import type { ServiceClock } from "./clock.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "./loop.ts";

/**
 * Other nodes wait for a beat. A node that is alone only remembers by it, and each beat is a write to the
 * disk.
 */
const pauses = { shared: 2_000, alone: 30_000 };
/** Pause until the first checks after a monitoring gap are done, ms. */
const settling = 1_000;
/** Between beats while the clock is disturbed, ms. */
const checking = 30_000;

export interface Heartbeat extends Loop {
  /** Resolves once no beat is overdue: a monitoring gap that ends now is recorded. */
  caughtUp(): Promise<void>;
}

export function startHeartbeat(
  context: LoopContext & {
    store: Store;
    node: Node;
    clock: ServiceClock;
    onGone: (node: { id: string; name: string }) => void;
    /** Called when this node detected a monitoring gap. */
    onGap: (period: MonitoringGap) => void;
    /** Called when the clock was stepped, and with null when it agrees with service time again. */
    onStep: (step: ClockStep | null) => void;
    /** Called after a step was adopted, ms. */
    onAdopted: (by: number) => void;
  },
): Heartbeat {
  const { store, clock, node, onGone, onGap, onStep, onAdopted } = context;
  const pause = Math.max(store.shared ? pauses.shared : pauses.alone, context.longestSleep ?? 0);
  // The start may have found a monitoring gap.
  const next = timerOf(clock, settling);
  let reason: MonitoringGap["reason"] = "suspended";
  let beating: Promise<void> | null = null;
  /** The clock was stepped since the last beat. */
  let disturbed = false;
  /** The step that the last beat found. */
  let known: ClockStep | null = null;

  async function beat(now: Instant): Promise<void> {
    const stepped = disturbed;
    disturbed = false;
    try {
      const anchor = clock.anchor();
      const answer = await store.run("beat", { node, reason, anchor, disturbed: stepped, now });
      reason = "suspended";
      next.set(answer.settling ? settling : answer.step ? Math.min(pause, checking) : pause);
      for (const gone of answer.gone) onGone(gone);
      if (answer.gap) onGap(answer.gap);
      if (answer.step?.since !== known?.since) onStep(answer.step);
      known = answer.step;
      if (known && isLasting(known, now)) await adopt(known.by);
    } catch (error) {
      disturbed ||= stepped;
      if (error instanceof StoreUnavailable) reason = "database";
      throw error;
    }
  }

  /**
   * All unfinished work moves in one transaction. Requests to the store from here on go by the new time,
   * and is written after it. If it fails, the old time goes on.
   */
  async function adopt(by: number): Promise<void> {
    const now = clock.now();
    const own = clock.anchor() !== null;
    const adopted = store.run("adopt_step", { now });
    if (own) clock.adopt(by);
    try {
      const answer = await adopted;
      if (own && answer.by !== by) clock.adopt(answer.by - by);
      if (answer.by !== 0) onAdopted(answer.by);
    } catch (error) {
      if (own) clock.adopt(-by);
      throw error;
    }
    known = null;
    next.set(0);
  }

  async function caughtUp(): Promise<void> {
    const now = clock.now();
    if (disturbed || next.isDue()) await (beating ??= beat(now).finally(() => (beating = null)));
  }

  const loop = startLoop(async () => {
    await caughtUp();
    return next.at();
  }, context);
  clock.whenDisturbed(() => {
    disturbed = true;
    loop.nudge();
  });
  return { ...loop, caughtUp };
}
