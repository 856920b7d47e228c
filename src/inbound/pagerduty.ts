/**
 * Events of PagerDuty's Events API v2, from tools that can send them to another address. `dedup_key` names the
 * incident: `trigger` opens it, `acknowledge` acknowledges it, `resolve` resolves it. The routing key is a
 * secret and is not read.
 */
import type { Alert, Contents, Format } from "./alert.ts";
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
    if (!isObject(body) || typeof body.event_action !== "string") return null;
    const action = body.event_action.trim().toLowerCase();
    const status = Object.hasOwn(actions, action) ? actions[action]! : null;
    const isEvent = isObject(body.payload) || firstText(body, "dedup_key", "routing_key") !== null;
    return status !== null && isEvent ? readEvent(body, status, now) : null;
  },
};

const actions: Record<string, Alert["status"]> = {
  trigger: "firing",
  acknowledge: "acknowledged",
  resolve: "resolved",
};

function readEvent(body: Foreign, status: Alert["status"], now: Instant): Contents {
  const payload = objectOf(body.payload);
  const text = firstText(payload, "summary");
  const source = firstText(payload, "source");
  const title = alertTitle(text ?? unnamed, source);
  const since = firstPast(now, instantOf(payload.timestamp));
  const details = payload.custom_details ?? null;
  const labels = labelsOf({
    source,
    component: payload.component ?? null,
    group: payload.group ?? null,
    class: payload.class ?? null,
    client: body.client ?? null,
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
    reported_status: null,
    episode: null,
    ended_at: null,
    event_id: null,
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
    value: null,
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
  return {
    alerts: [alert],
    receiver: null,
    truncated: 0,
    remarks:
      status !== "firing" && firstText(body, "dedup_key") === null
        ? ["An event that ends or acknowledges something needs its dedup_key."]
        : [],
  };
}
