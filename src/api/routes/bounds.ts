/**
 * How each route that changes something is bound to a project, for keys that are bound to projects: one line for each, or
 * it does not compile. `http/request/project-bounds` judges by it, before any handler.
 */
import { kindsWith } from "../../resource/resources.ts";
import { resourceKinds, type ResourceKind } from "../../resource/kinds.ts";
import type { Route } from "./table.ts";

export type Bound =
  /** The resource of this kind with the id in the path, whose project decides. */
  | { of: ResourceKind }
  /** A new resource, which has no project, or the one with the external_id of the body. */
  | { created: ResourceKind }
  /** The deleted resource with the id in the path, whose project was kept. */
  | { deleted: ResourceKind }
  /** The object with the id in the path, which is about one resource. */
  | { about: "incident" | "inbound_event" | "mark" | "override" | "silence" }
  /** The incidents that the body numbers, or those of the project of its filter. */
  | "numbered incidents"
  /** The monitors of the ids in the body, or those of the project of its filter. */
  | "chosen monitors"
  /** The deleted resources of the ids in the body, or those of the project of its filter. */
  | "chosen deleted"
  /** The monitors and groups that the body names. */
  | "named subject"
  /** A declaration, whose project decides, and whose changes are judged when it is planned (`declarations`). */
  | "declaration"
  /** Resources that the body lists, and the project that they go to. */
  | "owners"
  /** It changes no resource: the reason. */
  | { free: string }
  /** It belongs to no project: the words for it in the refusal. */
  | { never: string };

type WriteRoute = Exclude<Route, `GET ${string}`>;

/** The lines of all kinds, whose names are made of the kind. */
const ofKinds = <K extends ResourceKind, Name extends string>(
  kinds: readonly K[],
  of: (kind: K) => Record<Name, Bound>,
) => Object.assign({}, ...kinds.map(of)) as Record<Name, Bound>;

/** Users are people of the whole organization; a project changes those that it declares by applying. */
const people: Bound = { never: "users" };

const ofResources = ofKinds(resourceKinds, (kind) => ({
  [`POST /${kind}`]: kind === "users" ? people : { created: kind },
  [`PUT /${kind}/:id`]: kind === "users" ? people : { of: kind },
  [`DELETE /${kind}/:id`]: kind === "users" ? people : { of: kind },
  [`POST /${kind}/:id/restore`]: kind === "users" ? people : { deleted: kind },
})) as Record<
  | `POST /${ResourceKind}`
  | `${"PUT" | "DELETE"} /${ResourceKind}/:id`
  | `POST /${ResourceKind}/:id/restore`,
  Bound
>;

const monitors = kindsWith("isMonitor");
const ofMonitors = ofKinds(monitors, (kind) => ({
  [`POST /${kind}/:id/pause`]: { of: kind },
  [`POST /${kind}/:id/resume`]: { of: kind },
})) as Record<`POST /${(typeof monitors)[number]}/:id/${"pause" | "resume"}`, Bound>;

const addressed = kindsWith("hasAddress");
const ofAddresses = ofKinds(addressed, (kind) => ({
  [`POST /${kind}/:id/rotate_webhook`]: { of: kind },
})) as Record<`POST /${(typeof addressed)[number]}/:id/rotate_webhook`, Bound>;

const ofGroup: Bound = { of: "alert_groups" };
const ofSchedule: Bound = { of: "schedules" };
const ofIncident: Bound = { about: "incident" };
/** Their pushes reach people of all projects. */
const devices: Bound = { never: "devices" };
const access: Bound = { never: "API keys, sessions and sign-in links" };

export const bounds: Record<WriteRoute, Bound> = {
  ...ofResources,
  ...ofMonitors,
  ...ofAddresses,
  "POST /alert_groups/:id/rotate_ping_key": ofGroup,
  "POST /alert_groups/:id/members": ofGroup,
  "PUT /alert_groups/:id/members/:user_id": ofGroup,
  "DELETE /alert_groups/:id/members/:user_id": ofGroup,
  "PUT /alert_groups/:id/schedules/:schedule_id": ofGroup,
  "DELETE /alert_groups/:id/schedules/:schedule_id": ofGroup,
  "POST /alert_groups/:id/drills": ofGroup,
  "POST /alert_groups/:id/try_body": { free: "it shows what a body would make" },
  "POST /schedules/:id/overrides": ofSchedule,
  "POST /schedules/:id/swap": ofSchedule,
  "DELETE /overrides/:id": { about: "override" },
  "POST /users/:user_id/absences": { never: "absences, which count in all schedules" },
  "POST /calendar_feeds": { never: "calendar feeds, whose addresses outlive the key" },
  "DELETE /calendar_feeds/:id": { never: "calendar feeds" },
  "DELETE /status_pages/:id/subscribers/:subscriber_id": { of: "status_pages" },
  "POST /monitors/pause": "chosen monitors",
  "POST /monitors/resume": "chosen monitors",
  "POST /deleted_resources/restore": "chosen deleted",
  "POST /health_check_monitors/:id/check": { of: "health_check_monitors" },
  "POST /checks": { free: "it checks an endpoint without a monitor" },
  "POST /marks": "named subject",
  "DELETE /marks/:id": { about: "mark" },
  "POST /silences": "named subject",
  "PUT /silences/:id": { about: "silence" },
  "DELETE /silences/:id": { about: "silence" },
  "POST /incidents/acknowledge": "numbered incidents",
  "POST /incidents/unacknowledge": "numbered incidents",
  "POST /incidents/resolve": "numbered incidents",
  "POST /incidents/:id/acknowledge": ofIncident,
  "POST /incidents/:id/unacknowledge": ofIncident,
  "POST /incidents/:id/page": ofIncident,
  "POST /incidents/:id/hand-over": ofIncident,
  "POST /incidents/:id/resolve": ofIncident,
  "POST /incidents/:id/reopen": ofIncident,
  "POST /incidents/:id/notes": ofIncident,
  "POST /incidents/:id/publish": ofIncident,
  "PUT /incidents/:id/updates/:update_id": ofIncident,
  "DELETE /incidents/:id/updates/:update_id": ofIncident,
  "POST /incidents/:id/unpublish": ofIncident,
  "POST /inbound_events/:id/replay": { about: "inbound_event" },
  "POST /users/:user_id/devices": devices,
  "PUT /users/:user_id/devices/:id": devices,
  "DELETE /users/:user_id/devices/:id": devices,
  "POST /users/:user_id/devices/:id/test": devices,
  "POST /users/:user_id/device_invitations": devices,
  "DELETE /users/:user_id/device_invitations/:id": devices,
  "DELETE /users/:user_id/passkeys/:id": access,
  "POST /users/:user_id/sign_in_links": access,
  "DELETE /sessions/:id": access,
  "PUT /me": people,
  "POST /api_keys": access,
  "DELETE /api_keys/:id": access,
  "PUT /organization": { never: "the organization" },
  "POST /login": { free: "it has no key" },
  "POST /device_authorizations": { free: "it has no key" },
  "POST /device_authorizations/key": { free: "it has no key" },
  "POST /plan": { free: "it changes nothing" },
  "POST /drift": { free: "it changes nothing" },
  "POST /apply": "declaration",
  "POST /adopt": "owners",
  "POST /detach": "owners",
};
