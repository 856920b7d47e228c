import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records that a link to sign in was mailed. `problem`: why the mail server refused it; null: it was accepted. */
export function* note_mailed_link(
  c: Context,
  { id, problem, now }: { id: string; problem: string | null; now: Instant },
): Procedure<null> {
  yield* c.of.sign_in_links.update({ id }, { mailed_at: now, mail_problem: problem });
  return null;
}
