import { accountDecision, type Arriving } from "./account.ts";
import type { AccountDecision } from "../../core/access/oidc-account.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** What a sign-in of this person would come to. Changes no data. */
export function* try_provider(
  c: Context,
  input: Omit<Arriving, "now">,
): Procedure<AccountDecision> {
  return (yield* accountDecision(c, input)).decision;
}
