import type { Fault } from "../../core/model/fault.ts";
import type { Silence } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Faults of a monitor or group that does not exist in the organization. */
export function* unknownTarget(
  c: Context,
  {
    monitor_id,
    alert_group_id,
    source_ids = [],
  }: Pick<Silence, "monitor_id" | "alert_group_id"> & Partial<Pick<Silence, "source_ids">>,
  org_id: string,
): Procedure<Fault[]> {
  const faults: Fault[] = [];
  const fault = (field: string, what: string) =>
    faults.push({
      field,
      code: "unknown",
      message: `no ${what} with this id exists`,
    });
  if (alert_group_id !== null && !(yield* c.of.alert_groups.first({ id: alert_group_id, org_id })))
    fault("alert_group_id", "alert group");
  if (monitor_id !== null) {
    const subject = yield* c.of.subjects.first({ id: monitor_id, org_id });
    if (!subject || subject.kind === "alert_group") fault("monitor_id", "monitor");
  }
  for (const [at, id] of source_ids.entries())
    if (!(yield* c.of.subjects.first({ id, org_id })))
      fault(`source_ids[${at}]`, "monitor or alert group");
  return faults;
}
