/**
 * Events of PagerDuty's Events API v2 and v1, from tools that can send them to another address. `dedup_key`, in v1
 * `incident_key`, names the incident: `trigger` opens it, `acknowledge` acknowledges it, `resolve` resolves it. The routing
 * key, in v1 `service_key`, is a secret and is not read. https://developer.pagerduty.com/docs/events-api-v1-overview
 */
import { contentsOf, unsaid, type Alert, type Contents, type Format } from "./alert.ts";
import { canonical, identityOf } from "./identity/identity.ts";
import { formatLabels, labelsOf } from "./labels.ts";
import { linksOf } from "./links.ts";
import {
  firstPast,
  firstText,
  instantOf,
  isObject,
  objectOf,
  objectsOf,
  type Foreign,
} from "./members.ts";
import type { Instant } from "../core/model/model.ts";
import { thingsIn } from "./identity/things.ts";
import { momentOf, summaryOf, alertTitle, unnamed, word } from "./wording.ts";

export const pagerduty: Format = {
  name: "pagerduty",
  read(body, now) {
    if (!isObject(body)) return null;
    const isFirst = Object.hasOwn(body, "service_key") || Object.hasOwn(body, "incident_key");
    if (typeof body.event_type === "string" && isFirst)
      return pagerduty.read(asVersion2(body, body.event_type), now);
    if (isChange(body))
      return contentsOf([], "A change event: it reports a deployment or the like, and no problem.");
    if (typeof body.event_action !== "string") return null;
    const action = body.event_action.trim().toLowerCase();
    const status = Object.hasOwn(actions, action) ? actions[action]! : null;
    const isEvent = isObject(body.payload) || firstText(body, "dedup_key", "routing_key") !== null;
    return status !== null && isEvent ? readEvent(body, status, now) : null;
  },
};

/** Events of the path `/v2/change/enqueue` have no action, and no severity, which each alert has. */
const isChange = (body: Foreign) =>
  !Object.hasOwn(body, "event_action") &&
  isObject(body.payload) &&
  !Object.hasOwn(body.payload, "severity") &&
  firstText(body, "routing_key") !== null;

const actions: Record<string, Alert["status"]> = {
  trigger: "firing",
  acknowledge: "acknowledged",
  resolve: "resolved",
};

/** An event of v1 in the words of v2. */
function asVersion2(body: Foreign, event_type: string): Foreign {
  const contexts = objectsOf(body.contexts);
  const { incident_key: dedup_key, client, client_url } = body;
  const summary = firstText(body, "description", "title");
  return {
    event_action: event_type,
    dedup_key,
    client,
    client_url,
    payload: { summary, custom_details: body.details ?? null },
    links: contexts.filter(({ type }) => type !== "image"),
    images: contexts.filter(({ type }) => type === "image"),
  };
}

function readEvent(body: Foreign, status: Alert["status"], now: Instant): Contents {
  const payload = objectOf(body.payload);
  const text = firstText(payload, "summary");
  const source = firstText(payload, "source");
  const title = alertTitle(text ?? unnamed, source);
  const since = firstPast(now, instantOf(payload.timestamp));
  const details = payload.custom_details ?? null;
  const labels = labelsOf({
    source,
    component: payload.component,
    group: payload.group,
    class: payload.class,
    client: body.client,
  });
  const alert: Alert = {
    // PagerDuty takes each event without a key for another problem.
    identity: identityOf(body.dedup_key, {}, [
      text,
      source,
      ...["component", "group", "class"].map((name) => firstText(payload, name)),
      ...(isObject(details) ? thingsIn(details).names : []),
    ]),
    status,
    ...unsaid,
    title,
    summary: summaryOf(title, [
      text,
      isObject(details)
        ? formatLabels(labelsOf(details), [])
        : details === null
          ? null
          : canonical(details),
      formatLabels(labels, ["source", "client"]),
      momentOf(since),
    ]),
    severity: word(firstText(payload, "severity")),
    since,
    labels,
    links: linksOf([
      ...objectsOf(body.links).map((link): [string, unknown] => [
        firstText(link, "text") ?? "link",
        link.href,
      ]),
      [firstText(body, "client") ?? "client", body.client_url],
      ...objectsOf(body.images).map((image): [string, unknown] => ["image", image.src]),
    ]),
    test: false,
    assumed: false,
  };
  return status !== "firing" && firstText(body, "dedup_key") === null
    ? contentsOf([alert], "An event that ends or acknowledges something needs its dedup_key.")
    : contentsOf([alert]);
}
