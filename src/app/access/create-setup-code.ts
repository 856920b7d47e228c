import { type Acting, audit } from "../audit.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Stores a one-time setup code. */
export function* create_setup_code(
  c: Context,
  { actor, now, ...code }: Acting & { hash: string; expires_at: Instant },
): Procedure<null> {
  yield* c.of.setup_codes.insert({
    ...code,
    org_id: actor.org_id,
    inserted_at: now,
  });
  // Never the code or its hash: the instant names it.
  yield* audit(c, { actor, now }, "create", "setup_codes", { id: String(now), title: null });
  return null;
}
