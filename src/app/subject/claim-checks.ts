import type { HealthCheckMonitor, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, first, rows } from "../../store/kit/procedure.ts";

/** A due health check, claimed. */
export interface DueCheck {
  subject_id: string;
  org_id: string;
  lease: string;
  lease_until: Instant;
  monitor: HealthCheckMonitor;
}

/** A claim holds this much longer than the fetch may take: for the way to it and back. */
const claimSlack = 15_000;

/**
 * Claims due checks for the node with the id `node`, for their timeout and some slack. Which checks are due is
 * decided in SQL, where the claim repeats the condition: concurrent nodes never claim the same check.
 */
export function* claim_checks(
  c: Context,
  { node, limit, now }: { node: string; limit: number; now: Instant },
): Procedure<{
  due: DueCheck[];
  /** When the next one falls due, or its lease ends; null: none. */
  next_at: Instant | null;
}> {
  const due = yield* rows(c.q.dueChecks, { now, limit });
  // One token for all: it is only ever compared with that of one subject.
  const lease = c.newId(now);
  const won = new Set<string>();
  if (due.length > 0)
    for (const { id } of yield* rows(c.q.claimChecks, {
      lease_token: lease,
      lease_node: node,
      now,
      slack: claimSlack,
      ids: JSON.stringify(due.map(({ monitor }) => monitor.id)),
    }))
      won.add(id);
  const next = yield* first(c.q.nextCheck);
  return {
    due: due
      .filter(({ monitor }) => won.has(monitor.id))
      .map(({ monitor }) => ({
        subject_id: monitor.id,
        org_id: monitor.org_id,
        lease,
        lease_until: now + monitor.timeout_seconds * 1000 + claimSlack,
        monitor,
      })),
    next_at: next?.at ?? null,
  };
}
