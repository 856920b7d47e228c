/** The goals of `wait --for`, by the kind of their target, with the statuses that reach each. */
import type { IncidentStatus } from "../../core/model/model.ts";
import {
  conditionOf,
  healthStatuses,
  isFailing,
  webhookStatuses,
  type Status,
} from "../../core/model/status.ts";

const isKnown = (status: Status) => conditionOf(status) !== "pending";
/** Healthy, or with no more than a warning. */
export const isWorking = (status: Status) => isKnown(status) && !isFailing(status);

export const goals = {
  health_check_monitors: {
    up: healthStatuses.filter(isWorking),
    down: healthStatuses.filter(isFailing),
    "first-result": healthStatuses.filter(isKnown),
  },
  webhook_monitors: {
    quiet: webhookStatuses.filter(isWorking),
    firing: webhookStatuses.filter(isFailing),
    "first-result": webhookStatuses.filter(isKnown),
  },
  incident: {
    acked: ["acknowledged", "resolved"],
    resolved: ["resolved"],
  } satisfies Record<string, IncidentStatus[]>,
};
