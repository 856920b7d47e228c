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
