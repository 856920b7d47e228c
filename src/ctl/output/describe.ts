/** Prints all details of one resource for people. */
import type { GroupSchedule, Member } from "../../api/alert-groups.ts";
import type { HealthCheckMonitor } from "../../api/health-check-monitors.ts";
import type { Incident } from "../../api/incidents.ts";
import type { Answered } from "../../api/routes/forms.ts";
import type { Override, Schedule } from "../../api/on-call/schedules.ts";
import type { Device, User } from "../../api/users.ts";
import type { Run, WebhookMonitor } from "../../api/webhook-monitors.ts";
import { channelOf } from "../../channel/registry.ts";
import { ageText } from "./age.ts";
import { section } from "./incident.ts";
import { silencedText } from "./silence.ts";
import { hasCurrentReport, monitorMark } from "./mark.ts";
import { incidentsText } from "./status.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import type { Style } from "./style.ts";
import { linesText, type Cell } from "./table.ts";
import { hasMeaning } from "../../core/declare/rules-check.ts";
import { factsSeen, type FactSeen } from "../../core/health/facts-seen.ts";
import { reportHint } from "../../core/health/report-hint.ts";
import { formatRunTime } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { oneLine } from "./text.ts";
import { personName, titleOf } from "../../core/text/person.ts";

export interface HistoryLine {
  at: string;
  status: string;
  reason: string | null;
}

/** The fields that are enough to report as its applications do. */
export const secretUrls = ["webhook_id", "webhook_url", "ping_key", "ping_url"] as const;
type SecretUrls = (typeof secretUrls)[number];

type WithoutSecretUrls<T> = T extends { webhook_url: string | null }
  ? Omit<T, SecretUrls> & { webhook_url?: string | null; ping_url?: string | null }
  : T;

export interface Described {
  /** As one types it: `hc/shop`. */
  name: string;
  /** Without its secret URL, unless that was asked for. */
  resource: { [K in ResourceKind]: WithoutSecretUrls<Answered[K]> }[ResourceKind];
  /** The alert group of a monitor, as one types it. */
  group?: string;
  /** Dependencies of a monitor, as names to type, with their status. */
  depends_on?: string[];
  /** A group's members. */
  members?: Member[];
  /** The schedules whose people on call a group notifies. */
  schedules?: GroupSchedule[];
  /** A user's devices. */
  devices?: Device[];
  /** The users that a schedule and its overrides name by id. */
  users?: User[];
  /** The overrides of a schedule or the absences of a user, until they have ended. */
  overrides?: Override[];
  /** Unresolved ones. */
  incidents?: Incident[];
  /** The latest runs that were reported to a monitor, newest first. */
  runs?: Run[];
  /** The latest changes of its status, newest first. */
  history?: HistoryLine[];
}

/** Fields shown elsewhere, or meaningless to people. */
const hidden = new Set([
  "title",
  "external_id",
  "alert_group_id",
  "status",
  "status_reason",
  "last_results",
  "depends_on",
  "withheld_by",
  "webhook_id",
  "ping_key",
  "silenced",
  "people",
  "on_call",
  "next",
]);

/** Fields, status, sub-checks, people, unresolved incidents and history. */
export function describedText(described: Described, now: number, style: Style): string {
  const { resource, name } = described;
  const title = titleOf(resource);
  const parts = [
    `${style.bold(name)}  ${oneLine(title)}\n`,
    ...("status" in resource ? [statusLine(resource, style)] : []),
    ...("silenced" in resource && resource.silenced
      ? [`${style.yellow(silencedText(resource.silenced))}\n`]
      : []),
    "\n",
    linesText(fieldRows(described, style, now), "  "),
  ];
  const add = (heading: string, rows: Cell[][]) => {
    if (rows.length > 0) parts.push(section(heading, style), linesText(rows, "  ", style));
  };
  if ("last_results" in resource)
    add(
      hasCurrentReport(resource)
        ? "Sub-checks"
        : `Last report, ${ageText(resource.last_report_at, now)} ago`,
      (resource.last_results ?? []).map(checkRow(style)),
    );
  if ("last_results" in resource && hasCurrentReport(resource)) {
    const results = resource.last_results ?? [];
    add("Connection", factsSeen(results, now).map(factRow(style)));
    const hint = reportHint(results);
    if (hint !== null) parts.push(`\n${style.dim(hint)}\n`);
  }
  add(
    "Members",
    (described.members ?? []).map((member) => [
      member.email,
      member.name ?? "-",
      devicesCell(member, style),
    ]),
  );
  const { schedules = [] } = described;
  if (described.members?.length === 0 && schedules.length === 0)
    parts.push(`\n${style.red("Nobody is in this group.")}\n`);
  add(
    "Schedules",
    schedules.map(({ title, turn }) => [title, turn === "now" ? "on call now" : "next on call"]),
  );
  add("Devices", (described.devices ?? []).map(deviceRow(style)));
  add(
    described.devices ? "Absences" : "Overrides",
    (described.overrides ?? []).map(overrideRow(described)),
  );
  if (described.incidents && described.incidents.length > 0)
    parts.push(
      section("Unresolved incidents", style),
      incidentsText(described.incidents, now, style),
    );
  add("Runs", (described.runs ?? []).map(runRow(style)));
  add(
    "History",
    (described.history ?? []).map(({ at, status, reason }) => [at, status, reason ?? ""]),
  );
  return parts.join("");
}

