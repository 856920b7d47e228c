/**
 * Forms from the schemas of the API, and back: a field that a resource gains is in its form without a word
 * here, unless it wants a better label. Pure.
 */
import { alertGroupFields, alertGroupRequired } from "../../api/alert-groups.ts";
import {
  healthCheckMonitorFields,
  healthCheckMonitorRequired,
} from "../../api/health-check-monitors.ts";
import { defaultsOf, type TSchema } from "../../api/schema.ts";
import { deviceFields, deviceRequired, userFields, userRequired } from "../../api/users.ts";
import { webhookMonitorFields, webhookMonitorRequired } from "../../api/webhook-monitors.ts";
import { channelOf, targetWords } from "../../channel/registry.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import type { Field } from "../../dashboard/pages/form.ts";

export type FormKind = ResourceKind | "devices";

interface Shape {
  fields: Record<string, TSchema>;
  required: readonly string[];
  /** Shown at once; the others are folded away. */
  basic: readonly string[];
}

const shapes: Record<FormKind, Shape> = {
  alert_groups: {
    fields: alertGroupFields,
    required: alertGroupRequired,
    basic: [
      "title",
      "priority_level",
      "timezone",
      "contact_hours_all_day",
      "contact_hours_from",
      "contact_hours_to",
      "contact_days",
    ],
  },
  health_check_monitors: {
    fields: healthCheckMonitorFields,
    required: healthCheckMonitorRequired,
    basic: ["title", "url", "alert_group_id", "interval_seconds"],
  },
  webhook_monitors: {
    fields: webhookMonitorFields,
    required: webhookMonitorRequired,
    basic: ["title", "alert_group_id", "error_rate_threshold", "error_rate_window_minutes"],
  },
  users: {
    fields: userFields,
    required: userRequired,
    basic: ["email", "name"],
  },
  devices: {
    fields: deviceFields,
    required: deviceRequired,
    basic: ["kind", "target", "name", "server", "enabled"],
  },
};

const labels: Record<string, string> = {
  url: "URL",
  alert_group_id: "Alert group",
  escalate_to: "Escalate to",
  depends_on: "Depends on",
  priority_level: "Priority",
  contact_hours_all_day: "Around the clock",
  contact_hours_from: "From",
  contact_hours_to: "To",
  contact_days: "On these days",
  error_rate_threshold: "Errors that raise an alert",
  error_rate_window_minutes: "Within, minutes",
  interval_seconds: "Check every, seconds",
  timeout_seconds: "Timeout, seconds",
  staleness_threshold_minutes: "Stale after, minutes",
  confirmations: "Bad checks that open an incident",
  detect_flapping: "Look for flapping",
  external_id: "External id",
  status_page: "Public status page",
  status_page_slug: "Address of the status page",
  kind: "Reached by",
  target: targetWords.label,
  enabled: "Switched on",
};

/** Where what the API says of a field is of no use to somebody who sees the form. */
const helps: Record<string, string> = {
  title: "",
  name: "",
  alert_group_id: "",
  interval_seconds: "",
  detect_flapping:
    "What goes up and down again and again is one incident, told when it begins and when it has stopped.",
  contact_hours_all_day:
    "Off: people are told between the two times only; what happens outside them waits.",
  contact_hours_from: "Local time.",
  contact_hours_to:
    "Earlier than the start: the window goes on over midnight and belongs to the day on which it begins.",
  contact_days: "",
  depends_on:
    "While one of these is down, this monitor opens no incident. Hold Ctrl or ⌘ to choose several.",
  target: targetWords.help,
};

/** Fields that hold the id of an alert group. */
const groupFields = new Set(["alert_group_id", "escalate_to"]);
const secrets = new Set(["webhook_secret", "access_token"]);

