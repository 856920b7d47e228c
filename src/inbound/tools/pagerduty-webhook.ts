/**
 * PagerDuty's own webhooks, versions 3 and 2: one message for each change of an incident. Its status decides: an escalation
 * or a note may follow the acknowledgement. https://developer.pagerduty.com/docs/webhooks-overview
 */
import type { Alert, Contents, Format } from "../alert.ts";
import type { Instant } from "../../core/model/model.ts";
import {
  firstPast,
  firstText,
  instantOf,
  isObject,
  objectOf,
  objectsOf,
  type Foreign,
} from "../members.ts";
import { contentsBy, nothing, type States } from "./tool.ts";

const states: States = {
  triggered: "firing",
  acknowledged: "acknowledged",
  resolved: "resolved",
};

export const pagerdutyWebhook: Format = {
  name: "pagerduty-webhook",
  read: (body, now) => {
    if (!isObject(body)) return null;
    const event = objectOf(body.event);
    if (typeof event.event_type === "string" && isObject(event.data))
      return readEvent(event.event_type, event, event.data, now);
    const messages = objectsOf(body.messages).filter(
      (message) => isObject(message.incident) && typeof message.event === "string",
    );
    if (messages.length === 0) return null;
    const alerts = messages.flatMap(({ incident }): Alert[] => [
      ...readIncident(objectOf(incident), now).alerts,
    ]);
    return { ...nothing(""), alerts, in_turn: true, remarks: [] };
  },
};

function readEvent(type: string, event: Foreign, data: Foreign, now: Instant): Contents | null {
  if (type === "pagey.ping")
    return contentsBy("pagerduty", states, {
      state: null,
      thing: [],
      name: "PagerDuty webhook",
      texts: [firstText(data, "message")],
      test: true,
    });
  if (!Object.hasOwn(event, "resource_type")) return null;
  return data.type === "incident"
    ? readIncident(data, now)
    : nothing(`An event "${type.slice(0, 50)}" that opens and resolves nothing.`);
}

function readIncident(incident: Foreign, now: Instant): Contents {
  const service = objectOf(incident.service);
  return contentsBy("pagerduty", states, {
    state: firstText(incident, "status"),
    thing: [firstText(incident, "id", "html_url", "title")],
    name: firstText(incident, "title", "description"),
    place: firstText(service, "summary", "name"),
    severity: firstText(objectOf(incident.priority), "summary") ?? firstText(incident, "urgency"),
    since: firstPast(now, instantOf(incident.created_at)),
    labels: {
      service: firstText(service, "summary", "name"),
      number: incident.number ?? incident.incident_number,
    },
    links: [["incident", incident.html_url]],
  });
}
