/**
 * Watches the disk that holds a SQLite database: every five seconds one step of upkeep, which also finds a disk
 * that fills up or cannot be written. Each state is logged once, and the operators are notified once: through
 * the outbox, or from memory when writes fail for longer than a blip.
 */
import type { Store } from "../../app/store.ts";
import { diskText } from "../../core/disk/notice.ts";
import { seenDisk, type DiskSeen, type DiskState } from "../../core/disk/room.ts";
import type { Instant } from "../../core/model/model.ts";
import { StoreUnavailable } from "../../store/kit/unavailable.ts";
import type { Log } from "../log.ts";
import { startLoop, type Loop, type LoopContext } from "../loop.ts";
import type { LastWord } from "./last-word.ts";

const shortestPause = 5_000;
/** Writes that fail for less than this are a blip, ms. */
const blip = 10_000;

/** The state of the disk, as this node saw it last. */
export class DiskView {
  seen: DiskSeen | null = null;
}

export function startDiskWatch(
  context: LoopContext & {
    store: Store;
    view: DiskView;
    lastWord: LastWord;
    log: Pick<Log, "info" | "warn">;
  },
): Loop {
  const { store, clock, view, lastWord, log } = context;
  const pause = Math.max(shortestPause, context.longestSleep ?? 0);
  let unwritableSince: Instant | null = null;
  /** The state that the operators were notified of; null: not asked since the start. */
  let notified: DiskState | null = null;
  let next = clock.now();

  const loop = startLoop(async () => {
    const now = clock.now();
    // The disk of a database server is not ours to watch.
    if (store.shared) return null;
    if (now < next && store.failure() === null) return next;
    next = now + pause;
    const disk = await store.upkeep();
    if (!disk) return null;
    const before: DiskState = view.seen?.state ?? "ok";
    view.seen = seenDisk(disk, before);
    await act(view.seen, before, now);
    return view.seen.state === "unwritable" ? now + Math.min(pause, shortestPause) : next;
  }, context);

  const remember = async () => lastWord.remember(await store.read.operator_devices());

  async function act(seen: DiskSeen, before: DiskState, now: Instant): Promise<void> {
    if (seen.state === "unwritable") {
      unwritableSince ??= now;
      if (now - unwritableSince < blip) return;
      // Reads go on in most cases, and are newer than the memory.
      await remember().catch(() => {});
      lastWord.cannotWrite(seen, now);
      return;
    }
    unwritableSince = null;
    lastWord.canWrite(seen, now);
    if (seen.state !== before) {
      if (seen.state === "ok") log.info(seen.sentence);
      else log.warn(seen.sentence);
    }
    try {
      const { state } = seen;
      if (state !== notified) await store.run("notify_disk", { state, text: diskText(seen), now });
      notified = state;
      await remember();
    } catch (error) {
      // The next look finds the reason.
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  return {
    nudge: () => loop.nudge(),
    resting: () => loop.resting() && lastWord.resting(),
    async stop() {
      await loop.stop();
      await lastWord.stop();
    },
  };
}
