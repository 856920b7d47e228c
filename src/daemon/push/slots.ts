/**
 * Counts the pushes under way to each server. Pushes of one lane share a few slots. A mail server may take minutes for a
 * mail, perhaps because of its recipient alone, so a push that takes long leaves its slot: those behind it are sent
 * meanwhile. That has a bound, because mail servers allow one client some 50 connections.
 */

/** Pushes under way at once to one server, without those that take long. */
export const perLane = 8;

/** Pushes to one server that may have left their slots. */
const mostSlow = 32;

export class PushSlots {
  readonly #busy = new Map<string, number>();
  readonly #slow = new Map<string, number>();

  /** The slots in use, by lane. */
  busy(): Record<string, number> {
    return Object.fromEntries(this.#busy);
  }

  take(lane: string): void {
    count(this.#busy, lane, 1);
  }

  /** A push takes long: true if it leaves its slot. */
  leaveEarly(lane: string): boolean {
    if ((this.#slow.get(lane) ?? 0) >= mostSlow) return false;
    count(this.#busy, lane, -1);
    count(this.#slow, lane, 1);
    return true;
  }

  /** A push has ended; `early`: it left its slot before. */
  leave(lane: string, early: boolean): void {
    count(early ? this.#slow : this.#busy, lane, -1);
  }
}

function count(of: Map<string, number>, lane: string, by: number): void {
  const number = (of.get(lane) ?? 0) + by;
  if (number === 0) of.delete(lane);
  else of.set(lane, number);
}
