/** Imports monitors, heartbeats and escalation policies of Better Stack, from a state of Terraform or answers of its API. Pure. */
import { isTimezone } from "../../core/declare/rules.ts";
import { Collected, type Imported } from "../collected.ts";
import { fitter, type Fit } from "../fit.ts";
import {
  headersOf,
  insecureRemark,
  pausedRemark,
  ipVersionOf,
  requestOf,
  sentUrl,
  withUser,
} from "../request.ts";
import { cronAt, recurring, silenceText } from "../silence.ts";
import { pairsAt, regionsNote, resourcesOf, type Foreign } from "./terraform.ts";
import {
  bracketed,
  entryOf,
  isOff,
  isOn,
  listOf,
  membersOf,
  numberOf,
  plainText,
  textsOf,
} from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** The resources in a state, or in one answer or several in a list. */
export function betterStackOf(value: unknown): Foreign[] {
  return (
    resourcesOf(value, "betteruptime") ??
    (Array.isArray(value) ? value : [value])
      .flatMap((answer) => membersOf(answer)["data"] ?? answer)
      .map(membersOf)
      .map((one) => ({
        type: plainText(one["type"]) ?? "",
        id: plainText(one["id"]) ?? "",
        values: membersOf(one["attributes"]),
      }))
  );
}

const isMonitor = ({ type }: Foreign) => type === "monitor" || type === "heartbeat";

/** The number of monitors among resources. */
export const betterStackEntries = (resources: readonly Foreign[]): number =>
  resources.filter(isMonitor).length;

/** Makes a declaration of the resources. */
export function fromBetterStack(resources: readonly Foreign[], project: string): Imported {
  const collected = new Collected();
  const named = new Map(
    resources.map(({ type, id, values }) => [`${type} ${id}`, plainText(values["name"])]),
  );
  const groupOf = (values: Fields): string | null => {
    const titleOf = (type: string, field: string) => {
      const id = plainText(values[field]);
      return id === null ? null : (named.get(`${type} ${id}`) ?? null);
    };
    return (
      titleOf("policy", "policy_id") ??
      titleOf("monitor_group", "monitor_group_id") ??
      titleOf("heartbeat_group", "heartbeat_group_id")
    );
  };
  const regions = new Set<string>();
  for (const { type, values } of resources.filter(isMonitor)) {
    for (const region of textsOf(values["regions"])) regions.add(region);
    add(collected, type, values, groupOf(values));
  }
  const emails = new Map(
    resources
      .filter(({ type }) => type === "team_member")
      .map(({ id, values }) => [id, plainText(values["email"])]),
  );
  for (const { type, values } of resources)
    if (type === "policy") addPolicy(collected, values, emails);
  if (regions.size > 0) collected.note("Regions", regionsNote(regions));
  const others = resources.filter((one) => !isMonitor(one) && unread.test(one.type));
  for (const { type, values } of others)
    collected.note(
      plainText(values["name"]) ?? plainText(values["company_name"]) ?? type,
      `is a ${type.replaceAll("_", " ")}, which is not imported`,
    );
  return collected.imported(project);
}

/** Resources of their own that no monitor carries. */
const unread =
  /^(?:status_page|.*_integration|incoming_webhook|outgoing_webhook|on_call_calendar)$/;

function add(collected: Collected, type: string, values: Fields, group: string | null): void {
  const isHeartbeat = type === "heartbeat";
  const title =
    plainText(values[isHeartbeat ? "name" : "pronounceable_name"]) ??
    plainText(values["url"]) ??
    "Monitor";
  const kind = isHeartbeat ? "webhook_monitors" : "health_check_monitors";
  const remarks: string[] = [];
  const fit = fitter(kind, remarks);
  const fields = isHeartbeat ? expectation(values, remarks, fit) : checkOf(values, remarks, fit);
  if (typeof fields === "string") return collected.leaveOut(title, fields);
  if (isOn(values["paused"]) || plainText(values["paused_at"]) !== null)
    remarks.push(pausedRemark("Better Stack"));
  const name = collected.add(kind, title, group, fields, remarks);
  const when = name === null ? null : maintenance(values);
  if (when !== null)
    collected.note(title, silenceText("a maintenance window", when, { monitors: [name!] }));
}

function expectation(values: Fields, remarks: string[], fit: Fit): Fields {
  remarks.push("report to the new webhook URL: …/success");
  const period = numberOf(values["period"]) ?? 86_400;
  const grace = numberOf(values["grace"]) ?? 0;
  return {
    expect_every_minutes: fit("expect_every_minutes", period / 60, `period ${period} s`),
    grace_minutes: fit("grace_minutes", grace / 60, `grace ${grace} s`),
  };
}

/** The scheme for a mail server, by the port that begins with TLS. */
const schemeOfPort = (port: string) => (/^(?:465|993|995)$/.test(port) ? "tls" : "tcp");

