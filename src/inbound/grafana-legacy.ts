/**
 * Grafana's alerting before 8, which 9 and 10 still had: one body for one rule of a dashboard's panel,
 * without any time.
 */
import { contentsOf, unsaid, type Alert, type Contents, type Format } from "./alert.ts";
import { identityOf } from "./identity/identity.ts";
import { labelsOf, formatLabels } from "./labels.ts";
import { linksOf } from "./links.ts";
import { firstText, isObject, listOf, objectOf, textOf, type Foreign } from "./members.ts";
import { rounded } from "./values.ts";
import { onlyTest, summaryOf, alertTitle, unnamed, word } from "./wording.ts";

export const grafanaLegacy: Format = {
  name: "grafana-legacy",
  read: (body) =>
    isObject(body) &&
    (Object.hasOwn(body, "ruleId") || Object.hasOwn(body, "ruleName")) &&
    typeof body.state === "string" &&
    (isState(body.state) || marks.some((name) => Object.hasOwn(body, name)))
      ? readRule(body, body.state)
      : null,
};

/** Other tools have rules with a state, too. */
const marks = ["ruleUrl", "evalMatches", "dashboardId", "panelId", "orgId"];
const isState = (sent: string) => Object.hasOwn(states, sent.trim().toLowerCase());

/** The meaning of each state; an unknown state fires. */
const states: Record<string, Alert["status"] | "no change"> = {
  alerting: "firing",
  no_data: "firing",
  ok: "resolved",
  paused: "no change",
  pending: "no change",
  unknown: "no change",
};

function readRule(body: Foreign, sent: string): Contents {
  const state = sent.trim().toLowerCase();
  const known = isState(state) ? states[state] : undefined;
  if (known === "no change") return contentsOf([], `The state "${state}" changes nothing.`);
  const status = known ?? "firing";
  const reported_status = known === undefined ? word(sent) : null;
  return contentsOf([{ ...alertOf(body, state), status, reported_status }]);
}

function alertOf(body: Foreign, state: string): Omit<Alert, "status" | "reported_status"> {
  const labels = labelsOf(objectOf(body.tags));
  const message = firstText(body, "message");
  const test = isTest(body, message);
  const matches = listOf(body.evalMatches).filter(isObject);
  const value = word(matches.slice(0, 8).map(matchOf).join(", ") || null);
  const title = alertTitle(
    firstText(body, "ruleName") ??
      firstText(body, "title")?.replace(/^\[[^\]]*\]\s*/, "") ??
      unnamed,
    null,
    state === "no_data" ? "no data" : null,
  );
  return {
    identity: test ? "test" : ruleOf(body),
    ...unsaid,
    title,
    summary: summaryOf(title, [
      test ? onlyTest : null,
      state === "no_data"
        ? "Grafana gets no data for this rule: whether its condition holds is unknown."
        : null,
      message ?? formatLabels(labels, []),
      value && `Value: ${value}`,
      state === "alerting" && value === null
        ? "No series is named: its data source may be down."
        : null,
    ]),
    severity: word(firstText(objectOf(body.tags), "severity", "priority")),
    value,
    labels,
    links: linksOf([
      ["panel", body.ruleUrl ?? body.rule_url],
      ["image", body.imageUrl ?? body.image_url],
    ]),
    test,
    assumed: false,
  };
}

/**
 * `ruleId` is unique on one Grafana, whose address is in the link to the rule; older versions send no other id.
 */
function ruleOf(body: Foreign): string {
  const parts = ["orgId", "dashboardId", "panelId", "ruleId"]
    .map((name) => [name, textOf(body[name])] as const)
    .filter(([, id]) => id !== null);
  const server = URL.parse(firstText(body, "ruleUrl", "rule_url") ?? "")?.host ?? null;
  const rule = [...parts.map(([name, id]) => `${name}=${id}`), ...(server ? [`at ${server}`] : [])];
  const joined = rule.join(" ");
  return textOf(body.ruleId) === null
    ? identityOf(null, {}, [joined, firstText(body, "ruleName", "title")])
    : identityOf(joined, {}, []);
}

/** `Count {host: web-1} = 1` */
function matchOf(match: Foreign): string {
  const tags = formatLabels(labelsOf(objectOf(match.tags)), []);
  const name = [firstText(match, "metric"), tags && `{${tags}}`]
    .filter((part) => part !== null)
    .join(" ");
  return name === "" ? rounded(match.value) : `${name} = ${rounded(match.value) || "no value"}`;
}

/** Its rule id is another one each time, so the identity cannot be made of it. */
function isTest(body: Foreign, message: string | null): boolean {
  return (
    firstText(body, "ruleName") === "Test notification" &&
    (message === null || message.startsWith("Someone is testing"))
  );
}
