/**
 * Reads any object that no other format recognizes: as one firing alert, so that no alert is lost, or as a
 * resolved one if it only reports a recovery. Takes title and text from their usual names, and shows the body
 * itself without them.
 */
import { cutText } from "../../core/text/text.ts";
import { contentsOf, unsaid, type Alert, type Contents, type Format } from "../alert.ts";
import { canonical, fitting, identityOf, identityOfBody } from "../identity/identity.ts";
import { labelsOf, formatLabels } from "../labels.ts";
import { isChanging, lastingMembers, pairsOf, thingsIn, type Things } from "../identity/things.ts";
import { annotatedLinks, linksOf } from "../links.ts";
import { fromChat } from "./chat.ts";
import { firstTextIn, layersOf } from "./layers.ts";
import { firstMembers, isObject, isVariable, textOf, type Foreign } from "../members.ts";
import { isAcknowledged, isWellAgain } from "./well-again.ts";
import { withoutState } from "../identity/without-state.ts";
import { onlyTest, summaryOf, alertTitle, word } from "../wording.ts";

export const generic: Format = {
  name: "generic",
  read: (body) => {
    if (!isObject(body)) return null;
    const first = firstMembers(body, usual);
    return readObject(fromChat(first) ?? first);
  },
};

const named = (names: string): string[] => names.split(" ");

/** Keys that senders themselves give to a problem. Like all names below they are plain. */
const keys = named(
  "fingerprint dedupkey dedup deduplicationkey incidentkey alertkey alertuid alertcorrelationid",
);
const titles = named(
  "title alertname name subject alerttitle alertmessage eventtitle eventname headline rulename alarmname checkname monitorname monitorfriendlyname conditionname triggername incidenttitle alertrule entitydisplayname problemtitle problemname alarmtitle incidentname displayname detailtype label",
);
const texts = named(
  "message msg description summary text error content body details detail reason output longdescription longoutput statemessage serviceoutput hostoutput newstatereason alertdetails incidentreason info",
);

const severities = named("severity priority level urgency criticality problemseverity");

/** Names as most senders write them: in a body of thousands of members no others are looked for behind the first. */
const usual = [...keys, ...titles, ...texts, ...named("dedup_key incident_key status state")];

function readObject(body: Foreign): Contents {
  if (keyOfKind(body) !== null && /^info$/i.test(textOf(body.message_type) ?? ""))
    return contentsOf([], "Information for a timeline: it opens nothing.");
  const layers = layersOf(body);
  const name = firstTextIn(layers, titles);
  const phrases = texts.map((word) => firstTextIn(layers, [word]));
  const text = phrases.find((words) => words !== null) ?? null;
  const isResolved = isWellAgain(layers, [...(name === null ? [] : [name]), ...phrases]);
  const status = word(firstTextIn(layers, ["status", "state"]));
  const acknowledged = !isResolved && isAcknowledged(layers);
  const report = Object.hasOwn(body, "checkResults");
  const things = thingsIn(body);
  const test = body.is_test === true && !isResolved && !acknowledged;
  const labels = labelsOf(pairsOf(layers[0]!.labels ?? layers[0]!.tags));
  const title = alertTitle(name ?? titleOf(text, things.subject) ?? untitled(body, things, report));
  const alert: Alert = {
    identity: test ? "test" : identityIn(body, layers, things, { name, text }, report),
    status: isResolved ? "resolved" : acknowledged ? "acknowledged" : "firing",
    ...unsaid,
    reported_status: isResolved || acknowledged || status === "firing" ? null : status,
    title,
    summary: summaryOf(title, [
      test ? onlyTest : null,
      ...phrases,
      formatLabels(labels, []),
      text === null ? cutText(canonical(body), 1_000) : null,
    ]),
    severity: word(firstTextIn(layers, severities)),
    labels,
    links: linksOf(annotatedLinks(body)),
    test,
    assumed: false,
  };
  if (report)
    return contentsOf([alert], "A health report is not an alert. Health check monitors read it.");
  return contentsOf(
    [alert],
    isResolved
      ? "No known format: the body only says that something is well again, so it opens nothing."
      : "No known format: read as one alert that fires.",
  );
}

/** Its own key, else the things that it names and its title. A text counts where these leave open which problem it is. */
function identityIn(
  body: Foreign,
  layers: readonly Foreign[],
  { names, isCheck }: Things,
  { name, text }: { name: string | null; text: string | null },
  report: boolean,
): string {
  const key = firstTextIn(layers, keys) ?? opsgenieAlias(body) ?? keyOfKind(body);
  if (key !== null && !isVariable(key)) return fitting(key);
  // Each report differs in its time: every one of them would be another problem.
  if (report) return "health report";
  const words = name ?? (isCheck ? null : text);
  const parts = [...names, ...(words === null ? [] : [withoutState(words)])];
  return parts.length === 0 ? identityOfBody(lastingMembers(body)) : identityOf(null, {}, parts);
}

/** Members of a request to Opsgenie's Alert API. */
const opsgenie = new Set(
  "message alias description responders teams recipients visibleTo actions tags details entity source priority user note apiKey".split(
    " ",
  ),
);

/** The key of a body like those to Opsgenie: elsewhere `alias` is a name of the host. */
function opsgenieAlias(body: Foreign): string | null {
  const isOpsgenie =
    typeof body.message === "string" &&
    Object.keys(body).every((name) => opsgenie.has(name) || isChanging(name));
  return isOpsgenie ? textOf(body.alias) : null;
}

/** The key of a body like those to Splunk On-Call, Zenduty and Squadcast: an end may have no other member that names the problem. */
const keyOfKind = (body: Foreign): string | null =>
  typeof body.message_type === "string" || typeof body.alert_type === "string"
    ? textOf(body.entity_id)
    : body.status === "trigger" || body.status === "resolve"
      ? textOf(body.event_id)
      : null;

/** A text alone does not name its subject. */
const titleOf = (text: string | null, subject: string | null): string | null =>
  text === null || subject === null || text.includes(subject) ? text : `${subject}: ${text}`;

/** The things that it names, such as `Shop`, or `db1: mysql`. */
function untitled(body: Foreign, { values }: Things, report: boolean): string {
  if (report) return "A health report was sent in place of an alert";
  if (values.length > 0) return values.slice(0, 2).join(": ");
  const names = Object.keys(body).sort().slice(0, 5).join(", ");
  return names === "" ? "An empty alert" : `Unrecognised alert: ${names}`;
}
