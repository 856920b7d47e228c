import { create_organization } from "./create-organization.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, rows } from "../../store/kit/procedure.ts";

/** Answers the oldest organization, and creates one with this name if none exists. */
export function* ensure_organization(
  c: Context,
  input: { name: string; now: Instant },
): Procedure<{ id: string; name: string }> {
  const [oldest] = yield* rows(c.q.organizations);
  return oldest ?? (yield* create_organization(c, input));
}
