import { type Actor, audit } from "../audit.ts";
import type { InboundEvent, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records that a delivery was replayed, and who confirmed that its sender was not authenticated. */
export function* replayed(
  c: Context,
  {
    actor,
    event: { id, ring },
    now,
  }: { actor: Actor; event: Pick<InboundEvent, "id" | "ring">; now: Instant },
): Procedure<null> {
  yield* c.of.inbound_events.update({ id }, { replayed_at: now });
  yield* audit(c, {
    action: ring === "unauthenticated" ? "replay_unauthenticated" : "replay",
    kind: "inbound_events",
    object: { id },
    actor,
    now,
  });
  return null;
}
