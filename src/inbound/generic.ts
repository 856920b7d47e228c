/**
 * Reads any object that no other format recognizes: as one firing alert, so that no alert is lost, or as a
 * resolved one if it only reports a recovery. Takes title and text from their usual names, and shows the body
 * itself without them.
 */
import { cutText } from "../core/text/text.ts";
import type { Contents, Format } from "./alert.ts";
import { canonical, fitting, identityOf, identityOfBody } from "./identity/identity.ts";
import { labelsOf, formatLabels } from "./labels.ts";
import { isChanging, lastingMembers, pairsOf, thingsIn } from "./identity/things.ts";
import { annotatedLinks, linksOf } from "./links.ts";
import { firstMembers, firstText, isObject, textOf, type Foreign } from "./members.ts";
import { isWellAgain } from "./well-again.ts";
import { withoutState } from "./identity/without-state.ts";
import { summaryOf, alertTitle, word } from "./wording.ts";

export const generic: Format = {
  name: "generic",
  read: (body) =>
    isObject(body) ? readObject(firstMembers(body, [...keys, ...titles, ...texts])) : null,
};

/** Keys that senders themselves give to a problem. */
const keys = ["fingerprint", "dedup_key", "dedupKey", "incident_key", "incidentKey"];
const titles = ["title", "alertname", "alert_name", "name", "subject"];
const texts = ["message", "msg", "description", "summary", "text", "error"];

function readObject(body: Foreign): Contents {
  const named = firstText(body, ...titles);
  const phrases = texts.map((name) => firstText(body, name));
  const text = phrases.find((words) => words !== null) ?? null;
  const isResolved = isWellAgain(body, named ?? text);
  const status = word(firstText(body, "status", "state"));
  const report = Object.hasOwn(body, "checkResults");
  const labels = labelsOf(pairsOf(body.labels ?? body.tags));
  const title = alertTitle(named ?? text ?? untitled(body, report));
  return {
    alerts: [
      {
        identity: identityIn(body, { named, text }, report),
        status: isResolved ? "resolved" : "firing",
        reported_status: isResolved || status === "firing" ? null : status,
        episode: null,
        ended_at: null,
        event_id: null,
        title,
        summary: summaryOf(title, [
          ...phrases,
          formatLabels(labels, []),
          text === null ? cutText(canonical(body), 1_000) : null,
        ]),
        severity: word(firstText(body, "severity", "priority", "level")),
        value: null,
        since: null,
        labels,
        links: linksOf(annotatedLinks(body)),
        test: false,
        assumed: false,
      },
    ],
    receiver: null,
    truncated: 0,
    remarks: [
      report
        ? "A health report is not an alert. Health check monitors read it."
        : isResolved
          ? "No known format: the body only says that something is well again, so it opens nothing."
          : "No known format: read as one alert that fires.",
    ],
  };
}

/** Its own key, else the things that it names and its title. A text counts where these leave open which problem it is. */
function identityIn(
  body: Foreign,
  { named, text }: { named: string | null; text: string | null },
  report: boolean,
): string {
  const key = firstText(body, ...keys) ?? opsgenieAlias(body);
  if (key !== null) return fitting(key);
  // Each report differs in its time: every one of them would be another problem.
  if (report) return "health report";
  const { names, isCheck } = thingsIn(body);
  const words = named ?? (isCheck ? null : text);
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

function untitled(body: Foreign, report: boolean): string {
  if (report) return "A health report was sent in place of an alert";
  const names = Object.keys(body).sort().slice(0, 5).join(", ");
  return names === "" ? "An empty alert" : `Unrecognised alert: ${names}`;
}
