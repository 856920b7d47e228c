/**
 * Claims due health checks. Which checks are due is decided in SQL: an index scan finds them, and the update
 * repeats the condition, so that concurrent nodes never claim the same check.
 */
import { claimSlack, longestClaim } from "../../core/health/schedule.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, first, rows, write } from "../../store/kit/procedure.ts";

/** A due health check, claimed. Its monitor is not part of it: most callers know that version already. */
export interface DueCheck {
  subject_id: string;
  /** Of the monitor. */
  version: number;
  lease: string;
  lease_until: Instant;
  /** When it fell due; after a claim that ended without a result, the end of that claim. */
  due_at: Instant;
}

/**
 * Claims due checks for the node with the id `node`, for their timeout and some slack. `recall`: those that lie
 * further ahead than any decision puts them are due too.
 */
export function* claim_checks(
  c: Context,
  {
    node,
    limit,
    recall = false,
    now,
  }: { node: string; limit: number; recall?: boolean; now: Instant },
): Procedure<{
  due: DueCheck[];
  /** When the next one falls due, or its lease ends; null: none. */
  next_at: Instant | null;
}> {
  if (recall) yield* write(c.q.recallChecks, { now, claim: longestClaim });
  const due = yield* rows(c.q.dueChecks, { now, limit });
  // One token for all: it is only ever compared with that of one subject.
  const lease = c.newId(now);
  const claimed =
    due.length === 0
      ? []
      : yield* rows(c.q.claimChecks, {
          lease_token: lease,
          lease_node: node,
          now,
          slack: claimSlack,
          ids: JSON.stringify(due.map(({ id }) => id)),
        });
  const until = new Map(claimed.map((one) => [one.id, one.until]));
  const next = yield* first(c.q.nextCheck);
  return {
    due: due.flatMap(({ id, version, due_at }) => {
      const lease_until = until.get(id) ?? null;
      return lease_until === null
        ? []
        : [{ subject_id: id, version, lease, lease_until, due_at: due_at ?? now }];
    }),
    next_at: next?.at ?? null,
  };
}
