/**
 * Webhooks of Statuspage, to which people subscribe on the status page of a supplier: incidents and components. Planned
 * maintenance is left out. https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/
 */
import type { Contents, Format } from "../alert.ts";
import type { Instant } from "../../core/model/model.ts";
import { firstPast, firstText, instantOf, isObject, objectsOf, type Foreign } from "../members.ts";
import { contentsBy, type States } from "./tool.ts";

const states: States = {
  investigating: "firing",
  identified: "firing",
  monitoring: "firing",
  resolved: "resolved",
  postmortem: "resolved",
  scheduled: null,
  in_progress: null,
  verifying: null,
  completed: null,
  degraded_performance: "firing",
  partial_outage: "firing",
  major_outage: "firing",
  operational: "resolved",
  under_maintenance: null,
};

export const statuspage: Format = {
  name: "statuspage",
  read: (body, now) => {
    if (!isObject(body) || !isObject(body.page)) return null;
    const { incident, component } = body;
    const page = firstText(body.page, "id");
    if (isObject(incident) && Array.isArray(incident.incident_updates))
      return typeof incident.status === "string" ? readIncident(page, incident, now) : null;
    return isObject(component) && isObject(body.component_update)
      ? readComponent(page, component, body.component_update)
      : null;
  },
};

function readIncident(page: string | null, incident: Foreign, now: Instant): Contents {
  const components = objectsOf(incident.components).flatMap((one) => firstText(one, "name") ?? []);
  return contentsBy("statuspage", states, {
    state: firstText(incident, "status"),
    thing: [page, `incident ${firstText(incident, "id")}`],
    name: firstText(incident, "name"),
    place: components.slice(0, 3).join(", ") || null,
    texts: [firstText(objectsOf(incident.incident_updates)[0] ?? {}, "body")],
    severity: firstText(incident, "impact"),
    since: firstPast(now, instantOf(incident.created_at)),
    ended: instantOf(incident.resolved_at),
    labels: { components: components.slice(0, 20).join(", "), page },
    links: [["incident", incident.shortlink]],
  });
}

function readComponent(page: string | null, component: Foreign, update: Foreign): Contents {
  const state = firstText(update, "new_status") ?? firstText(component, "status");
  return contentsBy("statuspage", states, {
    state,
    thing: [page, `component ${firstText(component, "id")}`],
    name: `${firstText(component, "name") ?? "A component"}: ${(state ?? "no status").replaceAll("_", " ")}`,
    texts: [firstText(component, "description")],
    severity: state,
    labels: { component: component.name, page },
  });
}
