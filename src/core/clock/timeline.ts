/**
 * Service time: the time that every decision and every stored instant goes by. It runs by a steady clock, which
 * neither operators nor time servers set. The wall clock is followed where it differs by a second at most. A
 * larger difference is a *step*: service time goes on as before, and takes over the new wall time only when that
 * has stood for five minutes. Adopting a step moves all stored instants of unfinished work by the same amount
 * (`store/kit/shifts`), so that no duration grows or ends. A wall clock that returns before that has no effect.
 * Pure.
 */
import type { Instant } from "../model/model.ts";

/** A wall clock that differs from service time. */
export interface ClockStep {
  /** How far the wall clock is ahead of service time, ms; negative: behind. */
  by: number;
  /** Since when it has differed by this amount, in service time. */
  since: Instant;
}

export interface Timeline {
  /** Service time less the reading of the steady clock, ms. */
  offset: number;
  /** The step that is held back; null: wall clock and service time agree. */
  step: ClockStep | null;
}

/** Readings of the machine's clocks at one moment. */
export interface ClockReading {
  wall: Instant;
  /** Reading of the steady clock, ms. */
  steady: number;
  /** Names the boot that the steady clock counts from; null: it counts from the start of the process. */
  boot: string | null;
}

/** The timeline of a process at one moment, stored so that the next process of the same boot continues it. */
export interface Anchor {
  boot: string | null;
  /** The reading of the steady clock at `at`, ms. */
  steady: number;
  at: Instant;
  step: ClockStep | null;
}

/** Differences up to this are followed quietly, ms. */
export const clockTolerance = 1000;
/** For how long a wall clock must stand before its time is adopted, ms. */
export const standsFor = 5 * 60_000;

/** The timeline of a process that starts: continued from `anchor` within one boot, else from the wall clock. */
export function startTimeline(
  anchor: Anchor | null,
  { wall, steady, boot }: ClockReading,
): Timeline {
  const sameBoot = anchor !== null && boot !== null && anchor.boot === boot;
  return sameBoot && steady >= anchor.steady
    ? { offset: anchor.at - anchor.steady, step: anchor.step }
    : { offset: wall - steady, step: null };
}

/** The timeline after a comparison of both clocks; the same object if it goes on unchanged. */
export function compareClocks(
  timeline: Timeline,
  { wall, steady }: Omit<ClockReading, "boot">,
): Timeline {
  const { offset, step } = timeline;
  const now = steady + offset;
  const by = wall - now;
  if (by === 0 && step === null) return timeline;
  if (Math.abs(by) <= clockTolerance) return { offset: wall - steady, step: null };
  if (step !== null && Math.abs(by - step.by) <= clockTolerance) return timeline;
  return { offset, step: { by, since: now } };
}

/** True once the wall clock of `step` has stood for long enough. */
export function isLasting({ since }: ClockStep, now: Instant): boolean {
  return now - since >= standsFor;
}

/** True when `now` is earlier than the newest stored instant, by more than is followed quietly. */
export function isEarlier(now: Instant, newest: Instant): boolean {
  return newest - now > clockTolerance;
}
