/**
 * The hosts that are being checked: each has a few checks under way at once, and the others that are claimed wait for one of
 * them to end. On a host that answers that is a moment. On one that hangs it would be minutes: after a second their claims are
 * returned, long before they run out, and for a while no more of that host are claimed than can begin.
 */
import type { Clock } from "../../app/ports.ts";
import type { DueCheck } from "../../app/subject/claim-checks.ts";
import { quickWithin, slotsOfHost } from "../../core/health/slots.ts";

/** How long a host counts as slow after claims of it were returned, ms: the longest timeout. */
const slowFor = 60_000;

interface Host {
  running: number;
  waiting: { due: DueCheck; since: number; begin: () => void }[];
  /** Until when it counts as slow, by the steady clock. */
  slowUntil: number;
}

export class Hosts {
  readonly #clock: Pick<Clock, "steady">;
  readonly #hosts = new Map<string, Host>();

  constructor(clock: Pick<Clock, "steady">) {
    this.#clock = clock;
  }

  /** Calls `begin` as soon as `host` has a slot; `leave` gives it back. */
  add(host: string, due: DueCheck, begin: () => void): void {
    const known = this.#hosts.get(host) ?? { running: 0, waiting: [], slowUntil: -Infinity };
    this.#hosts.set(host, known);
    if (known.running >= slotsOfHost) {
      known.waiting.push({ due, since: this.#clock.steady(), begin });
      return;
    }
    known.running++;
    begin();
  }

  /** A check of `host` has ended. */
  leave(host: string): void {
    const known = this.#hosts.get(host)!;
    const next = known.waiting.shift();
    if (next) next.begin();
    else known.running--;
  }

  /** The checks that have waited for a second. They wait no longer. */
  takeStuck(): DueCheck[] {
    const now = this.#clock.steady();
    return [...this.#hosts.values()]
      .filter(({ waiting }) => waiting[0] && now - waiting[0].since > quickWithin)
      .flatMap((host) => {
        host.slowUntil = now + slowFor;
        return host.waiting.splice(0).map(({ due }) => due);
      });
  }

  /** How many more checks of a host may be claimed; hosts that are not named: any number. */
  room(): Record<string, number> {
    const now = this.#clock.steady();
    const room: Record<string, number> = {};
    for (const [name, { running, waiting, slowUntil }] of this.#hosts)
      if (slowUntil > now) room[name] = slotsOfHost - running - waiting.length;
      else if (running === 0) this.#hosts.delete(name);
    return room;
  }
}
