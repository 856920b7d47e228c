import type { Client } from "../../client/client.ts";
import type { Options } from "../call/call.ts";
import { findOfKind, findOne, monitorKinds } from "./find-one.ts";

/** The ids of `--monitor` and `--group`, for a body of the API; without those that are left out. */
export async function targetOf(
  client: Client,
  { monitor, group }: Options,
): Promise<{ monitor_id?: string; alert_group_id?: string }> {
  const [named, groupNamed] = await Promise.all([
    typeof monitor === "string" ? findOne(client, monitor, monitorKinds) : null,
    typeof group === "string"
      ? findOfKind(client, "alert_groups", group.replace(/^ag\//, ""))
      : null,
  ]);
  return {
    ...(named && { monitor_id: named.resource.id }),
    ...(groupNamed && { alert_group_id: groupNamed.id }),
  };
}
