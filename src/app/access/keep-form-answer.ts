import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records the answer to a form, for the browser that sends the form again because it got none. */
export function* keep_form_answer(
  c: Context,
  { key, location, now }: { key: string; location: string; now: Instant },
): Procedure<null> {
  const answer = { location };
  if (!(yield* c.of.idempotency_keys.insertNew({ key, at: now, answer })))
    yield* c.of.idempotency_keys.update({ key }, { at: now, answer });
  return null;
}
