/**
 * How long the turns of this thread's event loop are, in its own CPU time: what else runs on the machine does not count.
 */

/** The CPU time of this thread, ms; of the process in a Node that does not tell. */
export function threadTime(): number {
  const known = "threadCpuUsage" in process;
  const { user, system } = known ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
}

/** The CPU time of the longest turn until `work` ends, ms. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let over = false;
  let last = threadTime();
  const look = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!over) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    over = true;
  }
  return longest;
}

/** The CPU time of a computation that is no turn, ms. */
export function costOf(compute: () => unknown): number {
  const before = threadTime();
  compute();
  return threadTime() - before;
}

/** Turns that are longer, by what they are compared with, are too long; one of 100 ms has some seven. */
export const mostOfTurn = 8;
/** What is more may be the collector of garbage: it is tried again. */
const tries = 4;

const megabyte = `[${"{},".repeat(340_000)}0]`;
const parses = 20;
/**
 * What it takes to parse a megabyte now: the machine is slower while it has something else to do. Of many, because the
 * clock of a thread goes in steps of milliseconds.
 */
const costNow = () =>
  costOf(() => {
    for (let i = 0; i < parses; i++) JSON.parse(megabyte);
  }) / parses;
let reference: number | null = null;

/** The longest turn of a work, by what it takes to parse a megabyte. */
export async function comparedTurn(work: () => Promise<unknown>): Promise<number> {
  reference ??= costNow();
  let turn = Infinity;
  for (let i = 0; i < tries && turn > mostOfTurn; i++)
    turn = (await longestTurn(work)) / (i === 0 ? reference : Math.max(reference, costNow()));
  return turn;
}
