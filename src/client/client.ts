/** A client of the service's API: a method for each route, with the types of the contract. */
import type { BlindPeriod } from "../api/blind-periods.ts";
import type { AlertGroup, Member } from "../api/alert-groups.ts";
import type { CheckOutcome } from "../api/checks.ts";
import type { ApplyRequest, Plan, PlanRequest } from "../api/declaration.ts";
import type { DeletedResource, Restore } from "../api/deleted-resources.ts";
import type { Drill } from "../api/drills.ts";
import type { Session, SignInLink } from "../api/sign-in-links.ts";
import type {
  DeviceInvitation,
  DeviceInvitationCreate,
  DeviceInvitationCreated,
} from "../api/device-invitations.ts";
import type { HealthCheckMonitor, HistoryEntry } from "../api/health-check-monitors.ts";
import type { InboundEvent } from "../api/inbound.ts";
import type {
  Acknowledge,
  Incident,
  IncidentDetail,
  Note,
  Notification,
  NotificationDetail,
  Publish,
  Resolve,
  PageNow,
  Reopen,
  Unacknowledge,
  Unpublish,
} from "../api/incidents.ts";
import type { ApiKey, ApiKeyCreate, ApiKeyCreated, AuditEvent, Login, Me } from "../api/keys.ts";
import type { Nodes } from "../api/nodes.ts";
import type {
  AdoptRequest,
  DetachRequest,
  Drift,
  DriftRequest,
  Ownership,
} from "../api/ownership.ts";
import type { Explanation, Who } from "../api/explanations.ts";
import type { Static } from "../api/schema.ts";
import type { Mark, MarkCreate, Metrics, MonitorPast, SubCheckChange } from "../api/history.ts";
import type { Silence, SilenceCreate } from "../api/silences.ts";
import type { Device, DeviceCreate, DeviceUpdate, User } from "../api/users.ts";
import type { Report, Run, WebhookMonitor } from "../api/webhook-monitors.ts";
import type { Taken } from "./inbound.ts";
import { sender, type ClientOptions, type Method, type Query } from "./request.ts";

export type { ClientOptions } from "./request.ts";
export { ApiProblem, Unreachable, UnsafeUrl } from "./errors.ts";

/** A resource as it is answered, by the kind it is declared under. */
export interface Answered {
  users: User;
  alert_groups: AlertGroup;
  health_check_monitors: HealthCheckMonitor;
  webhook_monitors: WebhookMonitor;
}
type Kind = keyof Answered;
type Monitors = "health_check_monitors" | "webhook_monitors";
type Fields = Readonly<Record<string, unknown>>;

export type Client = ReturnType<typeof createClient>;

