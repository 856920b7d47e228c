/** Loads what helps whoever is paged for an incident. */
import { guidanceOf, type Guidance } from "../../core/incident/guidance.ts";
import type { Incident } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import type { Procedure } from "../kit/procedure.ts";

/** As its monitor and its group say now, whatever they said when it opened. */
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
