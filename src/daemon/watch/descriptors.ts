/** Watches how many descriptors are open: each connection and each file needs one. */
import { readdirSync, readFileSync } from "node:fs";
import type { Log } from "../log.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "../loop.ts";

const pause = 5_000;
/** Short from this part on, and again enough below that one. */
const bounds = { short: 0.9, enough: 0.8 };

/** The open descriptors of this process and their limit; null: this system does not say. */
export function descriptorsOf(folder = "/proc/self"): { open: number; most: number } | null {
  try {
    const limits = readFileSync(`${folder}/limits`, "utf8");
    const most = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? NaN);
    return Number.isNaN(most) ? null : { open: readdirSync(`${folder}/fd`).length, most };
  } catch (error) {
    // To look takes one, too.
    const { code } = error as { code?: string };
    return code === "EMFILE" || code === "ENFILE" ? { open: 1, most: 1 } : null;
  }
}

export function startDescriptorWatch(
  context: LoopContext & { log: Pick<Log, "info" | "warn">; descriptors?: typeof descriptorsOf },
): Loop {
  const { clock, log, descriptors = descriptorsOf } = context;
  const between = Math.max(pause, context.longestSleep ?? 0);
  const next = timerOf(clock, 0);
  let short = false;
  return startLoop(() => {
    if (!next.isDue()) return Promise.resolve(next.at());
    next.set(between);
    const seen = descriptors();
    if (seen) {
      const part = seen.open / seen.most;
      if (!short && part >= bounds.short)
        log.warn(
          "descriptors are short: new connections may be refused. Raise LimitNOFILE= of the unit, or ulimit -n",
        );
      if (short && part < bounds.enough) log.info("descriptors are enough again");
      short = part >= (short ? bounds.enough : bounds.short);
    }
    return Promise.resolve(next.at());
  }, context);
}
