/** Stores inbound events. */
import type { DeliveryRing, InboundEvent } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { write, type Procedure } from "../kit/procedure.ts";

/**
 * Events kept per URL, in separate rings: a sender without the secret must not displace the events of
 * authenticated senders, nor rejected events the accepted ones. Of a monitor only rejected events are
 * stored. `large`: at most this many of the ring that are bigger than `largeSize`, because they fill the disk.
 */
const kept: Record<DeliveryRing, { all: number; large: number }> = {
  accepted: { all: 1000, large: 50 },
  rejected: { all: 100, large: 10 },
  unauthenticated: { all: 20, large: 2 },
};
const largeSize = 64 * 1024;

/** Stores events of one URL, and deletes the oldest of their rings beyond the limit; answers the stored ones. */
export function* keepDeliveries(
  c: Context,
  events: readonly Omit<InboundEvent, "id" | "replayed_at">[],
): Procedure<InboundEvent[]> {
  const stored = events.map((event) => ({
    ...event,
    id: c.newId(event.received_at),
    replayed_at: null,
  }));
  yield* c.of.inbound_events.insertAll(stored);
  for (const [ring, ofRing] of Map.groupBy(stored, (event) => event.ring)) {
    const { target_id } = ofRing[0]!;
    const { all, large } = kept[ring];
    yield* write(c.q.forgetDeliveries, { target_id, ring, kept: all });
    if (ofRing.some(({ size }) => size > largeSize))
      yield* write(c.q.forgetLargeDeliveries, { target_id, ring, larger: largeSize, kept: large });
  }
  return stored;
}
