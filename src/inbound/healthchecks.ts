/**
 * Healthchecks: a webhook whose body is `$JSON`, alone or as a member `check`. That is the check as its API
 * answers it. Up resolves the incident that down opened. Ping URLs are secrets, so no id of a check is kept.
 */
import type { Alert, Contents, Format } from "./alert.ts";
import { identityOf } from "./identity/identity.ts";
import { labelsOf } from "./labels.ts";
import { firstText, instantOf, isObject, type Foreign } from "./members.ts";
import { momentOf, summaryOf, alertTitle, unnamed, word } from "./wording.ts";

export const healthchecks: Format = {
  name: "healthchecks",
  read(body) {
    const check = isObject(body) && isObject(body.check) ? body.check : body;
    return isCheck(check) ? readCheck(check) : null;
  },
};

const isCheck = (check: unknown): check is Foreign & { status: string } =>
  isObject(check) &&
  typeof check.status === "string" &&
  typeof check.n_pings === "number" &&
  Object.hasOwn(check, "last_ping");

/** The meaning of each status; null: no news. An unknown one fires. */
const statuses: Record<string, Alert["status"] | null> = {
  down: "firing",
  up: "resolved",
  new: null,
  started: null,
  grace: null,
  paused: null,
};

function readCheck(check: Foreign & { status: string }): Contents {
  const sent = check.status.trim().toLowerCase();
  const isKnown = Object.hasOwn(statuses, sent);
  const status = isKnown ? statuses[sent]! : "firing";
  const contents = { receiver: null, truncated: 0 };
  if (status === null)
    return {
      ...contents,
      alerts: [],
      remarks: [`The status "${sent}" opens and resolves nothing.`],
    };
  const reported_status = isKnown ? null : word(sent);
  return {
    ...contents,
    alerts: [alertOf(check, status, reported_status)],
    remarks: [],
  };
}

function alertOf(check: Foreign, status: Alert["status"], reported_status: string | null): Alert {
  const name = firstText(check, "name", "slug") ?? unnamed;
  const title = alertTitle(`${name} is down`);
  const tags = firstText(check, "tags");
  const pinged = momentOf(instantOf(check.last_ping));
  return {
    identity: identityOf(null, {}, [
      firstText(check, "uuid", "unique_key", "ping_url", "slug") ?? name,
    ]),
    status,
    reported_status,
    episode: null,
    ended_at: null,
    event_id: null,
    title,
    summary: summaryOf(title, [
      firstText(check, "desc"),
      pinged === null ? "It was never pinged." : `Last ping: ${pinged.replace(/^At /, "")}`,
      tags === null ? null : `Tags: ${tags}`,
    ]),
    severity: null,
    value: null,
    since: null,
    labels: labelsOf({ name, tags }),
    links: [],
    test: false,
    assumed: false,
  };
}
