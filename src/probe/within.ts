/** Ends work at its deadline, for probes that have no exchange. */
import type { Deadlines } from "./deadlines.ts";

/** The work did not end in time. */
export class Late extends Error {
  override name = "Late";
}

/** The result of `work`. Rejects with `Late` once `seconds` have passed, after calling `abandon`. */
export async function within<T>(
  deadlines: Deadlines,
  seconds: number,
  work: Promise<T>,
  abandon: (error: Late) => void,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = deadlines.add(seconds * 1000, () => {
    const late = new Late(`timed out after ${seconds} s`);
    abandon(late);
    reject(late);
  });
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}
