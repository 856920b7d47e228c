/** Stores inbound events. */
import type { DeliveryRing, InboundEvent } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { write, type Procedure } from "../kit/procedure.ts";

/**
 * Events kept per URL, in separate rings: a sender without the secret must not displace the events of
 * authenticated senders, nor rejected events the accepted ones. A monitor stores only rejected events.
 * `large` and `huge`: at most this many of the ring that are bigger than these sizes, because they fill the disk.
 */
const maxEvents: Record<DeliveryRing, { all: number; large: number; huge: number }> = {
  accepted: { all: 1000, large: 50, huge: 5 },
  rejected: { all: 100, large: 10, huge: 2 },
  unauthenticated: { all: 20, large: 2, huge: 1 },
};
const sizes = { large: 64 * 1024, huge: 1024 * 1024 };

/** Stores events of one URL, and deletes the oldest of their rings beyond the limit. */
export function* keepDeliveries(c: Context, events: readonly InboundEvent[]): Procedure<void> {
  yield* c.of.inbound_events.insertAll(events);
  for (const [ring, ofRing] of Map.groupBy(events, (event) => event.ring)) {
    const { target_id } = ofRing[0]!;
    yield* write(c.q.deleteDeliveries, { target_id, ring, kept: maxEvents[ring].all });
    for (const name of ["large", "huge"] as const) {
      const larger = sizes[name];
      if (ofRing.some(({ size }) => size > larger))
        yield* write(c.q.deleteLargeDeliveries, {
          target_id,
          ring,
          larger,
          kept: maxEvents[ring][name],
        });
    }
  }
}