function statusLine(
  monitor: HealthCheckMonitor | WithoutSecretUrls<WebhookMonitor>,
  style: Style,
): string {
  const { status, status_reason, paused_at, paused_until, flapping_since } = monitor;
  const [sign, paint] = monitorMark(monitor, style);
  const paused = paused_at ? ` (paused${paused_until ? ` until ${paused_until}` : ""})` : "";
  const why = status_reason ? `: ${oneLine(status_reason)}` : "";
  const flapping = flapping_since ? ", flapping" : "";
  return `${paint(`${sign} ${status}${flapping}`)}${paused}${why}\n`;
}

function fieldRows(
  { resource, group, depends_on = [], users = [] }: Described,
  style: Style,
  now: number,
): Cell[][] {
  const label = (text: string) => ({ text, paint: style.dim });
  const rows: Cell[][] = group ? [[label("alert_group"), group]] : [];
  if (depends_on.length > 0) rows.push([label("depends_on"), depends_on.join(", ")]);
  const isOld = "last_results" in resource && !hasCurrentReport(resource);
  const outdated = new Set(isOld ? ["checks_total", "checks_passing"] : []);
  if ("on_call" in resource)
    rows.push(...turnRows(resource, users).map(([field = "", text]) => [label(field), text!]));
  for (const [field, value] of Object.entries(resource)) {
    if (hidden.has(field) || isUnset(value) || outdated.has(field)) continue;
    if ("last_results" in resource && !hasMeaning(field, resource)) continue;
    rows.push([label(field), shown(field, value, now)]);
  }
  return rows;
}

/** The people of a schedule by their names, where its fields have ids. */
function turnRows({ people, on_call, next }: Schedule, users: readonly User[]): string[][] {
  const now = on_call.map((one) => `${personName(one)}${one.until ? ` until ${one.until}` : ""}`);
  return [
    ["people", people.map((id) => nameIn(users, id)).join(", ")],
    ["on_call", now.length === 0 ? "nobody" : now.join(", ")],
    ...(next ? [["next", `${personName(next)}${next.from ? ` from ${next.from}` : ""}`]] : []),
  ];
}

function nameIn(users: readonly User[], id: string): string {
  const user = users.find((one) => one.id === id);
  return user ? personName(user) : id;
}

/** The mode, the people, the time and the id, which ends it. */
function overrideRow({ users = [] }: Described): (override: Override) => Cell[] {
  return ({ id, mode, user_id, instead_of_user_id, from, until, reason }) => [
    ...(mode === "away"
      ? []
      : [
          mode,
          nameIn(users, user_id),
          instead_of_user_id === null ? "" : `for ${nameIn(users, instead_of_user_id)}`,
        ]),
    from,
    until,
    id,
    reason ?? "",
  ];
}

/** Null, an empty object or an empty list. */
const isUnset = (value: unknown) =>
  value === null || (typeof value === "object" && Object.keys(value!).length === 0);

function shown(field: string, value: unknown, now: number): string {
  if (typeof value === "string")
    return /_(at|since)$/.test(field) && Date.parse(value) <= now
      ? `${value} (${ageText(value, now)} ago)`
      : value;
  if (field === "last_duration_ms") return formatRunTime(Number(value));
  return JSON.stringify(value);
}

function runRow(style: Style): (run: Run) => Cell[] {
  return ({ started_at, ended_at, duration_ms, outcome, exit_code }) => [
    started_at ?? ended_at ?? "-",
    outcome === null || outcome === "log"
      ? { text: outcome ?? "under way", paint: style.dim }
      : { text: outcome, paint: outcome === "success" ? style.green : style.red },
    duration_ms === null ? "-" : formatRunTime(duration_ms),
    exit_code === null ? "" : `exit code ${exit_code}`,
  ];
}

type Result = NonNullable<HealthCheckMonitor["last_results"]>[number];

/** A fact that was seen at the last check as a row. */
export function factRow(style: Style): (fact: FactSeen) => Cell[] {
  return ({ label, text }) => [{ text: label, paint: style.dim }, text];
}

/** A sub-check as a row, for stored results and for a check on demand alike. */
export function checkRow(style: Style): (result: Result) => Cell[] {
  return ({ name, label, status, notificationMessage, shortSummary }) => {
    const [sign, paint] =
      status === "ok"
        ? [style.sign.done, style.green]
        : status === "skipped"
          ? ["-", style.dim]
          : status === "warning"
            ? [style.sign.warn, style.yellow]
            : [style.sign.bad, style.red];
    return [
      { text: sign, paint },
      label ?? name,
      { text: status, paint },
      (status === "ok" ? "" : notificationMessage) || (shortSummary ?? ""),
    ];
  };
}

/** How many devices a member has, and whether it is known that one of them is reached. */
export function devicesCell(
  { devices, verified_devices: verified }: Pick<Member, "devices" | "verified_devices">,
  style: Style,
): Cell {
  if (devices === 0) return { text: "no device", paint: style.red };
  const text = plural(devices, "device");
  return verified === 0 ? { text: `${text}, not verified`, paint: style.yellow } : text;
}

/** A device as a row. */
export function deviceRow(style: Style): (device: Device) => Cell[] {
  return (device) => [
    device.name ?? "-",
    `${device.kind} ${device.target ?? "(hidden)"}`,
    channelOf(device.kind)?.takes.includes("server") ? (device.server ?? "default server") : "-",
    device.broken_at
      ? {
          text: `refused: ${device.broken_reason ?? "no reason was given"}`,
          paint: style.red,
        }
      : !device.enabled
        ? { text: "disabled", paint: style.yellow }
        : device.verified_at
          ? "verified"
          : { text: "not verified", paint: style.yellow },
  ];
}
