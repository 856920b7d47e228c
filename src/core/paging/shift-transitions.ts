/** Distinguishes pushes about shifts from others. Pure. */
import type { ShiftTransition, Transition } from "../model/model.ts";

const all: ReadonlySet<Transition> = new Set<ShiftTransition>([
  "shift_notice",
  "shift_began",
  "shift_ended",
  "shifts_changed",
  "handoff",
  "schedule_gap",
]);

/** They are news, and let pages go first. */
export const isAboutShifts = (transition: Transition): boolean => all.has(transition);
