import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { inPages } from "../../store/kit/pages.ts";
import { type Procedure, rows, write } from "../../store/kit/procedure.ts";

/** Notifications made due between two cuts. */
const pageSize = 200;

/**
 * Makes the pushes on hold of an organization due: each is claimed, or put on hold again by the rules of now.
 * When monitord is killed in between, its next start does the rest.
 */
export function* reevaluateHeld(c: Context, org_id: string, now: Instant): Procedure<void> {
  yield* inPages(pageSize, { id: "" }, function* ({ id }) {
    const page = yield* rows(c.q.heldAfter, { org_id, after: id, limit: pageSize });
    if (page.length > 0)
      yield* write(c.q.makeDue, { ids: JSON.stringify(page.map((one) => one.id)), now });
    return page;
  });
  c.nudge("pushes");
}
