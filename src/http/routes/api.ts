/** The routes of the API: a handler for each row of the table. */
import type { FastifyInstance } from "fastify";
import { resourceKinds, type ResourceKind } from "../../resource/kinds.ts";
import { kindsWith } from "../../resource/resources.ts";
import type { Row } from "../../api/routes/row.ts";
import { routes, type Route } from "../../api/routes/table.ts";
import { answering, optionsOf, type Handler, type Handlers } from "../request/asked.ts";
import { accountRoutes } from "./access/accounts.ts";
import { deviceAuthorizationRoutes } from "./access/device-authorizations.ts";
import { organizationRoutes } from "./access/organization.ts";
import { checkRoutes } from "./checks.ts";
import type { Site } from "../site/site.ts";
import { declarationRoutes } from "./declared/declarations.ts";
import { deletedRoutes } from "./declared/deleted.ts";
import { ownershipRoutes } from "./declared/ownership.ts";
import { resourceRoutes } from "./declared/resources.ts";
import { deviceInvitationRoutes } from "./device-invitations.ts";
import { deviceRoutes } from "./devices.ts";
import { drillRoutes } from "./drills.ts";
import { eventRoutes } from "./events.ts";
import { explanationRoutes } from "./explanations.ts";
import { groupScheduleRoutes } from "./on-call/group-schedules.ts";
import { historyRoutes } from "./history.ts";
import { inboundRoutes, pingKeyRoutes, rotationRoutes } from "./inbound.ts";
import { incidentRoutes } from "./incidents.ts";
import { keyRoutes } from "./keys.ts";
import { markRoutes } from "./marks.ts";
import { memberRoutes } from "./members.ts";
import { monitorRoutes, pauseRoutes } from "./monitors.ts";
import { nodeRoutes } from "./nodes.ts";
import { feedRoutes } from "./on-call/feeds.ts";
import { reportRoutes } from "./reports.ts";
import { recordRoutes } from "./records.ts";
import { runRoutes } from "./runs.ts";
import { scheduleRoutes } from "./on-call/schedules.ts";
import { silenceRoutes } from "./silences.ts";
import { subscriberRoutes } from "./declared/subscribers.ts";

/** The handlers of all of these kinds, from those of each. */
const ofKinds = <K extends ResourceKind, Of>(kinds: readonly K[], of: (kind: K) => Of) =>
  Object.assign({}, ...kinds.map(of)) as Of;

export function apiRoutes(app: FastifyInstance, deps: Site): void {
  const handlers: Handlers<Route> = {
    ...ofKinds(resourceKinds, (kind) => resourceRoutes(deps, kind)),
    ...ofKinds(kindsWith("isMonitor"), (kind) => monitorRoutes(deps, kind)),
    ...memberRoutes(deps),
    ...groupScheduleRoutes(deps),
    ...scheduleRoutes(deps),
    ...subscriberRoutes(deps),
    ...drillRoutes(deps),
    ...feedRoutes(deps),
    ...historyRoutes(deps),
    ...reportRoutes(deps),
    ...pauseRoutes(deps),
    ...deletedRoutes(deps),
    ...markRoutes(deps),
    ...runRoutes(deps),
    ...deviceRoutes(deps),
    ...deviceInvitationRoutes(deps),
    ...accountRoutes(deps),
    ...checkRoutes(deps),
    ...incidentRoutes(deps),
    ...recordRoutes(deps),
    ...inboundRoutes(deps),
    ...ofKinds(kindsWith("hasAddress"), (kind) => rotationRoutes(deps, kind)),
    ...pingKeyRoutes(deps),
    ...silenceRoutes(deps),
    ...explanationRoutes(deps),
    ...keyRoutes(deps),
    ...deviceAuthorizationRoutes(deps),
    ...organizationRoutes(deps),
    ...nodeRoutes(deps),
    ...eventRoutes(app, deps),
    ...declarationRoutes(deps),
    ...ownershipRoutes(deps),
  };
  for (const [name, row] of Object.entries<Row & { tag: string }>(routes)) {
    const handler = answering(name as Route, row, handlers[name as Route] as Handler<Route>, deps);
    app.route({ ...optionsOf(name, row), handler });
  }
}
