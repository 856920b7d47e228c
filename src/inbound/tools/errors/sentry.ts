/**
 * Sentry's own webhooks: issue alerts, metric alerts, issues and errors of an integration, and those of the older plugin.
 * https://docs.sentry.io/organization/integrations/integration-platform/webhooks/
 */
import type { Instant } from "../../../core/model/model.ts";
import type { Contents, Format } from "../../alert.ts";
import {
  firstPast,
  firstText,
  instantOf,
  isObject,
  objectOf,
  type Foreign,
} from "../../members.ts";
import { contentsBy, nothing, type States } from "../tool.ts";

const states: States = {
  triggered: "firing",
  created: "firing",
  unresolved: "firing",
  critical: "firing",
  warning: "firing",
  resolved: "resolved",
  archived: "resolved",
  ignored: "resolved",
  // Owners are assigned by rules, too, before a person has seen the issue.
  assigned: null,
};

export const sentry: Format = {
  name: "sentry",
  read: (body, now) => {
    if (!isObject(body)) return null;
    if (
      isObject(body.event) &&
      Object.hasOwn(body, "project_slug") &&
      Object.hasOwn(body, "culprit")
    )
      return readIssue(body, body, "triggered", now, true);
    if (!isObject(body.data) || typeof body.action !== "string") return null;
    const { metric_alert: metric, issue, event, error } = body.data;
    if (isObject(metric)) return readMetric(body.data, metric, body.action, now);
    if (isObject(event) && Object.hasOwn(body.data, "triggered_rule"))
      return readIssue(event, body.data, body.action, now);
    if (isObject(issue)) return readIssue(issue, body.data, body.action, now);
    if (isObject(error)) return readIssue(error, body.data, body.action, now);
    return Object.hasOwn(body, "installation") && Object.hasOwn(body, "actor")
      ? nothing(`An event "${body.action.slice(0, 50)}" of Sentry that is about no problem.`)
      : null;
  },
};

/** An issue, or the event of one. */
function readIssue(
  issue: Foreign,
  data: Foreign,
  action: string,
  now: Instant,
  assumed = false,
): Contents {
  const title = firstText(issue, "title", "message");
  const id = firstText(issue, "issue_id") ?? firstText(issue, "id");
  const project = objectOf(issue.project);
  return contentsBy("sentry", states, {
    state: action,
    thing: id === null ? [title] : [`issue ${id}`],
    name: title,
    texts: [
      firstText(issue, "culprit"),
      firstText(data, "triggered_rule"),
      firstText(objectOf(issue.metadata), "value"),
    ],
    severity: firstText(issue, "level"),
    since: firstPast(now, instantOf(issue.firstSeen ?? issue.datetime)),
    labels: {
      project: firstText(project, "slug", "name") ?? firstText(issue, "project_slug"),
      environment: issue.environment,
      release: textOrNull(issue.release),
    },
    links: [
      ["issue", issue.web_url ?? issue.permalink ?? issue.webUrl],
      ["issue", issue.url],
    ],
    // Sentry makes up an event to test the integration.
    test: /^This is an example \w+ exception$/.test(title ?? ""),
    assumed,
  });
}

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);

function readMetric(data: Foreign, metric: Foreign, action: string, now: Instant): Contents {
  const rule = objectOf(metric.alert_rule);
  const id = firstText(rule, "id") ?? firstText(metric, "id");
  return contentsBy("sentry", states, {
    state: action,
    thing: [id === null ? null : `rule ${id}`],
    name:
      firstText(rule, "name") ?? firstText(metric, "title") ?? firstText(data, "description_title"),
    texts: [firstText(data, "description_text")],
    severity: action,
    since: firstPast(now, instantOf(metric.date_started)),
    ended: instantOf(metric.date_closed),
    labels: { environment: rule.environment, query: rule.query, projects: metric.projects },
    links: [["alert", data.web_url]],
  });
}
