/**
 * Jira's webhooks about issues: an issue fires until its status is one of the category "done", or it is deleted.
 * https://developer.atlassian.com/server/jira/platform/webhooks/
 */
import type { Format } from "../alert.ts";
import { firstPast, firstText, instantOf, isObject, objectOf } from "../members.ts";
import { contentsBy, nothing, type States } from "./tool.ts";

/** Keys of the categories that each status has. */
const states: States = { new: "firing", indeterminate: "firing", done: "resolved" };

export const jira: Format = {
  name: "jira",
  read: (body, now) => {
    if (!isObject(body) || typeof body.webhookEvent !== "string" || !isObject(body.issue))
      return null;
    const { webhookEvent: event, issue } = body;
    if (!event.startsWith("jira:issue_"))
      return nothing(`An event "${event.slice(0, 50)}" that opens and resolves nothing.`);
    const fields = objectOf(issue.fields);
    const status = objectOf(fields.status);
    const key = firstText(issue, "key");
    const site = URL.parse(firstText(issue, "self") ?? "")?.origin ?? null;
    return contentsBy("jira", states, {
      state:
        event === "jira:issue_deleted"
          ? "done"
          : (firstText(objectOf(status.statusCategory), "key") ?? firstText(status, "name")),
      // An issue keeps its id when it is moved to another project.
      thing: [site, firstText(issue, "id") ?? key],
      name: firstText(fields, "summary"),
      place: key,
      texts: [firstText(fields, "description")],
      severity: firstText(objectOf(fields.priority), "name"),
      since: firstPast(now, instantOf(fields.created)),
      labels: {
        project: firstText(objectOf(fields.project), "name", "key"),
        type: firstText(objectOf(fields.issuetype), "name"),
        status: firstText(status, "name"),
      },
      links: [["issue", site === null || key === null ? null : `${site}/browse/${key}`]],
    });
  },
};
