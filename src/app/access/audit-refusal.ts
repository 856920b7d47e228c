import { type Acting, audit } from "../audit.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records that a key asked for a change of a project that it is not bound to. */
export function* audit_refusal(
  c: Context,
  { actor, key, now }: Acting & { key: { id: string; name: string } },
): Procedure<null> {
  yield* audit(c, { actor, now }, "refuse", "api_keys", key);
  return null;
}
