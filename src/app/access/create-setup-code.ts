import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Stores a one-time setup code. */
export function* create_setup_code(
  c: Context,
  { now, ...code }: { org_id: string; hash: string; expires_at: Instant; now: Instant },
): Procedure<null> {
  yield* c.of.setup_codes.insert({ ...code, used_at: null, inserted_at: now });
  return null;
}
