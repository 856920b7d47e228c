/**
 * Keeps a snapshot of each public status page on the disk of this node: a page is shown with its time when the database cannot
 * be read, also after a restart. Every 30 s a few pages are put together, those first whose turn is the longest ago. One
 * is written when it says something new, or after some minutes. Pages that are deleted or off lose theirs in the same round.
 */
import type { Store } from "../../app/store.ts";
import { slugOf } from "../../core/status/status-page.ts";
import type { PublicPage } from "../../store/reads/status-pages.ts";
import type { DiskView } from "../disk/watch.ts";
import type { Log } from "../log.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "../loop.ts";
import type { SnapshotFiles } from "./snapshot-files.ts";

/** Between two rounds, and until a snapshot without news is written again, ms. */
const pause = { rounds: 30_000, rewrite: 5 * 60_000 };
/** Pages that are put together in one round. */
const inRound = 8;

interface Turn {
  /** When the page was put together, and when it was written, in steady time. */
  built: number;
  written: number;
  news: string;
}

export function startSnapshots(
  context: LoopContext & {
    store: Pick<Store, "read">;
    snapshots: SnapshotFiles;
    view: DiskView;
    log: Pick<Log, "info" | "warn">;
  },
): Loop {
  const { store, clock, snapshots, view, log } = context;
  const next = timerOf(clock, 0);
  let turns = new Map<string, Turn>();
  let unwritable = false;

  return startLoop(async () => {
    if (!next.isDue()) return next.at();
    next.set(pause.rounds);
    const pages = (await store.read.status_pages(null))
      .map((page) => ({ page, slug: slugOf(page)! }))
      .slice(0, snapshots.most);
    await saved(() => snapshots.keepOnly(pages.map(({ slug }) => slug)));
    turns = new Map(
      pages.flatMap(({ slug }) => {
        const turn = turns.get(slug);
        return turn ? [[slug, turn]] : [];
      }),
    );
    // Room that is scarce is for the database.
    if (view.seen !== null && view.seen.state !== "ok") return next.at();
    const builtAt = ({ slug }: { slug: string }) => turns.get(slug)?.built ?? -Infinity;
    const due = pages.toSorted((a, b) => builtAt(a) - builtAt(b)).slice(0, inRound);
    for (const { page, slug } of due) await refresh(slug, page);
    return next.at();
  }, context);

  async function refresh(slug: string, page: PublicPage): Promise<void> {
    const { snapshotOf } = await import("../../http/site/public/snapshot.ts");
    const { text, news } = await snapshotOf(store, page, clock.now());
    const built = clock.steady();
    const before = turns.get(slug);
    const isNew = before?.news !== news || built - before.written >= pause.rewrite;
    if (isNew && !(await saved(() => snapshots.write(slug, text)))) return;
    turns.set(slug, { built, written: isNew ? built : before!.written, news });
  }

  /** Whether it was done. A data directory that cannot be written is logged once: pages need it only without their database. */
  async function saved(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      if (unwritable) log.info("snapshots of status pages are written again");
      unwritable = false;
    } catch (error) {
      if (!unwritable)
        log.warn(`no snapshots of status pages are written: ${(error as Error).message}`);
      unwritable = true;
    }
    return !unwritable;
  }
}
