import type { ProviderSignIn } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Stores a sign-in that a browser takes to a provider. */
export function* begin_provider_sign_in(
  c: Context,
  signIn: Omit<ProviderSignIn, "used_at">,
): Procedure<null> {
  yield* c.of.provider_sign_ins.insert({ ...signIn, used_at: null });
  return null;
}
