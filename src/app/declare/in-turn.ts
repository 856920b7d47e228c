import type { Actor } from "../audit.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Declaring follows one another within an organization, whichever node does it: two that find the same
 * thing missing would both make it.
 */
export function inTurn<I extends { actor: Actor }, O>(
  procedure: (c: Context, input: I) => Procedure<O>,
): (c: Context, input: I) => Procedure<O> {
  return function* (c, input) {
    yield* c.of.organizations.hold({ id: input.actor.org_id });
    return yield* procedure(c, input);
  };
}
