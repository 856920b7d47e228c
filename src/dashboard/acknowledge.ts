/** The button to acknowledge an incident, and the page of its source. Pure. */
import type { Incident } from "../core/model/model.ts";
import type { Html } from "./html.ts";
import { action, type Frame } from "./layout.ts";

/** The place of the source in the dashboard. */
export const sourcePath = ({ source, source_id }: Pick<Incident, "source" | "source_id">) =>
  `/${source}s/${source_id}`;

/** The button to acknowledge; empty for users without the right, and for resolved incidents. */
export function acknowledge(frame: Frame, incident: Incident, look = "primary"): Html | null {
  if (!frame.may.respond || incident.status !== "open") return null;
  return action(frame, `/incidents/${incident.id}/acknowledge`, "Acknowledge", {
    class: look,
    undo: `/incidents/${incident.id}/unacknowledge`,
    name: `Acknowledge incident ${incident.number}: ${incident.title}`,
  });
}
