/**
 * Claims the notifications to send next. `core/gate` decides which of the due ones may go, `core/storm`
 * and `core/bundle` combine them into pushes. A claim expires if the node dies.
 */
import { claimFor } from "./claim-for-device.ts";
import type { DuePush } from "../../core/paging/push.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, first, rows } from "../../store/kit/procedure.ts";
import { gateContextLoader } from "../../store/records/gate-context.ts";

/** Claims due pushes, for each lane at most `per_lane` less the number in `busy`. */
export function* claim_pushes(
  c: Context,
  { per_lane, busy, now }: { per_lane: number; busy: Record<string, number>; now: Instant },
): Procedure<{ due: DuePush[]; next_at: Instant | null }> {
  const due: DuePush[] = [];
  const loadGateContext = gateContextLoader(c, now);
  for (const { lane } of yield* rows(c.q.dueLanes, { now })) {
    let slots = per_lane - (busy[lane] ?? 0);
    if (slots <= 0) continue;
    for (const { device_id } of yield* rows(c.q.dueDevices, {
      lane,
      now,
      limit: slots,
    })) {
      const pushes = yield* claimFor(c, loadGateContext, lane, device_id, slots, now);
      due.push(...pushes);
      slots -= pushes.length;
      if (slots <= 0) break;
    }
  }
  const next = yield* first(c.q.nextPush, { now });
  return { due, next_at: next?.at ?? null };
}
