/**
 * Claims the notifications to send next. `core/gate` decides which of the due ones may go, `core/storm`
 * and `core/bundle` combine them into pushes. A claim expires if the node dies.
 *
 * Everything is decided before the first notification is leased: from then on no statement waits for a lock, and
 * PostgreSQL has no reason to repeat the verb, which would lose the leases of an earlier transaction.
 */
import { planFor, type Claim } from "./claim-for-device.ts";
import { earliest } from "../../core/incident/pause.ts";
import type { DuePush } from "../../core/paging/push.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, type Procedure, first, rows, together } from "../../store/kit/procedure.ts";
import { inPieces } from "../../store/kit/pages.ts";
import { gateContextLoader } from "../../store/records/gate-context.ts";

/** How long a page of a large delivery waits for the rest of it, so that the first summary is complete, ms. */
const deliveryWait = 10_000;

/** After that time rows are tried again that another transaction held, which may end without a nudge, ms. */
const heldTime = 50;

/** Lanes that are asked about between two cuts. */
const pieceSize = 100;

/** The part of a lane's slots that pushes about shifts leave free: at nine many people hand off, and a page must not wait. */
const keptForPages = 1 / 4;

export interface Claimed {
  due: DuePush[];
  /** When the next one is due; null: none is. */
  next_at: Instant | null;
  /** Others may be due when one of these has ended: a lane is full. */
  more: boolean;
}

/** Claims due pushes, for each lane at most `per_lane` less the number in `busy`. */
export function* claim_pushes(
  c: Context,
  { per_lane, busy, now }: { per_lane: number; busy: Record<string, number>; now: Instant },
): Procedure<Claimed> {
  const claims: Claim[] = [];
  /** The lanes in which pushes stay due until one has ended. */
  const full = new Set<string>();
  const loadGateContext = gateContextLoader(c, now);
  const since = now - deliveryWait;
  const groups = yield* rows(c.q.groupsUnderDelivery, { since });
  const underDelivery = { group_ids: groups.map(({ id }) => id), since };
  const lanes = yield* rows(c.q.dueLanes, { now });
  for (const { lane } of lanes) {
    const free = per_lane - (busy[lane] ?? 0);
    let slots = free;
    const planned = new Set<string>();
    for (;;) {
      const limit = slots;
      const devices = limit > 0 ? yield* rows(c.q.dueDevices, { lane, now, limit }) : [];
      const fresh = devices.filter(({ device_id }) => !planned.has(device_id));
      for (const { device_id } of fresh) {
        planned.add(device_id);
        const about = { lane, device_id, slots, kept: Math.floor(per_lane * keptForPages), now };
        const plan = yield* planFor(c, loadGateContext, underDelivery, about);
        claims.push(...plan.claims);
        if (plan.waits) full.add(lane);
        slots -= plan.claims.length;
        if (slots <= 0) break;
      }
      if (slots > 0 && devices.length < limit) break;
      // Others are due. The end of a push leads to them; where all was put on hold, none will end.
      if (slots < free || fresh.length === 0) {
        full.add(lane);
        break;
      }
      yield* cut();
    }
  }
  const due: DuePush[] = [];
  for (const claim of claims) {
    yield* cut();
    const push = yield* claim();
    if (push) due.push(push);
  }
  const isHeld = groups.length === 0 && (yield* hasDue(c, lanes, full, now));
  const next = yield* first(c.q.nextPush, { now });
  return { due, next_at: earliest(next?.at, isHeld ? now + heldTime : null), more: full.size > 0 };
}

/** Whether something is still due in one of the lanes that are not full: another transaction holds it. */
function* hasDue(
  c: Context,
  lanes: readonly { lane: string }[],
  full: ReadonlySet<string>,
  now: Instant,
): Procedure<boolean> {
  const emptied = lanes.filter(({ lane }) => !full.has(lane));
  let has = false;
  yield* inPieces(emptied, pieceSize, function* (part) {
    const left = yield* together(
      part.map(({ lane }) => rows(c.q.dueDevices, { lane, now, limit: 1 })),
    );
    has ||= left.some((devices) => devices.length > 0);
  });
  return has;
}
