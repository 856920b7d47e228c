/** Stores inbound events. */
import type { InboundEvent } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";

/** Events kept per URL: of a group all of them, to be replayed; of a monitor the rejected ones. */
const kept = { alert_group: 1000, others: 100 };
/** And of a group's at most this many that are bigger than `large` bytes: the disk is not theirs. */
const largeKept = 50;
const large = 64 * 1024;

/** Stores an event and deletes the oldest beyond the limit; returns its id. */
export function* keepDelivery(
  c: Context,
  event: Omit<InboundEvent, "id" | "replayed_at">,
): Procedure<string> {
  const { target_id, received_at } = event;
  const id = c.newId(received_at);
  yield* c.of.inbound_events.insert({
    ...event,
    id,
    replayed_at: null,
  });
  const group = event.target_kind === "alert_group";
  const beyond = [
    ...(yield* rows(c.q.deliveriesBeyond, {
      target_id,
      kept: group ? kept.alert_group : kept.others,
    })),
    ...(event.size > large
      ? yield* rows(c.q.largeDeliveriesBeyond, {
          target_id,
          larger: large,
          kept: largeKept,
        })
      : []),
  ];
  for (const { id } of beyond) yield* c.of.inbound_events.remove({ id });
  return id;
}
