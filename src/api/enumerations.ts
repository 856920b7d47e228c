/**
 * Enumerations that several schemas share. Each title is the name of the type in the API document. What a
 * value means at one place (`description`, `readOnly`) is an option of that place.
 */
import {
  incidentStatuses,
  notificationStates,
  notificationTransitions,
  overrideModes,
  publicUpdateStates,
  resourceKinds,
  scopes,
} from "../core/model/model.ts";
import { healthStatuses, webhookStatuses } from "../core/model/status.ts";
import { reachStates } from "../core/explain/device-reach.ts";
import { shiftReasons } from "../core/on-call/on-call.ts";
import { gateNames } from "../core/paging/gate.ts";
import { healthCheckMonitor } from "../resource/health-check-monitor.ts";
import { whoseTurns } from "../resource/group-schedule.ts";
import { device } from "../resource/device.ts";
import { kindsWith } from "../resource/resources.ts";
import { roles } from "../resource/user.ts";
import { Type } from "./schema.ts";

interface Options {
  description?: string;
  readOnly?: boolean;
}

const named =
  <Values extends string[]>(title: string, values: readonly [...Values]) =>
  (options: Options = {}) =>
    Type.Enum(values, { title, ...options });

export const HealthStatus = named("HealthStatus", healthStatuses);
export const WebhookStatus = named("WebhookStatus", webhookStatuses);
export const IncidentStatus = named("IncidentStatus", incidentStatuses);
export const PublicUpdateState = named("PublicUpdateState", publicUpdateStates);
export const IncidentSource = named("IncidentSource", [
  "health_check_monitor",
  "webhook_monitor",
  "alert_group",
]);
export const NotificationState = named("NotificationState", notificationStates);
export const NotificationTransition = named("NotificationTransition", notificationTransitions);
export const ResourceKind = named("ResourceKind", resourceKinds);
export const MonitorKind = named("MonitorKind", kindsWith("isMonitor"));
export const DeviceKind = named("DeviceKind", device.fields.kind.schema.enum);
export const Expectation = named("Expectation", healthCheckMonitor.fields.expect.schema.enum);
export const GateName = named("GateName", gateNames);
export const ReachState = named("ReachState", reachStates);
export const OverrideMode = named("OverrideMode", overrideModes);
export const ShiftReason = named("ShiftReason", shiftReasons);
export const WhoseTurn = named("WhoseTurn", whoseTurns);
export const Role = named("Role", roles);
export const Scope = named("Scope", scopes);
