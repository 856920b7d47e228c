import type { Client } from "../../client/client.ts";
import type { Options } from "../call/call.ts";
import { findOfKind, findOne, monitorKinds } from "./find-one.ts";

/** The ids of `--monitor` and `--group`, for a body of the API; without those that are left out. */
export async function targetOf(
  client: Client,
  { monitor, group }: Options,
): Promise<{ monitor_id?: string; alert_group_id?: string }> {
  return {
    ...(typeof monitor === "string"
      ? { monitor_id: (await findOne(client, monitor, monitorKinds)).resource.id }
      : {}),
    ...(typeof group === "string"
      ? {
          alert_group_id: (await findOfKind(client, "alert_groups", group.replace(/^ag\//, ""))).id,
        }
      : {}),
  };
}
