import { type Acting, type Audited, audit } from "../audit.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records a download of rows as a file. */
export function* audit_export(
  c: Context,
  { actor, action, kind, object, now }: Acting & Pick<Audited, "action" | "kind" | "object">,
): Procedure<null> {
  yield* audit(c, { actor, now }, action, kind, object);
  return null;
}
