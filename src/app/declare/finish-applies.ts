import { applyInTurn } from "./apply.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { takenOver } from "./under-way.ts";

/** The end of an apply that was interrupted. */
export interface Finished {
  project: string;
  /** Why it could not be finished; null: it is. */
  problem: string | null;
}

/**
 * Finishes, as the node with the id `node`, the applies whose node has ended in between, and that of `lost`, an
 * organization whose apply failed on the way.
 */
export function* finish_applies(
  c: Context,
  { node, lost = null }: { node: string; lost?: string | null },
): Procedure<Finished[]> {
  const finished: Finished[] = [];
  for (const input of yield* takenOver(c, node, lost)) {
    const outcome = yield* applyInTurn(c, input, true);
    finished.push({
      project: input.project,
      problem: outcome.ok
        ? null
        : "message" in outcome
          ? outcome.message
          : "what it declares is no longer possible",
    });
  }
  return finished;
}
