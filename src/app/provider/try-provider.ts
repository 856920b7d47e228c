import { accountDecision, type Arriving } from "./account.ts";
import type { AccountDecision } from "../../core/access/oidc-account.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** The decision about a sign-in of this person. Changes no data. */
export function* try_provider(
  c: Context,
  input: Omit<Arriving, "now">,
): Procedure<AccountDecision> {
  return (yield* accountDecision(c, input)).decision;
}
