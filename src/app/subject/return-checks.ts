import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, write } from "../../store/kit/procedure.ts";
import type { DueCheck } from "./claim-checks.ts";

/** Returns claims of checks that have not begun: these are due at once, for any node. */
export function* return_checks(
  c: Context,
  { checks, now }: { checks: readonly Pick<DueCheck, "subject_id" | "lease">[]; now: Instant },
): Procedure<null> {
  const rows = JSON.stringify(checks.map(({ subject_id, lease }) => [subject_id, lease]));
  yield* write(c.q.returnChecks, { rows, now });
  return null;
}
