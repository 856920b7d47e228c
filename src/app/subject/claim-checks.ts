/**
 * Claims due health checks. Which checks are due is decided in SQL: an index scan finds them, and the update
 * repeats the condition, so that concurrent nodes never claim the same check. Each pace is an index range of its own, so that
 * a check that may be claimed is not searched for among thousands that wait for a slot.
 */
import { claimSlack, longestClaim } from "../../core/health/schedule.ts";
import { hostOf } from "../../core/health/slots.ts";
import type { Instant, Pace } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, rows, together, write } from "../../store/kit/procedure.ts";
import { nextCheckAt } from "../../store/records/next-check.ts";

/** Due checks of slow hosts which one claim leaves behind, for each pace. The next one goes on behind them. */
const leftBehind = 512;

/** A due health check, claimed. Its monitor is not part of it: most callers know that version already. */
export interface DueCheck {
  subject_id: string;
  /** The monitor's version. */
  version: number;
  pace: Pace;
  lease: string;
  lease_until: Instant;
  /** When it fell due; after a claim that ended without a result, the end of that claim. */
  due_at: Instant;
}

/** The due check that a search ended at. */
interface DuePlace {
  due_at: Instant;
  id: string;
}

/** Where the next claim goes on searching, by pace; absent: at the longest overdue. */
export type Places = Partial<Record<Pace, DuePlace>>;

/**
 * Claims due checks for the node with the id `node`, for their timeout and some slack: at most `limit`, of these at most
 * `others` that were not quick the last time, and of each of their paces as many as are given (`core/health/slots`); of a
 * host (`hostOf`) no more than it has `room`, if that names it. `from`: as the last claim answered. `recall`: those that lie further ahead than any
 * decision puts them are due too.
 */
export function* claim_checks(
  c: Context,
  {
    node,
    limit,
    others = limit,
    slow = others,
    late = others,
    room = {},
    from = {},
    recall = false,
    now,
  }: {
    node: string;
    limit: number;
    others?: number;
    slow?: number;
    late?: number;
    room?: Readonly<Record<string, number>>;
    from?: Places;
    recall?: boolean;
    now: Instant;
  },
): Procedure<{
  due: DueCheck[];
  from: Places;
  /** When the next one falls due, or its lease ends; null: none. */
  next_at: Instant | null;
}> {
  if (recall) yield* write(c.q.recallChecks, { now, claim: longestClaim });
  const places: Places = {};
  const isBounded = Object.keys(room).length > 0;
  const left = new Map(Object.entries(room));

  function mayBegin(host: string): boolean {
    const free = left.get(host);
    if (free !== undefined) left.set(host, free - 1);
    return free === undefined || free > 0;
  }

  function* found(pace: Pace, most: number) {
    if (most <= 0) return [];
    const { due_at: after_at, id: after_id } = from[pace] ?? { due_at: -1, id: "" };
    const read = most + (isBounded ? leftBehind : 0);
    const all = yield* rows(c.q.dueChecks, { pace, now, after_at, after_id, limit: read });
    const may = all.filter(({ url }) => !isBounded || mayBegin(hostOf(url))).slice(0, most);
    const last = all.at(-1);
    if (last && all.length === read && may.length < most)
      places[pace] = { due_at: last.due_at ?? now, id: last.id };
    return may.map(({ id, version, due_at }) => ({ id, version, due_at, pace }));
  }

  const [quick = [], unhurried = [], overdue = []] = yield* together([
    found(0, limit),
    found(1, slow),
    found(2, late),
  ]);
  // Those that were quick have at least the half that the others cannot have.
  const behind = [...unhurried, ...overdue].slice(0, others);
  const due = [...quick.slice(0, limit - behind.length), ...behind];
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
  return {
    due: due.flatMap(({ id, version, due_at, pace }) => {
      const lease_until = until.get(id) ?? null;
      return lease_until === null
        ? []
        : [{ subject_id: id, version, pace, lease, lease_until, due_at: due_at ?? now }];
    }),
    from: places,
    next_at: yield* nextCheckAt(c),
  };
}
