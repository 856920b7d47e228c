import { returnRefusal, type ReturnRefusal } from "../../core/access/provider-sign-in.ts";
import type { Instant, ProviderSignIn } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

export type TakenSignIn =
  | { ok: true; signIn: ProviderSignIn }
  /** `signIn`: null: it is unknown. */
  | { ok: false; why: ReturnRefusal; signIn: ProviderSignIn | null };

/** Uses up the sign-in with this hash of its state: it is taken once, on any node. */
export function* take_provider_sign_in(
  c: Context,
  input: {
    hash: string;
    /** The browser and the session that came back, as their rows name them. */
    browser: string | null;
    session: string | null;
    now: Instant;
  },
): Procedure<TakenSignIn> {
  const { hash, now } = input;
  const signIn = yield* c.of.provider_sign_ins.hold({ hash });
  if (!signIn) return { ok: false, why: "unknown", signIn: null };
  const why = returnRefusal(signIn, input, now);
  if (why !== null) return { ok: false, why, signIn };
  yield* c.of.provider_sign_ins.update({ hash }, { used_at: now });
  return { ok: true, signIn };
}
