import type { Member } from "../../../api/alert-groups.ts";
import type { Client } from "../../../client/client.ts";
import { unresolved } from "../../tasks/unresolved.ts";
import { resourceKinds, type ResourceKind } from "../../../core/model/model.ts";
import type { Run } from "../../call/call.ts";
import { findOne, nameOf, type FoundResource, type MonitorKind } from "../../input/find-one.ts";
import { orNone } from "../../input/offered.ts";
import { factsOf } from "../../../resource/resources.ts";
import { expectsRuns } from "../../tasks/report.ts";
import { describedText, secretUrls, type Described } from "../../output/describe.ts";
import { printOne } from "../../call/print.ts";
import { run as incident } from "../incidents/incident.ts";

/** How much of the history is shown. */
const latest = 10;

/** Shows all that is known of one resource. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  if (/^(incidents?\/|#)/.test(args[0]!)) return incident(call);
  const client = await call.client();
  const hit = await findOne(client, args[0]!, resourceKinds);
  const described = await gather(client, hit);
  if (options["showUrl"] !== true) described.resource = withoutUrl(described.resource);
  return printOne(call, described, (one) => describedText(one, io.now(), style));
};

async function gather(client: Client, hit: FoundResource<ResourceKind>): Promise<Described> {
  const { kind, resource, name } = hit;
  const { id } = resource;
  const described: Described = { name, resource };
  if (kind === "users") {
    const [devices, absences] = await Promise.all([
      client.send("GET /users/:user_id/devices", { user_id: id }),
      orNone(client.send("GET /users/:user_id/absences", { user_id: id })),
    ]);
    return { ...described, devices, overrides: absences };
  }
  if (kind === "schedules") {
    const [users, overrides] = await Promise.all([
      client.send("GET /users"),
      client.send("GET /schedules/:id/overrides", { id }),
    ]);
    return { ...described, users, overrides };
  }
  if (kind === "alert_groups") {
    const [members, schedules, incidents] = await Promise.all([
      client.send("GET /alert_groups/:id/members", { id }) as Promise<Member[]>,
      orNone(client.send("GET /alert_groups/:id/schedules", { id })),
      unresolved(client, { alert_group_id: id }),
    ]);
    return { ...described, members, schedules, incidents };
  }
  if (!isMonitor(hit)) return described;
  return { ...described, ...(await gatherMonitor(client, hit)) };
}

const isMonitor = (hit: FoundResource<ResourceKind>): hit is FoundResource<MonitorKind> =>
  factsOf(hit.kind).isMonitor === true;

async function gatherMonitor(
  client: Client,
  { kind, resource }: FoundResource<MonitorKind>,
): Promise<Partial<Described>> {
  const { id, alert_group_id } = resource;
  // A server may answer no more fields than it has to.
  const parents = resource.depends_on ?? [];
  const [alertGroup, depends_on, incidents, history, runs] = await Promise.all([
    client.send("GET /alert_groups/:id", { id: alert_group_id }),
    Promise.all(
      parents.map(async (parent) => {
        const kind = "health_check_monitors";
        const monitor = await client.send(`GET /${kind}/:id`, { id: parent });
        const how = monitor.paused_at ? "paused" : monitor.status;
        return `${nameOf(kind, monitor)} (${how})`;
      }),
    ),
    unresolved(client, { source_id: id }),
    client.send(`GET /${kind}/:id/history`, { id }),
    kind === "webhook_monitors" && expectsRuns(resource)
      ? client.send("GET /webhook_monitors/:id/runs", { id })
      : [],
  ]);
  return {
    group: nameOf("alert_groups", alertGroup),
    depends_on,
    incidents,
    history: history.slice(-latest).toReversed(),
    runs: runs.slice(-latest).toReversed(),
  };
}

/** The URLs are enough to report errors and runs, so they are shown only on request. */
function withoutUrl(resource: Described["resource"]): Described["resource"] {
  if (!("webhook_url" in resource)) return resource;
  const shown: Record<string, unknown> = { ...resource };
  for (const name of secretUrls) delete shown[name];
  return shown as Described["resource"];
}
