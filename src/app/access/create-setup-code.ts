import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Stores a one-time setup code. */
export function* create_setup_code(
  c: Context,
  {
    org_id,
    hash,
    expires_at,
    now,
  }: {
    org_id: string;
    hash: string;
    expires_at: Instant;
    now: Instant;
  },
): Procedure<null> {
  yield* c.of.setup_codes.insert({
    hash,
    org_id,
    expires_at,
    used_at: null,
    inserted_at: now,
  });
  return null;
}