/** Talks to the service at `url`. Every method rejects with one of the errors of `errors.ts`. */
export function createClient(options: ClientOptions) {
  const send = sender(options);
  const at = (...parts: string[]) => parts.map(encodeURIComponent).join("/");
  return {
    me: () => send<Me>("get", "me"),
    login: (body: Static<typeof Login>) => send<ApiKeyCreated>("post", "login", { body }),

    plan: (body: PlanRequest) => send<Plan>("post", "plan", { body, compress: true }),
    apply: (body: ApplyRequest) => send<Plan>("post", "apply", { body, compress: true }),
    drift: (body: DriftRequest) => send<Drift>("post", "drift", { body, compress: true }),
    adopt: (body: AdoptRequest) => send<Ownership>("post", "adopt", { body }),
    detach: (body: DetachRequest) => send<Ownership>("post", "detach", { body }),

    list: <K extends Kind>(kind: K, query?: Query) => send<Answered[K][]>("get", kind, { query }),
    get: <K extends Kind>(kind: K, id: string) => send<Answered[K]>("get", at(kind, id)),
    create: <K extends Kind>(kind: K, body: Fields) => send<Answered[K]>("post", kind, { body }),
    update: <K extends Kind>(kind: K, id: string, body: Fields) =>
      send<Answered[K]>("put", at(kind, id), { body }),
    remove: (kind: Kind, id: string) => send<void>("delete", at(kind, id)),

    deletedResources: (query?: Query) =>
      send<DeletedResource[]>("get", "deleted_resources", { query }),
    /** Brings a deleted resource back, maybe under another external_id. */
    restore: <K extends Kind>(kind: K, id: string, body: Restore = {}) =>
      send<Answered[K]>("post", at(kind, id, "restore"), { body }),

    members: (group: string) => send<Member[]>("get", at("alert_groups", group, "members")),
    addMember: (group: string, email: string) =>
      send<Member>("post", at("alert_groups", group, "members"), {
        body: { email },
      }),
    updateMember: (group: string, user: string, body: Fields) =>
      send<Member>("put", at("alert_groups", group, "members", user), { body }),
    removeMember: (group: string, user: string) =>
      send<void>("delete", at("alert_groups", group, "members", user)),

    drills: (group: string) => send<Drill[]>("get", at("alert_groups", group, "drills")),
    startDrill: (group: string) => send<Drill>("post", at("alert_groups", group, "drills")),

    devices: (user: string) => send<Device[]>("get", at("users", user, "devices")),
    createDevice: (user: string, body: Static<typeof DeviceCreate>) =>
      send<Device>("post", at("users", user, "devices"), { body }),
    updateDevice: (user: string, id: string, body: Static<typeof DeviceUpdate>) =>
      send<Device>("put", at("users", user, "devices", id), { body }),
    inviteDevice: (user: string, body: Static<typeof DeviceInvitationCreate> = {}) =>
      send<DeviceInvitationCreated>("post", at("users", user, "device_invitations"), { body }),
    inviteUser: (user: string) => send<SignInLink>("post", at("users", user, "sign_in_links")),
    sessions: () => send<Session[]>("get", at("sessions")),
    endSession: (id: string) => send<void>("delete", at("sessions", id)),
    invitation: (user: string, id: string) =>
      send<DeviceInvitation>("get", at("users", user, "device_invitations", id)),
    removeDevice: (user: string, id: string) =>
      send<void>("delete", at("users", user, "devices", id)),

    pause: <K extends Monitors>(kind: K, id: string, until?: string) =>
      send<Answered[K]>("post", at(kind, id, "pause"), {
        body: until === undefined ? {} : { until },
      }),
    resume: <K extends Monitors>(kind: K, id: string) =>
      send<Answered[K]>("post", at(kind, id, "resume"), { body: {} }),
    check: (id: string) => send<CheckOutcome>("post", at("health_check_monitors", id, "check")),
    checkFields: (body: Fields) => send<CheckOutcome>("post", "checks", { body }),
    /** Rotates the URL; the old one works for another day. */
    rotateWebhook: <K extends "alert_groups" | "webhook_monitors">(kind: K, id: string) =>
      send<Answered[K]>("post", at(kind, id, "rotate_webhook")),
    history: (kind: Monitors, id: string, query?: Query) =>
      send<Static<typeof HistoryEntry>[]>("get", at(kind, id, "history"), {
        query,
      }),
    runs: (id: string) => send<Run[]>("get", at("webhook_monitors", id, "runs")),

    incidents: (query?: Query) => send<Incident[]>("get", "incidents", { query }),
    incident: (id: string) => send<IncidentDetail>("get", at("incidents", id)),
    acknowledge: (id: string, body: Static<typeof Acknowledge> = {}) =>
      send<Incident>("post", at("incidents", id, "acknowledge"), { body }),
    unacknowledge: (id: string, body: Static<typeof Unacknowledge> = {}) =>
      send<Incident>("post", at("incidents", id, "unacknowledge"), { body }),
    pageNow: (id: string, body: Static<typeof PageNow> = {}) =>
      send<Incident>("post", at("incidents", id, "page"), { body }),
    reopen: (id: string, body: Static<typeof Reopen> = {}) =>
      send<Incident>("post", at("incidents", id, "reopen"), { body }),
    resolve: (id: string, body: Static<typeof Resolve> = {}) =>
      send<Incident>("post", at("incidents", id, "resolve"), { body }),
    publish: (id: string, body: Static<typeof Publish>) =>
      send<Incident>("post", at("incidents", id, "publish"), { body }),
    unpublish: (id: string, body: Static<typeof Unpublish> = {}) =>
      send<Incident>("post", at("incidents", id, "unpublish"), { body }),
    note: (id: string, body: Static<typeof Note>) =>
      send<Incident>("post", at("incidents", id, "notes"), { body }),

    explanation: (id: string, query?: Query) =>
      send<Static<typeof Explanation>>("get", at("incidents", id, "explanation"), { query }),
    /** Who would be notified, at a moment and for a priority. */
    who: (group_id: string, query?: Query) =>
      send<Static<typeof Who>>("get", at("alert_groups", group_id, "who"), {
        query,
      }),
    testDevice: (user_id: string, id: string) =>
      send<Notification>("post", at("users", user_id, "devices", id, "test")),

    /** The last 24 hours of all monitors, or of those with the `ids`. */
    pasts: (query?: Query) => send<MonitorPast[]>("get", "monitors/history", { query }),
    /** Response times, checks and error reports of a monitor, in equal steps. */
    metrics: (kind: "health_check_monitors" | "webhook_monitors", id: string, query?: Query) =>
      send<Metrics>("get", at(kind, id, "metrics"), { query }),
    subCheckChanges: (id: string, query?: Query) =>
      send<SubCheckChange[]>("get", at("health_check_monitors", id, "sub_checks"), { query }),
    reports: (id: string, query?: Query) =>
      send<Report[]>("get", at("webhook_monitors", id, "reports"), { query }),
    marks: (query?: Query) => send<Mark[]>("get", "marks", { query }),
    createMark: (body: MarkCreate) => send<Mark>("post", "marks", { body }),
    deleteMark: (id: string) => send<void>("delete", at("marks", id)),

    silences: (query?: Query) => send<Silence[]>("get", "silences", { query }),
    createSilence: (body: SilenceCreate) => send<Silence>("post", "silences", { body }),
    /** Ends it now. */
    endSilence: (id: string) => send<Silence>("delete", at("silences", id)),

    notifications: (query?: Query) => send<Notification[]>("get", "notifications", { query }),
    notification: (id: string) =>
      send<Static<typeof NotificationDetail>>("get", at("notifications", id)),
    inboundEvents: (query?: Query) => send<InboundEvent[]>("get", "inbound_events", { query }),
    inboundEvent: (id: string) => send<InboundEvent>("get", at("inbound_events", id)),
    /**
     * Processes a stored event again, as if it had just arrived. `unauthenticated` confirms the replay of one
     * whose sender did not present the secret.
     */
    replayInbound: (id: string, unauthenticated = false) =>
      send<Taken>("post", at("inbound_events", id, "replay"), {
        body: unauthenticated ? { confirm: "unauthenticated" } : {},
      }),
    auditEvents: (query?: Query) =>
      send<Static<typeof AuditEvent>[]>("get", "audit_events", { query }),

    nodes: () => send<Nodes>("get", "nodes"),
    /** Monitoring gaps. */
    blindPeriods: (query?: Query) => send<BlindPeriod[]>("get", "blind_periods", { query }),

    /** Any route, by its path below `/api/v1`. */
    request: (method: Method, path: string, body?: unknown) =>
      send<unknown>(method, path.replace(/^\/+/, ""), { body }),

    keys: () => send<ApiKey[]>("get", "api_keys"),
    createKey: (body: Static<typeof ApiKeyCreate>) =>
      send<ApiKeyCreated>("post", "api_keys", { body }),
    revokeKey: (id: string) => send<void>("delete", at("api_keys", id)),
  };
}
