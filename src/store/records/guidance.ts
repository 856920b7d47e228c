/** Loads the runbook and description for the recipients of a page. */
import { guidanceOf, type Guidance } from "../../core/incident/guidance.ts";
import type { Incident } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import type { Procedure } from "../kit/procedure.ts";

/** From its monitor and its group as they are now. */
export function* loadGuidance(
  c: Context,
  { source, source_id, alert_group_id }: Incident,
): Procedure<Guidance> {
  const monitor =
    source === "health_check_monitor"
      ? yield* c.of.health_check_monitors.first({ id: source_id })
      : source === "webhook_monitor"
        ? yield* c.of.webhook_monitors.first({ id: source_id })
        : null;
  return guidanceOf(monitor, yield* c.of.alert_groups.first({ id: alert_group_id }));
}
