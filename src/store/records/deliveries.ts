/** Stores inbound events. */
import type { DeliveryRing, InboundEvent } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

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

/** Stores an event and deletes the oldest of its ring beyond the limit; returns its id. */
export function* keepDelivery(
  c: Context,
  event: Omit<InboundEvent, "id" | "replayed_at">,
): Procedure<string> {
  const { target_id, received_at, ring } = event;
  const id = c.newId(received_at);
  yield* c.of.inbound_events.insert({
    ...event,
    id,
    replayed_at: null,
  });
  const { all, large } = kept[ring];
  const beyond = [
    ...(yield* rows(c.q.deliveriesBeyond, { target_id, ring, kept: all })),
    ...(event.size > largeSize
      ? yield* rows(c.q.largeDeliveriesBeyond, {
          target_id,
          ring,
          larger: largeSize,
          kept: large,
        })
      : []),
  ];
  for (const { id } of beyond) yield* c.of.inbound_events.remove({ id });
  return id;
}
