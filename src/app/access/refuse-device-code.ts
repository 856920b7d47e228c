import { type Acting, audit } from "../audit.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records that a signed-in person typed the code of no program. */
export function* refuse_device_code(c: Context, { actor, now }: Acting): Procedure<null> {
  const object = { id: "unknown", title: "an unknown code" };
  yield* audit(c, { actor, now }, "refuse", "device_authorizations", object);
  return null;
}
