import type { Client } from "../../../client/client.ts";
import type { Options } from "../../call/call.ts";
import { findOne } from "../../input/find-one.ts";
import { already, answeredEach } from "../../tasks/answer.ts";

/** Pages everybody on call about incidents now, within contact hours or not; or asks other people and groups to help. */
export const run = answeredEach({
  from: ["open", "acknowledged"],
  send: async (client, id, by, options) =>
    client.send("POST /incidents/:id/page", {
      id,
      body: {
        ...by,
        ...(await namedBy(client, options, "user", "users", "user_ids")),
        ...(await namedBy(client, options, "group", "alert_groups", "alert_group_ids")),
      },
    }),
  took: (before, after) =>
    after.responders > before.responders ||
    (before.any_hour_since === null && after.any_hour_since !== null),
  done: ({ responders = 0 }) =>
    responders > 0 ? "those asked to help are paged now, too" : "everybody on call is paged now",
  unchanged: (incident) =>
    incident.status === "open"
      ? "paged at any hour already, no new page was sent"
      : `${already(incident)}, nobody was paged`,
});

async function namedBy<Field extends string>(
  client: Client,
  options: Options,
  option: "user" | "group",
  kind: "users" | "alert_groups",
  field: Field,
): Promise<Partial<Record<Field, string[]>>> {
  const names = (options[option] ?? []) as string[];
  const ids: string[] = [];
  for (const name of names) ids.push((await findOne(client, name, [kind])).resource.id);
  return ids.length === 0 ? {} : ({ [field]: ids } as Record<Field, string[]>);
}