/** The URL of a check that is not one of a page; null: its type has no counterpart. */
function serverUrl(type: string, values: Fields, remarks: string[]): string | null {
  const host = bracketed(
    (plainText(values["url"]) ?? "").replace(/^\w+:\/\//, "").replace(/\/[^]*$/, ""),
  );
  const [port = "", ...others] = (plainText(values["port"]) ?? "")
    .split(",")
    .map((one) => one.trim());
  if (type === "ping") return `icmp://${host}`;
  if (type === "tcp") return `tcp://${host}:${port}`;
  if (type === "dns") return `dns://${host}/${plainText(values["request_body"]) ?? ""}?type=A`;
  if (!/^(?:smtp|pop|imap)$/.test(type)) return null;
  remarks.push(`only the connection is checked here, not the server of ${type}`);
  if (others.length > 0)
    remarks.push(`checked the ports ${others.join(", ")} too: add a monitor for each`);
  return `${schemeOfPort(port)}://${host}:${port}`;
}

const left: Record<string, string> = {
  udp: "UDP is not spoken",
  playwright: "scenarios of a browser are not run; let a job run them and report",
};

function checkOf(values: Fields, remarks: string[], fit: Fit): Fields | string {
  const type = plainText(values["monitor_type"]) ?? "status";
  const isPage = /^(?:status|expected_status_code|keyword|keyword_absence)$/.test(type);
  const url = isPage ? null : serverUrl(type, values, remarks);
  if (!isPage && url === null)
    return entryOf(left, type) ?? `monitors of type ${type} have no counterpart`;
  const every = numberOf(values["check_frequency"]) ?? 180;
  const timeout = numberOf(values["request_timeout"]) ?? 30;
  const confirmation = numberOf(values["confirmation_period"]) ?? 0;
  if ((numberOf(values["recovery_period"]) ?? 0) > 0)
    remarks.push(
      `resolved after ${numberOf(values["recovery_period"])} s without a failure; here the first success resolves`,
    );
  if (plainText(values["domain_expiration"]) !== null)
    remarks.push("watched the end of the domain, which is not possible here");
  return {
    ...(isPage ? page(type, values, remarks, fit) : { url }),
    ...ipVersionOf(values["ip_version"]),
    interval_seconds: fit("interval_seconds", every, `check_frequency ${every} s`),
    // Milliseconds of servers, seconds of pages.
    timeout_seconds: fit(
      "timeout_seconds",
      isPage ? timeout : Math.max(1, Math.ceil(timeout / 1000)),
      `request_timeout ${timeout}`,
    ),
    // Until a failure is confirmed the next check comes after 30 s at most.
    confirmations: fit(
      "confirmations",
      1 + Math.ceil(confirmation / Math.min(30, every)),
      `confirmation_period ${confirmation} s`,
    ),
  };
}

function page(type: string, values: Fields, remarks: string[], fit: Fit): Fields {
  const url = sentUrl(plainText(values["url"]) ?? "");
  const days = numberOf(values["ssl_expiration"]);
  const isSecure = /^https:/i.test(url);
  const statuses = textsOf(values["expected_status_codes"]);
  if (isOff(values["verify_ssl"])) remarks.push(insecureRemark);
  return {
    url: withUser(url, plainText(values["auth_username"]), plainText(values["auth_password"])),
    expect: "http",
    ...requestOf(values["http_method"], values["request_body"], remarks),
    request_headers: headersOf(pairsAt(values, "request_headers"), remarks),
    accepted_statuses: statuses.length === 0 ? null : statuses.join(","),
    ...(isOff(values["follow_redirects"]) && { redirects_allowed: 0 }),
    [type === "keyword_absence" ? "body_lacks" : "body_contains"]: type.startsWith("keyword")
      ? plainText(values["required_keyword"])
      : null,
    ...(isSecure &&
      days !== null && {
        certificate_failing_days: fit("certificate_failing_days", days, `ssl_expiration ${days}`),
        certificate_warning_days: Math.max(days, 21),
      }),
  };
}

/** When the monitor is under maintenance, as options of a silence; null: never. */
function maintenance(values: Fields): string | null {
  const [from, to] = ["maintenance_from", "maintenance_to"].map(
    (name) => plainText(values[name]) ?? "",
  );
  const cron = cronAt(from!, textsOf(values["maintenance_days"]));
  const [begin, end] = [from!, to!].map((time) => {
    const [hours = NaN, minutes = NaN] = time.split(":").map(Number);
    return hours * 60 + minutes;
  });
  if (cron === null || Number.isNaN(begin! + end!) || begin === end) return null;
  const zone = plainText(values["maintenance_timezone"]) ?? "UTC";
  return recurring(cron, (end! - begin! + 1440) % 1440, isTimezone(zone) ? zone : null);
}

/** A policy becomes a chain of groups, one for each step. */
function addPolicy(
  collected: Collected,
  values: Fields,
  emails: ReadonlyMap<string, string | null>,
): void {
  const name = plainText(values["name"]) ?? "Policy";
  const all = listOf(values["steps"]);
  const steps = all.filter(({ type }) => type === "escalation");
  if (steps.length < all.length)
    collected.note(name, "its steps that branch by time or metadata are left out");
  const titleOf = (step: number) => (step === 0 ? name : `${name}, step ${step + 1}`);
  for (const [index, step] of steps.entries()) {
    const wait = Math.ceil((numberOf(step["wait_before"]) ?? 0) / 60);
    if (index > 0)
      collected.extendGroup(titleOf(index - 1), {
        escalate_to: collected.group(titleOf(index)),
        escalate_after_minutes: Math.min(Math.max(wait, 1), 10_080),
      });
    else if (wait > 0)
      collected.note(
        name,
        `waited ${wait} min before its first step; here the first page is at once`,
      );
    for (const member of listOf(step["step_members"])) {
      const email = emails.get(plainText(member["id"]) ?? "") ?? null;
      const type = plainText(member["type"]) ?? "a member";
      if (type !== "user" || email === null || !collected.addMember(titleOf(index), email))
        collected.note(
          titleOf(index),
          `notified ${type.replaceAll("_", " ")}: add members or schedules to ${collected.group(titleOf(index))}`,
        );
    }
  }
  if ((numberOf(values["repeat_count"]) ?? 0) > 0)
    collected.note(name, "was repeated: repeat_minutes and repeat_limit of each group do that");
}
