import { type Acting, audit } from "../audit.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records that a person could not sign in with a provider. `reason`: without secrets. */
export function* refuse_sign_in(
  c: Context,
  { actor, now, provider, reason }: Acting & { provider: string; reason: string },
): Procedure<null> {
  yield* audit(c, { actor, now }, "refuse", "sign_ins", { id: provider, title: reason });
  return null;
}
