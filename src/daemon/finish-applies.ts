/** Finishes the large applies that ended with their node. */
import type { Store } from "../app/store.ts";
import type { Log } from "./log.ts";

/** Finishes them as the node with the id `node`, and logs the outcome of each. */
export async function finishApplies(store: Store, node: string, log: Log): Promise<void> {
  for (const { project, problem } of await store.run("finish_applies", { node }))
    if (problem === null) log.info({ project }, "an apply that was interrupted is finished");
    else log.warn({ project }, `an apply that was interrupted could not be finished: ${problem}`);
}