const labelOf = (name: string) => {
  const words = name.replaceAll("_", " ");
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

interface Described {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  patternProperties?: unknown;
  items?: { type?: string; maximum?: number };
  minimum?: number;
  maximum?: number;
  description?: string;
}

type Titled = readonly { id: string; title: string }[];

/** What a form can refer to: alert groups, and health check monitors. */
export interface Known {
  groups: Titled;
  monitors: Titled;
}

/** The fields of a kind's form. */
export function formFields(kind: FormKind, known: Known): Field[] {
  const { fields, required, basic } = shapes[kind];
  return Object.entries(fields).flatMap(([name, schema]) => {
    const described = schema as Described;
    const input = inputOf(name, described, required.includes(name), known);
    return input
      ? [
          {
            name,
            label: labelOf(name),
            help: helps[name] ?? (described.description ?? "").replaceAll("`", ""),
            required: required.includes(name),
            input,
            advanced: !basic.includes(name),
          },
        ]
      : [];
  });
}

function inputOf(
  name: string,
  schema: Described,
  required: boolean,
  { groups, monitors }: Known,
): Field["input"] | null {
  const options = (values: { value: string; label: string }[]) => ({
    kind: "choice" as const,
    options: required ? values : [{ value: "", label: "–" }, ...values],
  });
  const titled = (all: Titled) => all.map(({ id, title }) => ({ value: id, label: title }));
  if (groupFields.has(name)) return options(titled(groups));
  if (name === "depends_on")
    return monitors.length === 0 ? null : { kind: "several", options: titled(monitors) };
  if (schema.enum)
    return options(
      schema.enum.map((one) => ({
        value: String(one),
        label: (name === "kind" && channelOf(String(one))?.label) || String(one),
      })),
    );
  if (secrets.has(name)) return { kind: "secret" };
  switch (schema.type) {
    case "boolean":
      return { kind: "flag" };
    case "integer":
      return {
        kind: "number",
        min: schema.minimum ?? null,
        max: schema.maximum ?? null,
      };
    case "array":
      return schema.items?.type === "integer" && schema.items.maximum === 6
        ? { kind: "days" }
        : null;
    case "object":
      return schema.patternProperties ? { kind: "headers" } : null;
    case "string":
      if (name === "url" || name === "server") return { kind: "url" };
      if (name === "email") return { kind: "email" };
      return schema.pattern?.includes(":[0-5]") ? { kind: "time" } : { kind: "text" };
    default:
      return null;
  }
}

type Values = Record<string, string[]>;

/** What stands in the fields, of a resource as the API answers it; of a new one the defaults. */
export function valuesOf(
  kind: FormKind,
  fields: readonly Field[],
  resource: Record<string, unknown> | null,
): Values {
  const shape = shapes[kind];
  const from = resource ?? defaultsOf(shape.fields, shape.required);
  return Object.fromEntries(
    fields.map(({ name }) => {
      const value = from[name];
      if (Array.isArray(value)) return [name, value.map(String)];
      if (typeof value === "object" && value !== null)
        return [
          name,
          [
            Object.entries(value)
              .map((pair) => pair.join(": "))
              .join("\n"),
          ],
        ];
      return [
        name,
        typeof value === "string" || typeof value === "number" || typeof value === "boolean"
          ? [String(value)]
          : [],
      ];
    }),
  );
}

/** What was typed, as it stands in the fields again when it was refused. */
export const typedValues = (fields: readonly Field[], form: URLSearchParams): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, form.getAll(name)]));

/** What was typed, as the API takes it; what cannot be is left for the API to refuse. */
export function bodyOf(fields: readonly Field[], form: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, form)]));
}

function valueOf({ name, input, required }: Field, form: URLSearchParams) {
  const text = form.get(name) ?? "";
  if (input.kind === "flag") return form.has(name);
  if (input.kind === "days") return form.getAll(name).map(Number);
  if (input.kind === "several") return form.getAll(name);
  if (input.kind === "headers") return headersOf(text);
  if (text.trim() === "") return required ? "" : null;
  if (input.kind === "number") return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text;
  // Browsers leave out seconds that are zero.
  if (input.kind === "time" && /^\d\d:\d\d$/.test(text)) return `${text}:00`;
  return text;
}

/** A header a line; null: none. A line that is none becomes a name that is refused. */
function headersOf(text: string): Record<string, string> | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return null;
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return colon < 0 ? [line, ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}
