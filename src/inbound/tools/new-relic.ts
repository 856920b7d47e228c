/**
 * New Relic: the webhook of a workflow with its default payload, one body for each change of an issue; and the older
 * channel of a policy, one body for each change of an incident.
 * https://docs.newrelic.com/docs/alerts/get-notified/alert-event-workflows
 */
import type { Format } from "../alert.ts";
import { firstPast, firstText, instantOf, isObject, listOf, textOf } from "../members.ts";
import { contentsBy, type States } from "./tool.ts";

const states: States = {
  created: "firing",
  activated: "firing",
  open: "firing",
  acknowledged: "acknowledged",
  closed: "resolved",
  resolved: "resolved",
  deactivated: "resolved",
};
const marks = ["issueUrl", "issueId", "alertPolicyNames", "alertConditionNames", "workflowName"];

/** A list of texts as one. */
const joined = (value: unknown): string | null =>
  listOf(value)
    .slice(0, 20)
    .flatMap((part) => textOf(part) ?? [])
    .join(", ") || textOf(value);

export const newRelic: Format = {
  name: "new-relic",
  read: (body, now) => {
    if (!isObject(body)) return null;
    const has = (name: string) => Object.hasOwn(body, name);
    const isIssue = typeof body.state === "string" && marks.some(has);
    const isIncident = has("current_state") && has("incident_id") && has("condition_name");
    if (!isIssue && !isIncident) return null;
    return contentsBy("new-relic", states, {
      state: firstText(body, isIssue ? "state" : "current_state"),
      thing: [firstText(body, ...(isIssue ? ["issueId", "id", "issueUrl"] : ["incident_id"]))],
      name: firstText(body, "title", "condition_name") ?? joined(body.alertConditionNames),
      texts: [firstText(body, "details"), joined(body.impactedEntities)],
      severity: firstText(body, "priority", "severity"),
      since: firstPast(now, instantOf(body.createdAt ?? body.timestamp)),
      labels: {
        condition: joined(body.alertConditionNames) ?? body.condition_name,
        policy: joined(body.alertPolicyNames) ?? body.policy_name,
        entities: joined(body.impactedEntities),
      },
      links: [
        ["runbook", body.runbook_url],
        ["issue", body.issueUrl ?? body.incident_url],
      ],
      test: isIncident && firstText(body, "incident_id") === "0",
    });
  },
};
