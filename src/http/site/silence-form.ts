/**
 * The form of a silence, and its conversion into the API's body. The form has one question for the target
 * and one for the duration; the API has a field for each answer. Times are in the time zone shown beside
 * them. Pure.
 */
import { cronFault } from "../../core/silence/maintenance.ts";
import type { Instant, Silence } from "../../core/model/model.ts";
import type { Field } from "../../dashboard/form-field.ts";
import type { FormSection } from "../../dashboard/pages/form.ts";
import { localInstant } from "../answer/instants.ts";
import { timestamp } from "../answer/present.ts";
import { readDuration } from "../../core/text/read-duration.ts";
import { day, minute } from "../../core/text/units.ts";

type Option = { value: string; label: string };

/** Lengths that are offered; any other duration can be typed. */
const lasts: Option[] = [
  { value: "1h", label: "For an hour" },
  { value: "2h", label: "For 2 hours" },
  { value: "4h", label: "For 4 hours" },
  { value: "24h", label: "For 24 hours" },
  { value: "7d", label: "For 7 days" },
  { value: "recovered", label: "What is open now, until it has recovered" },
  { value: "end", label: "Until ended" },
];

/** A year: a longer one is a slip, or stands for "until ended". */
const longest = 366 * day;

/** The typed length as a duration, ms, or as `until`, `cron`, `recovered` or `end`; null: neither. */
function lengthOf(text: string): number | "until" | "cron" | "recovered" | "end" | null {
  if (text === "until" || text === "cron" || text === "recovered" || text === "end") return text;
  const ms = readDuration(text);
  return ms !== null && ms >= minute && ms <= longest ? ms : null;
}

/** The kinds of silences, each with a form of its own, and the length that goes with it; null: a choice. */
export const silenceModes = {
  now: { title: "Silence now", lasts: null },
  plan: { title: "Plan once", lasts: "until" },
  repeat: { title: "Every week", lasts: "cron" },
} as const;
export type SilenceMode = keyof typeof silenceModes;

/** The form that asks for a length. */
export const modeOf = (length: string): SilenceMode =>
  length === "cron" ? "repeat" : length === "until" ? "plan" : "now";

export const silenceSections: FormSection[] = [
  {
    key: "what",
    title: "What is silenced",
    about: "Checks continue and incidents open. No notifications are sent.",
    folded: false,
  },
  { key: "when", title: "When", about: "", folded: false },
  { key: "advanced", title: "Advanced", about: "", folded: true },
];

/** The possible targets: `everything`, `monitor:ID`, `group:ID`, or one alert as `alert:GROUP:KEY`. */
export function silenceFields(mode: SilenceMode, about: readonly Option[]): Field[] {
  const field = (
    name: string,
    label: string,
    input: Field["input"],
    more: Partial<Field> = {},
  ): Field => ({
    name,
    label,
    help: "",
    input,
    required: false,
    optional: false,
    section: "when",
    ...more,
  });
  const zone = field("timezone", "Times are in", { kind: "timezone" });
  const minutes = { kind: "number", min: 1, max: 44_640, unit: "min" } as const;
  const times: Record<SilenceMode, Field[]> = {
    now: [
      field("lasts", "How long", { kind: "choice", options: lasts }, { required: true }),
      field(
        "duration",
        "Another duration",
        { kind: "text" },
        { optional: true, help: "In place of the choice, for example 90 min, 2h30m or 10 days." },
      ),
    ],
    plan: [
      field("from", "From", { kind: "instant" }, { help: "Left empty: now." }),
      field("until", "Until", { kind: "instant" }, { required: true }),
      zone,
    ],
    repeat: [
      field("days", "On", { kind: "days" }),
      field("time", "From", { kind: "time" }),
      field("duration_minutes", "Lasts", minutes),
      zone,
      field(
        "cron",
        "Another schedule",
        { kind: "text" },
        {
          help: "In place of days and time: minute, hour, day, month, weekday. 0 2 1 * * is the first of each month at two.",
          optional: true,
          section: "advanced",
        },
      ),
      field("from", "First from", { kind: "instant" }, { optional: true, section: "advanced" }),
      field("until", "Last until", { kind: "instant" }, { optional: true, section: "advanced" }),
    ],
  };
  return [
    field(
      "about",
      "Monitor, group or everything",
      {
        kind: "pick",
        options: [{ value: "everything", label: "Everything" }, ...about],
      },
      { required: true, section: "what", help: "Type a part of its name." },
    ),
    field(
      "reason",
      "Why",
      { kind: "text" },
      {
        required: true,
        section: "what",
        help: "People read it where they miss a notification.",
      },
    ),
    ...times[mode],
    field(
      "matchers",
      "Only alerts with these labels",
      { kind: "lines" },
      {
        help: "Labels of alerts from other tools, one condition per line: env=prod, host!=db-*. Monitors have no labels.",
        optional: true,
        section: "advanced",
      },
    ),
  ];
}

