/**
 * Uptime Kuma's webhook notification (1.x and 2.x, content type JSON): a heartbeat of one monitor. Up resolves
 * the incident that down opened. A body without a heartbeat is a test, or a note such as a certificate that
 * expires soon.
 */
import { contentsOf, unsaid, type Alert, type Contents, type Format } from "./alert.ts";
import { identityOf } from "./identity/identity.ts";
import { formatLabels, labelsOf } from "./labels.ts";
import { linksOf } from "./links.ts";
import { firstText, isObject, objectOf, objectsOf, textOf, type Foreign } from "./members.ts";
import { onlyTest, summaryOf, alertTitle } from "./wording.ts";

export const uptimeKuma: Format = {
  name: "uptime-kuma",
  read: (body) =>
    isObject(body) &&
    Object.hasOwn(body, "heartbeat") &&
    Object.hasOwn(body, "monitor") &&
    typeof body.msg === "string"
      ? readBody(body, body.msg)
      : null,
};

/** The statuses of a heartbeat; null: no news. */
const statuses: Record<string, Alert["status"] | null> = {
  0: "firing",
  1: "resolved",
  2: null,
  3: null,
};

/** Statuses as Uptime Kuma calls them. */
const names: Record<string, string> = { 2: "Pending", 3: "Maintenance" };

function readBody(body: Foreign, msg: string): Contents {
  if (!isObject(body.heartbeat)) return contentsOf([noteOf(msg)]);
  const sent = textOf(body.heartbeat.status) ?? "";
  const status = Object.hasOwn(statuses, sent) ? statuses[sent]! : "firing";
  return status === null
    ? contentsOf([], `The status ${names[sent]} opens and resolves nothing.`)
    : contentsOf([alertOf(body.heartbeat, objectOf(body.monitor), msg, status)]);
}

function alertOf(
  heartbeat: Foreign,
  monitor: Foreign,
  msg: string,
  status: Alert["status"],
): Alert {
  const name = firstText(monitor, "pathName", "name");
  const id = firstText(monitor, "id") ?? firstText(heartbeat, "monitorID");
  const title = alertTitle(name === null ? msg : `${name} is down`);
  const tags = objectsOf(monitor.tags).map((tag) => [
    firstText(tag, "name") ?? "",
    firstText(tag, "value") ?? "",
  ]);
  const labels = labelsOf({
    ...Object.fromEntries(tags.filter(([tag]) => tag !== "")),
    type: monitor.type,
  });
  return {
    ...unsaid,
    // The ids of two Uptime Kumas are the same numbers, and names change while a monitor is down.
    identity: identityOf(
      id === null ? null : `monitor:${id} ${placeIn(monitor) ?? name ?? ""}`.trim(),
      {},
      [name, msg],
    ),
    status,
    title,
    summary: summaryOf(title, [
      firstText(heartbeat, "msg") ?? msg,
      firstText(monitor, "description"),
      formatLabels(labels, []),
    ]),
    labels,
    links: linksOf([["monitor", monitor.url]]),
    test: false,
    assumed: false,
  };
}

/** A message about no heartbeat. Uptime Kuma sends no resolve for it. */
function noteOf(msg: string): Alert {
  const test = /\btesting$/i.test(msg.trim());
  const title = alertTitle(msg);
  return {
    ...unsaid,
    // Days that are left are counted down in further messages about one certificate.
    identity: test ? "test" : identityOf(null, {}, [msg.replace(/(?<!\d)\d+ days?\b/g, "days")]),
    status: "firing",
    title,
    summary: summaryOf(title, [test ? onlyTest : msg]),
    labels: {},
    links: [],
    test,
    assumed: !test,
  };
}

/** The host that a monitor checks; null: it has none. A form that is left empty has the URL `https://`. */
const placeIn = (monitor: Foreign): string | null =>
  URL.parse(firstText(monitor, "url") ?? "")?.host || firstText(monitor, "hostname");
