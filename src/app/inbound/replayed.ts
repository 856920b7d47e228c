import { type Acting, audit } from "../audit.ts";
import type { InboundEvent } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Records that a delivery was replayed, and who confirmed that its sender was not authenticated. */
export function* replayed(
  c: Context,
  { actor, event: { id, ring }, now }: Acting & { event: Pick<InboundEvent, "id" | "ring"> },
): Procedure<null> {
  yield* c.of.inbound_events.update({ id }, { replayed_at: now });
  yield* audit(
    c,
    { actor, now },
    ring === "unauthenticated" ? "replay_unauthenticated" : "replay",
    "inbound_events",
    { id },
  );
  return null;
}