/** The typed schedule as a cron expression: the one that was typed, or days and a time of day; null: neither. */
function cronOf(form: URLSearchParams): string | null {
  const typed = (form.get("cron") ?? "").trim();
  if (typed !== "") return typed;
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(form.get("time") ?? "") ?? [];
  const days = form.getAll("days").filter((day) => /^[0-6]$/.test(day));
  if (hours === undefined || days.length === 0) return null;
  const weekdays = days.length === 7 ? "*" : days.join(",");
  return `${Number(minutes)} ${Number(hours)} * * ${weekdays}`;
}

interface Typed {
  body: Record<string, unknown>;
  /** Faults without a field of the API. */
  faults: { field: string; message: string }[];
}

/** The typed values as the API's body; the API rejects invalid ones. */
export function silenceBody(form: URLSearchParams, now: Instant): Typed {
  const text = (name: string) => (form.get(name) ?? "").trim();
  const timezone = text("timezone") || "UTC";
  const at = (name: string) => localInstant(text(name), timezone);
  const from = at("from");
  const typed = text("duration");
  const how = lengthOf(typed === "" ? text("lasts") : typed);
  const faults: Typed["faults"] = [];
  const about = aboutOf(text("about"));
  if (about === null) faults.push({ field: "about", message: "must be chosen" });
  if (how === "until" && text("until") === "")
    faults.push({ field: "until", message: "is required for this length" });
  const cron = cronOf(form);
  if (how === "cron" && cron === null)
    faults.push({ field: "time", message: "is required, and at least one day" });
  if (how === null)
    faults.push({ field: "duration", message: "must be a duration such as 2h, of a year at most" });
  const localText = (instant: Instant | string | null) =>
    typeof instant === "number" ? timestamp(instant) : instant;
  const end = typeof how === "number" ? (typeof from === "number" ? from : now) + how : at("until");
  return {
    body: {
      ...about,
      matchers: text("matchers")
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
      from: localText(from),
      until: how === "end" || how === "recovered" ? null : localText(end),
      until_recovered: how === "recovered",
      ...(how === "cron"
        ? {
            cron,
            duration_minutes: minutesOf(text("duration_minutes")),
          }
        : {}),
      timezone,
      reason: text("reason"),
    },
    faults,
  };
}

/** A duration in minutes; other text stays, for the API to refuse. */
function minutesOf(text: string): number | string | null {
  if (text === "") return null;
  const ms = readDuration(text, minute);
  return ms === null ? text : ms / minute;
}

function aboutOf(chosen: string): Record<string, string> | null {
  if (chosen === "everything") return {};
  const [, kind, id = "", key] =
    /^(monitor|group|alert):([\w-]{1,64})(?::([^]*))?$/.exec(chosen) ?? [];
  if (kind === "monitor") return { monitor_id: id };
  if (kind === "group") return { alert_group_id: id };
  return kind === "alert" ? { alert_group_id: id, key: key ?? "" } : null;
}

/** Whether a target is chosen. */
export const isChosen = (form: URLSearchParams): boolean =>
  aboutOf(form.get("about") ?? "") !== null;

/** The field of the form that stands for a field of the API. */
export const formField = (field: string) =>
  ["monitor_id", "alert_group_id", "key"].includes(field) ? "about" : field;

/** The mistake in the typed times of maintenance, which shows before the silence is asked for. */
export function cronFaults(form: URLSearchParams, now: Instant): Typed["faults"] {
  const { cron, timezone } = silenceBody(form, now).body as Partial<Silence>;
  const wrong = cron ? cronFault(cron, timezone ?? "UTC") : null;
  return wrong === null ? [] : [{ field: "cron", message: wrong }];
}

/** The typed silence as it would be created; fields with a fault are as if they were empty. */
export function typedSilence(form: URLSearchParams, now: Instant): Silence {
  const { body } = silenceBody(form, now);
  const instant = (value: unknown) =>
    typeof value === "string" ? Date.parse(value) || null : null;
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const { timezone, cron, duration_minutes } = body;
  const zone = text(timezone) ?? "UTC";
  const lasts = typeof duration_minutes === "number" && duration_minutes > 0;
  return {
    id: "",
    org_id: "",
    monitor_id: text(body["monitor_id"]),
    alert_group_id: text(body["alert_group_id"]),
    source_ids: [],
    key: text(body["key"]),
    matchers: body["matchers"] as string[],
    from: instant(body["from"]) ?? now,
    until: instant(body["until"]),
    until_recovered: body["until_recovered"] === true,
    cron:
      lasts && text(cron) !== null && cronFault(String(cron), zone) === null ? text(cron) : null,
    duration_minutes: lasts ? duration_minutes : null,
    timezone: zone,
    created_by: "",
    reason: "",
    inserted_at: now,
  };
}
