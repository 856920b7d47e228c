/** The description and the instructions for people paged for an incident. Pure. */
import type { AlertGroup } from "../model/model.ts";

/** null: not set. */
export type Guidance = Pick<AlertGroup, "description" | "runbook_url">;

const none: Guidance = { description: null, runbook_url: null };

/** The guidance of a monitor, each part replaced by that of its group where the monitor has none. */
export function guidanceOf(
  monitor: Guidance | null | undefined,
  group: Guidance | null | undefined,
): Guidance {
  const { description, runbook_url } = group ?? none;
  return {
    description: monitor?.description ?? description,
    runbook_url: monitor?.runbook_url ?? runbook_url,
  };
}
