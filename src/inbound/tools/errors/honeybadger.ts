/**
 * Honeybadger's webhooks: faults, sites, check-ins and alarms, each of which is one problem under any message.
 * https://docs.honeybadger.io/guides/integrations/payloads/
 */
import type { Format } from "../../alert.ts";
import {
  firstPast,
  firstText,
  instantOf,
  isObject,
  objectOf,
  type Foreign,
} from "../../members.ts";
import { contentsBy, isDown, type States } from "../tool.ts";

const states: States = {
  occurred: "firing",
  unresolved: "firing",
  rate_exceeded: "firing",
  down: "firing",
  cert_will_expire: "firing",
  check_in_missing: "firing",
  alarm_alert: "firing",
  volume_spike: "firing",
  resolved: "resolved",
  up: "resolved",
  check_in_reporting: "resolved",
  alarm_ok: "resolved",
  assigned: null,
  commented: null,
  deployed: null,
};

/** Honeybadger sends no end of these. */
const endless = ["cert_will_expire", "volume_spike"];
const subjects = ["fault", "site", "check_in", "alarm"];

export const honeybadger: Format = {
  name: "honeybadger",
  read: (body, now) => {
    if (!isObject(body) || typeof body.event !== "string" || typeof body.message !== "string")
      return null;
    const { event } = body;
    const kind = subjects.find((name) => isObject(body[name])) ?? "project";
    if (!Object.hasOwn(states, event) || !isObject(body[kind])) return null;
    const subject = objectOf(body[kind]);
    const project = objectOf(body.project);
    const outage = objectOf(body.outage);
    const id = firstText(subject, "id");
    const isEndless = endless.includes(event);
    return contentsBy("honeybadger", states, {
      state: event,
      thing: id === null ? [] : [`${kind} ${id}`, isEndless ? event : null],
      name: isEndless ? body.message : (nameOf(kind, subject) ?? body.message),
      texts: [firstText(outage, "reason"), body.message],
      since: firstPast(now, instantOf(outage.down_at ?? subject.created_at)),
      labels: {
        project: firstText(project, "name"),
        environment: subject.environment,
        component: subject.component,
      },
      links: [
        ["fault", objectOf(body.fault).url],
        ["details", subject.details_url],
      ],
      assumed: isEndless,
    });
  },
};

function nameOf(kind: string, subject: Foreign): string | null {
  const name = firstText(subject, "name", "slug");
  if (kind === "site") return isDown(name);
  if (kind === "check_in") return name === null ? null : `${name} has not checked in`;
  const error = [firstText(subject, "klass"), firstText(subject, "message")];
  return name ?? (error.filter((part) => part !== null).join(": ") || null);
}
