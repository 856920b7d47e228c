/** Imports checks and monitors of Checkly, from a state of Terraform or the answer of its API, `GET /v1/checks`. Pure. */
import { literal } from "../../manifest/text.ts";
import { checkFields, expectation } from "./checkly-checks.ts";
import { Collected, type Imported } from "../collected.ts";
import { mailTo, noteDevice, webhookTo } from "../devices.ts";
import { fitter } from "../fit.ts";
import { pausedRemark } from "../request.ts";
import { once, silenceText } from "../silence.ts";
import { partAt, regionsNote, resourcesOf, textAt, valueAt, type Foreign } from "./terraform.ts";
import { entryOf, isOff, isOn, listOf, membersOf, plainText, textsOf } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** The resources of an account, and the variables in them. */
export interface ChecklyChecks {
  resources: Foreign[];
  environment: string[];
}

/** The types of Terraform's resources, by the type of the API. */
const typeOfResource: Record<string, string> = {
  tcp_check: "TCP",
  tcp_monitor: "TCP",
  url_monitor: "URL",
  dns_monitor: "DNS",
  icmp_monitor: "ICMP",
  ssl_monitor: "SSL",
  grpc_monitor: "GRPC",
  heartbeat: "HEARTBEAT",
  heartbeat_monitor: "HEARTBEAT",
  traceroute_monitor: "TRACEROUTE",
  playwright_check_suite: "PLAYWRIGHT",
};

/** The resources in a state, or in one answer or several in a list; `{{NAME}}` in them is a variable. */
export function checklyOf(value: unknown): ChecklyChecks {
  const environment = new Set<string>();
  const answers = (Array.isArray(value) ? value.flat() : [value]).map(membersOf);
  const resources =
    resourcesOf(value, "checkly") ??
    answers.map((values) => ({
      type: plainText(values["checkType"]) === null ? groupType(values) : "check",
      id: plainText(values["id"]) ?? "",
      values,
    }));
  return {
    resources: resources.map((one) => ({
      ...one,
      values: withVariables(one.values, environment) as Fields,
    })),
    environment: [...environment],
  };
}

const groupType = (values: Fields) => ("concurrency" in values ? "check_group" : "");

/** `{{NAME}}` as a variable of manifests. */
function withVariables(value: unknown, environment: Set<string>): unknown {
  if (typeof value === "string")
    return literal(value).replace(/\{\{\{?\s*([A-Za-z_]\w*)\s*\}?\}\}/g, (_, name: string) => {
      environment.add(name);
      return `\${${name}}`;
    });
  if (Array.isArray(value)) return value.map((one: unknown) => withVariables(one, environment));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withVariables(part, environment)]),
  );
}

/** The type of a check; null: the resource is not a check. */
const typeOf = ({ type, values }: Foreign): string | null =>
  type === "check"
    ? (textAt(values, "check_type") ?? textAt(values, "type"))
    : (entryOf(typeOfResource, type) ?? null);

/** The number of checks. */
export const checklyEntries = ({ resources }: ChecklyChecks): number =>
  resources.filter((one) => typeOf(one) !== null).length;

/** Makes a declaration of the checks. */
export function fromCheckly({ resources, environment }: ChecklyChecks, project: string): Imported {
  const collected = new Collected(environment);
  const groups = new Map(
    resources
      .filter(({ type }) => type.startsWith("check_group"))
      .map(({ id, values }) => [id, plainText(values["name"])]),
  );
  const regions = new Set<string>();
  const tags = new Set<string>();
  const notified = new Map<string, Set<string | null>>();
  for (const one of resources) {
    const type = typeOf(one);
    if (type === null) continue;
    const { values } = one;
    const group = groups.get(textAt(values, "group_id") ?? "") ?? null;
    for (const region of textsOf(values["locations"])) regions.add(region);
    for (const tag of textsOf(values["tags"])) tags.add(tag);
    add(collected, type, values, group);
    const subscriptions =
      valueAt(values, "alert_channel_subscription") ??
      valueAt(values, "alert_channel_subscriptions");
    for (const subscription of listOf(subscriptions)) {
      const id =
        textAt(subscription, "channel_id") ?? textAt(subscription, "alert_channel_id") ?? "";
      if (!isOff(subscription["activated"]))
        notified.set(id, (notified.get(id) ?? new Set()).add(group));
    }
  }
  for (const { type, id, values } of resources)
    if (type === "alert_channel") noteChannel(collected, values, [...(notified.get(id) ?? [])]);
    else if (type === "maintenance_windows") noteWindow(collected, values);
  if (regions.size > 0) collected.note("Regions", regionsNote(regions));
  if (tags.size > 0)
    collected.note("Tags", `monitors have none here: ${[...tags].slice(0, 10).join(", ")}`);
  return collected.imported(project);
}

function add(collected: Collected, type: string, values: Fields, group: string | null): void {
  const title = plainText(values["name"]) ?? "Check";
  const isHeartbeat = type === "HEARTBEAT";
  const kind = isHeartbeat ? "webhook_monitors" : "health_check_monitors";
  const remarks: string[] = [];
  const fit = fitter(kind, remarks);
  const counterpart = isHeartbeat
    ? expectation(values, remarks, fit)
    : checkFields(type, values, remarks, fit);
  if (typeof counterpart === "string") return collected.leaveOut(title, counterpart);
  if (isOff(values["activated"])) remarks.push(pausedRemark("Checkly"));
  if (isOn(values["muted"])) remarks.push("was muted in Checkly: silence it after the import");
  collected.add(kind, title, group, counterpart, remarks);
}

function noteChannel(
  collected: Collected,
  values: Fields,
  titles: readonly (string | null)[],
): void {
  const groups = titles.map((title) => collected.group(title));
  const address = textAt(partAt(values, "email"), "address");
  const [type, url] = ["slack", "webhook"]
    .map((name): [string, string | null] => [name, textAt(partAt(values, name), "url")])
    .find(([, target]) => target !== null) ?? ["", null];
  if (address !== null) {
    for (const title of titles) collected.addMember(title, address);
    noteDevice(collected, { name: address, ...mailTo(address) }, []);
  } else if (url !== null) {
    const name =
      textAt(partAt(values, type), "name") ?? textAt(partAt(values, type), "channel") ?? type;
    noteDevice(collected, { name, ...webhookTo(url, type === "slack" ? type : "generic") }, groups);
  } else
    collected.note(
      "Alert channel",
      "this way of alerting has no counterpart: add devices with monitorctl devices add",
    );
}

function noteWindow(collected: Collected, values: Fields): void {
  const [from, until] = ["starts_at", "ends_at"].map((name) =>
    (textAt(values, name) ?? "").slice(0, 16),
  );
  const unit = textAt(values, "repeat_unit");
  const what =
    unit === null
      ? "a maintenance once"
      : `a maintenance that comes again each ${unit.toLowerCase()} (this one comes once)`;
  collected.note(
    plainText(values["name"]) ?? "Maintenance",
    silenceText(what, once(from!, until!, "UTC"), {}),
  );
}
