/**
 * The outgoing webhook of Opsgenie and of Jira Service Management: one body for each action on an alert. A note or a
 * tag leaves incidents as they are: it may follow the end of the alert.
 * https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/
 */
import type { Format } from "../alert.ts";
import { firstText, isObject, objectOf } from "../members.ts";
import { contentsBy, nothing, type States } from "./tool.ts";

const states: States = {
  create: "firing",
  escalate: "firing",
  escalatenext: "firing",
  unacknowledge: "firing",
  unack: "firing",
  acknowledge: "acknowledged",
  ack: "acknowledged",
  close: "resolved",
  delete: "resolved",
};

export const opsgenie: Format = {
  name: "opsgenie",
  read: (body) => {
    if (!isObject(body) || !isObject(body.alert)) return null;
    const action = firstText(body, "action");
    const alert = objectOf(body.alert);
    const alertId = firstText(alert, "alertId");
    if (action === null || alertId === null) return null;
    if (!Object.hasOwn(states, action.toLowerCase()))
      return nothing(`The action "${action.slice(0, 100)}" opens and resolves nothing.`);
    return contentsBy("opsgenie", states, {
      state: action,
      thing: [alertId],
      name: firstText(alert, "message"),
      place: firstText(alert, "entity"),
      texts: [firstText(alert, "description"), firstText(alert, "note")],
      severity: firstText(alert, "priority"),
      labels: { alias: alert.alias, tags: alert.tags, source: alert.source },
    });
  },
};
