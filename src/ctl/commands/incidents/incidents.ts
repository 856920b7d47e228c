import type { Client } from "../../../client/client.ts";
import type { Call, Run } from "../../call/call.ts";
import { momentOf, instantText } from "../../input/duration.ts";
import { findOne } from "../../input/find-one.ts";
import { incidentsText } from "../../output/status.ts";
import { print } from "../../call/print.ts";
import { unresolved } from "../../tasks/unresolved.ts";

/** Lists the incidents that are not resolved; with `--all` or `--since` all of them, newest first. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const client = await call.client();
  const query = await queryOf(call, client);
  const open = options["open"] === true || !(options["all"] || query["since"]);
  const incidents = open
    ? await unresolved(client, query)
    : await client.send("GET /incidents", { query: { ...query, order: "desc" } });
  return print(call, incidents, {
    name: ({ number }) => `incident/${number}`,
    text: (some, wide) => incidentsText(some, io.now(), style, wide),
    empty: emptyText(open, Object.keys(query).length > 0),
    fields: async () =>
      Object.keys((await import("../../../api/incidents.ts")).Incident.properties),
  });
};

async function queryOf({ io, options }: Call, client: Client): Promise<Record<string, string>> {
  const query: Record<string, string> = {};
  const { since, group, project } = options;
  if (typeof since === "string") query["since"] = instantText(momentOf("--since", since, io.now()));
  if (typeof group === "string") {
    const { resource } = await findOne(client, group, ["alert_groups"] as const);
    query["alert_group_id"] = resource.id;
  }
  if (typeof project === "string") query["project"] = project;
  return query;
}

function emptyText(open: boolean, narrowed: boolean): string {
  if (open)
    return `No unresolved incidents${narrowed ? " there" : ""}. Earlier ones: monitorctl incidents --all`;
  return narrowed ? "No such incidents." : "No incidents yet.";
}
