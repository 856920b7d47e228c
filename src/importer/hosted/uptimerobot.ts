/** Imports monitors of UptimeRobot, from a state of Terraform or the answer of its API, version 2 or 3. Pure. */
import { expectation, monitorFields } from "./uptimerobot-monitors.ts";
import { Collected, type Imported } from "../collected.ts";
import { mailTo, noteDevice, webhookTo } from "../devices.ts";
import { fitter } from "../fit.ts";
import { pausedRemark } from "../request.ts";
import { cronAt, once, recurring, silenceText } from "../silence.ts";
import { partAt, regionsNote, resourcesOf, textAt, valueAt, type Foreign } from "./terraform.ts";
import { entryOf, isOn, listOf, membersOf, numberOf, plainText, textsOf } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** The lists of answers, by the type of their members. */
const lists: Record<string, string> = {
  monitors: "monitor",
  alert_contacts: "alert_contact",
  mwindows: "maintenance_window",
  psps: "psp",
};

/** The resources in a state, or in one answer or several in a list. */
export function uptimeRobotOf(value: unknown): Foreign[] {
  const foreign = (type: string) => (values: Fields) => ({
    type,
    id: plainText(values["id"]) ?? "",
    values,
  });
  return (
    resourcesOf(value, "uptimerobot") ??
    (Array.isArray(value) ? value : [value])
      .map(membersOf)
      .flatMap((answer) => [
        ...Object.entries(lists).flatMap(([name, type]) => listOf(answer[name]).map(foreign(type))),
        ...listOf(answer["data"]).map(foreign("monitor")),
        ...("type" in answer && ("friendly_name" in answer || "friendlyName" in answer)
          ? [foreign("monitor")(answer)]
          : []),
      ])
  );
}

const isMonitor = ({ type }: Foreign) => type === "monitor";

/** The number of monitors among resources. */
export const uptimeRobotEntries = (resources: readonly Foreign[]): number =>
  resources.filter(isMonitor).length;

/** The types of version 2, which are numbers there. */
const numbered = ["", "HTTP", "KEYWORD", "PING", "PORT", "HEARTBEAT"];
/** Makes a declaration of the resources. */
export function fromUptimeRobot(resources: readonly Foreign[], project: string): Imported {
  const collected = new Collected();
  const regions = new Set<string>();
  const groups = new Map(
    resources
      .filter(({ type }) => type === "monitor_group")
      .map(({ id, values }) => [id, plainText(values["name"])]),
  );
  const windows = new Map<string, string[]>();
  const notified = new Map<string, Set<string | null>>();
  for (const { values } of resources.filter(isMonitor)) {
    const region = textAt(values, "regional_data");
    for (const one of region === null
      ? textsOf(partAt(values, "region_data")["regions"])
      : [region])
      regions.add(one);
    const group = groups.get(textAt(values, "group_id") ?? "") ?? null;
    const name = add(collected, values, group);
    if (name === null) continue;
    for (const id of textsOf(valueAt(values, "maintenance_window_ids")))
      windows.set(id, [...(windows.get(id) ?? []), name]);
    const contacts = ["assigned_alert_contacts", "alert_contacts", "alert_contact"];
    for (const contact of contacts.flatMap((field) => listOf(valueAt(values, field)))) {
      const id = textAt(contact, "alert_contact_id") ?? textAt(contact, "id") ?? "";
      notified.set(id, (notified.get(id) ?? new Set()).add(group));
    }
  }
  for (const { type, id, values } of resources)
    if (type === "alert_contact") noteContact(collected, values, [...(notified.get(id) ?? [])]);
    else if (type === "maintenance_window") noteWindow(collected, values, windows.get(id) ?? []);
    else if (type === "psp" || type === "status_page")
      collected.note(
        `Status page ${textAt(values, "name") ?? textAt(values, "friendly_name") ?? ""}`.trim(),
        "is not imported: declare it in status_pages",
      );
  if (regions.size > 0) collected.note("Regions", regionsNote(regions));
  return collected.imported(project);
}

const titleOf = (values: Fields): string =>
  textAt(values, "friendly_name") ?? textAt(values, "name") ?? textAt(values, "url") ?? "Monitor";

function add(collected: Collected, values: Fields, group: string | null): string | null {
  const type = textAt(values, "type") ?? "HTTP";
  const upper = (numbered[Number(type)] ?? type).toUpperCase();
  const isHeartbeat = upper === "HEARTBEAT";
  const kind = isHeartbeat ? "webhook_monitors" : "health_check_monitors";
  const remarks: string[] = [];
  const fit = fitter(kind, remarks);
  const counterpart = isHeartbeat
    ? expectation(values, remarks, fit)
    : monitorFields(upper, values, remarks, fit);
  if (typeof counterpart === "string") {
    collected.leaveOut(titleOf(values), counterpart);
    return null;
  }
  if (isOn(valueAt(values, "is_paused")) || /^(?:0|paused)$/i.test(textAt(values, "status") ?? ""))
    remarks.push(pausedRemark("UptimeRobot"));
  const tags = listOf(values["tags"]).flatMap((tag) => plainText(tag["name"]) ?? []);
  const names = [...textsOf(values["tags"]), ...tags];
  if (names.length > 0) remarks.push(`has tags, which monitors do not have: ${names.join(", ")}`);
  return collected.add(kind, titleOf(values), group, counterpart, remarks);
}

/** The formats of devices by the types of alert contacts. */
const formats = {
  slack: "slack",
  discord: "discord",
  msteams: "teams",
  webhook: "generic",
} as const;

function noteContact(
  collected: Collected,
  values: Fields,
  titles: readonly (string | null)[],
): void {
  const name = textAt(values, "friendly_name") ?? textAt(values, "name") ?? "Alert contact";
  const type = (textAt(values, "type") ?? "").toLowerCase().replaceAll("-", "");
  const target = textAt(values, "value");
  const format = entryOf(formats, type);
  if (target !== null && (type === "email" || target.includes("@"))) {
    for (const title of titles) collected.addMember(title, target);
    noteDevice(collected, { name, ...mailTo(target) }, []);
  } else if (target !== null && format !== undefined)
    noteDevice(
      collected,
      { name, ...webhookTo(target, format) },
      titles.map((title) => collected.group(title)),
    );
  else
    collected.note(
      name,
      "this way of alerting has no counterpart: add devices with monitorctl devices add",
    );
}

const weekdays = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function noteWindow(collected: Collected, values: Fields, monitors: readonly string[]): void {
  const name = textAt(values, "name") ?? textAt(values, "friendly_name") ?? "Maintenance";
  const interval = textAt(values, "interval");
  const time = (textAt(values, "time") ?? "").slice(0, 5);
  const date = textAt(values, "date");
  const minutes = numberOf(values["duration"]) ?? 60;
  const days = textsOf(values["days"]).map((day) => weekdays[Number(day)] ?? day);
  const cron = cronAt(time, interval === "weekly" ? days : []);
  if (interval === "once" && date !== null) {
    const until = new Date(Date.parse(`${date}T${time}:00Z`) + minutes * 60_000);
    const end = Number.isNaN(until.getTime()) ? "WHEN" : until.toISOString().slice(0, 16);
    collected.note(
      name,
      silenceText("a maintenance once", once(`${date}T${time}`, end, null), { monitors }),
    );
  } else if (cron !== null && interval !== "monthly")
    collected.note(
      name,
      silenceText("a maintenance that comes again", recurring(cron, minutes, null), { monitors }),
    );
  else collected.note(name, "a maintenance window: monitorctl silence add --cron … --duration …");
}
