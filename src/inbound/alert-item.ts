/** One item of an `alerts` list, as Alertmanager and Grafana send them and templates imitate them. */
import type { Instant } from "../core/model/model.ts";
import type { Alert } from "./alert.ts";
import { evaluationOf } from "./evaluation.ts";
import { canonical, identityOf } from "./identity/identity.ts";
import { labelsOf, placeOf, formatLabels } from "./labels.ts";
import { annotatedLinks, linksOf } from "./links.ts";
import {
  firstPast,
  firstText,
  instantOf,
  isObject,
  objectOf,
  textOf,
  type Foreign,
} from "./members.ts";
import { thingsIn } from "./identity/things.ts";
import { isHealthyWord } from "./generic/well-again.ts";
import { withoutState } from "./identity/without-state.ts";
import { measured } from "./values.ts";
import { onlyTest, summaryOf, timesOf, alertTitle, unnamed, word } from "./wording.ts";

/** Values that the alerts of one body share, for items without their own. */
export interface Shared {
  name: string | null;
  words: string | null;
  test: boolean;
}

/** The fingerprint of Grafana's test alert, the same on every Grafana. */
const testFingerprint = "57c6d9296de2ad39";

/** Reads one item, member by member, because templates leave out and rename members. */
export function readItem(item: Foreign, shared: Shared, now: Instant): Alert {
  const labels = objectOf(item.labels);
  const annotations = objectOf(item.annotations);
  const starts = instantOf(item.startsAt);
  const ends = instantOf(item.endsAt);
  const judged = statusOf(item.status, ends, now);
  const since = firstPast(now, starts);
  const ended = judged.status === "resolved" ? ends : null;
  const sight = evaluationOf(labels, annotations, judged.status);
  const words = {
    summary: firstText(annotations, "summary") ?? firstText(item, "summary"),
    description:
      firstText(annotations, "description", "message") ??
      firstText(item, "description", "message", "text"),
  };
  const name =
    sight.rule ??
    firstText(labels, "alertname", "rulename") ??
    firstText(item, "title", "name", "alertname") ??
    shared.name;
  const silent = words.summary === null && words.description === null;
  // The value -1 marks a rule that could not be evaluated. It is not a measurement.
  const value = sight.state === null ? valueOf(item, annotations) : null;
  const shown = labelsOf(labels);
  const test = shared.test || isTest(item.fingerprint, labels);
  const title = alertTitle(
    name ?? words.summary ?? words.description ?? shared.words ?? unnamed,
    name === null ? null : placeOf(labels),
    sight.state,
  );
  return {
    identity: identityIn(item, labels, [
      name,
      words.description,
      words.summary,
      silent ? canonical(annotations) : null,
    ]),
    ...judged,
    episode: starts,
    ended_at: ended,
    expires_at: item.status === undefined && judged.status === "firing" ? ends : null,
    event_id: null,
    title,
    summary: summaryOf(title, [
      test ? onlyTest : null,
      sight.remark,
      sight.state !== null && words.summary !== null
        ? `The rule itself says: ${words.summary}`
        : words.summary,
      words.description ?? words.summary ?? shared.words ?? formatLabels(shown, titled),
      value && `${judged.status === "firing" ? "Value" : "Last value"}: ${value}`,
      timesOf(judged.status, since, ended),
    ]),
    severity: word(firstText(labels, "severity", "priority", "level")),
    value,
    since,
    labels: shown,
    links: linksOf([
      ...annotatedLinks(annotations),
      ["panel", item.panelURL],
      ["dashboard", item.dashboardURL],
      ["source", item.generatorURL],
      ["silence", item.silenceURL],
      ["image", item.imageURL],
    ]),
    test,
    assumed: false,
  };
}

/** Members that are read otherwise, or differ while a problem lasts. */
const readMembers = ["labels", "annotations", "values", "status", "receivers"];

/** Hand-written items name things beside their labels, or without any. Then the text is not compared. */
function identityIn(item: Foreign, labels: Foreign, words: (string | null)[]): string {
  const sent = Array.isArray(item.labels) || typeof item.labels === "string";
  const { names } = thingsIn(item, sent ? readMembers.slice(1) : readMembers);
  const [name = null] = words;
  const phrases = names.length > 0 && name !== null ? [withoutState(name)] : words;
  return identityOf(item.fingerprint, labels, [...names, ...phrases], names);
}

/** Labels that the title has used. */
const titled = ["alertname", "rulename", "instance", "datasource_uid", "ref_id"];

/** Words for the place of an alert in the sender's pipeline, not for its end. */
const pipeline = ["active", "suppressed", "unprocessed"];

function statusOf(
  sent: unknown,
  ends: Instant | null,
  now: Instant,
): Pick<Alert, "status" | "reported_status"> {
  const state = textOf(isObject(sent) ? sent.state : sent);
  const lower = state?.toLowerCase() ?? null;
  if (lower === "firing") return { status: lower, reported_status: null };
  if (lower !== null && isHealthyWord(lower)) return { status: "resolved", reported_status: null };
  if (lower !== null && !pipeline.includes(lower))
    return { status: "firing", reported_status: word(state) };
  const over = ends !== null && ends <= now;
  return { status: over ? "resolved" : "firing", reported_status: null };
}

function valueOf(item: Foreign, annotations: Foreign): string | null {
  return (
    measured(item.values, item.valueString) ??
    measured(null, annotations.__value_string__) ??
    word(firstText(annotations, "value"))
  );
}

function isTest(fingerprint: unknown, labels: Foreign): boolean {
  return (
    fingerprint === testFingerprint ||
    (labels.alertname === "TestAlert" && labels.instance === "Grafana")
  );
}
