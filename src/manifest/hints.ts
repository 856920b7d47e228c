/** Suggests the next step for a mistake: the value as it should be written, where that is known. Pure. */
import type { Fault } from "../core/model/fault.ts";
import { resourceKinds } from "../core/model/model.ts";
import { manifestFields } from "../resource/manifest.ts";
import { isObject } from "../resource/part.ts";
import { strange } from "./syntax.ts";

/** A fault and the value that it is about. */
interface Mistake {
  fault: Fault;
  /** The name of the field, without the path to it and without an index. */
  name: string;
  value: unknown;
  /** The text in the file of a value that came from variables. */
  written: string | undefined;
  /** The text of a single value: 1.10 is not 1.1. */
  spelled: string | undefined;
  /** The suggestion that the fault came with; null: none. */
  meant: string | null;
}

/** The suggestion for a fault; null: none. */
export function hintFor(fault: Fault, of: Omit<Mistake, "fault" | "name">): string | null {
  const name = fault.field.replace(/\[\d+\]$/, "").replace(/^.*[.\]]/, "");
  const mistake = { fault, name, ...of };
  for (const hint of hints) {
    const text = hint(mistake);
    if (text !== null) return text;
  }
  return null;
}

const hints: ((mistake: Mistake) => string | null)[] = [
  strangeSpace,
  ({ meant }) => meant,
  otherName,
  elsewhere,
  ofAnotherKind,
  project,
  emptyValue,
  variableWithoutBraces,
  day,
  statuses,
  list,
  hours,
  text,
  oneLine,
  boolean,
  number,
  address,
  pointer,
  comparison,
  cron,
  slug,
];

/** Names that people try for the lists, and the ones that are meant. */
const otherNames: Record<string, string> = {
  checks: "health_check_monitors",
  groups: "alert_groups",
  imports: "include",
  includes: "include",
  health_check: "health_check_monitors",
  health_checks: "health_check_monitors",
  monitors: "health_check_monitors",
  people: "users",
  webhook: "webhook_monitors",
  webhooks: "webhook_monitors",
};

function otherName({ fault }: Mistake): string | null {
  if (fault.code !== "unknown_field") return null;
  const meant = otherNames[fault.field.replace(/^defaults\./, "")];
  return meant === undefined ? null : `did you mean "${meant}"?`;
}

function strangeSpace({ fault }: Mistake): string | null {
  return fault.code === "unknown_field" && strange.test(fault.field)
    ? "its name holds a character that only looks like a space: type the line anew"
    : null;
}

/** Things that are not declared, and how they are made. */
const undeclared: Record<string, string> = {
  api_keys: "keys are made with monitorctl keys create",
  devices: "users add their devices: monitorctl devices add",
  incidents: "incidents are opened by monitors and alerts",
  keys: "keys are made with monitorctl keys create",
  maintenance: "silences are made with monitorctl silence add",
  notifiers: "users add their devices: monitorctl devices add",
  overrides: "overrides are made with monitorctl oncall cover",
  silences: "silences are made with monitorctl silence add",
};

function elsewhere({ fault }: Mistake): string | null {
  return fault.code === "unknown_field" ? (undeclared[fault.field] ?? null) : null;
}

/** `error_rate_threshold` in a health check monitor. */
function ofAnotherKind({ fault, name }: Mistake): string | null {
  if (fault.code !== "unknown_field" || !/^\w+\[\d+\]\.\w+$/.test(fault.field)) return null;
  const kinds = resourceKinds.filter((kind) => Object.hasOwn(manifestFields[kind], name));
  return kinds.length === 0 ? null : `it is a field of ${kinds.join(" and ")}`;
}

function project({ fault }: Mistake): string | null {
  return fault.code === "required" && fault.field === "project"
    ? "write project: and a name for all that these files declare"
    : null;
}

function emptyValue({ fault, value }: Mistake): string | null {
  return fault.code === "type" && value === null
    ? "it is empty: write a value after the colon, or leave the line out"
    : null;
}

function variableWithoutBraces({ fault, value }: Mistake): string | null {
  if (fault.code !== "format" && fault.code !== "type") return null;
  const [, name] = /\$([A-Za-z_]\w*)/.exec(String(value)) ?? [];
  return name === undefined ? null : `write the variable as \${${name}}`;
}

const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function day({ name, value }: Mistake): string | null {
  if (!name.endsWith("_days")) return null;
  if (value === 7) return "write 0 for Sunday";
  const word = String(value).toLowerCase();
  const number = word.length < 2 ? -1 : days.findIndex((one) => one.startsWith(word));
  return number < 0 ? null : `write ${number}: 0 is Sunday, 6 is Saturday`;
}

function statuses({ fault, name, value }: Mistake): string | null {
  if (name !== "accepted_statuses" || fault.code === "unused") return null;
  if (Array.isArray(value)) return `write "${value.join(",")}"`;
  const hundreds = /^([1-5])xx$/i.exec(String(value).trim());
  return hundreds ? `write ${hundreds[1]}00-${hundreds[1]}99` : null;
}

function list({ fault, value, written }: Mistake): string | null {
  if (fault.code !== "type" || !fault.message.endsWith("array")) return null;
  if (typeof value === "string") return `write a list: [${written ?? value}]`;
  if (!isObject(value)) return null;
  const isKind = resourceKinds.some((kind) => kind === fault.field);
  return `begin each entry with a dash${isKind ? ": - external_id: …" : ""}`;
}

function text({ fault, value, written, spelled }: Mistake): string | null {
  if (fault.code !== "type" || !fault.message.endsWith("string")) return null;
  if (typeof value === "number" || typeof value === "boolean")
    return `write it in quotes: "${written ?? spelled ?? String(value)}"`;
  if (Array.isArray(value) && value.length === 1) return `write it without brackets: ${value[0]}`;
  return null;
}

function oneLine({ fault, value }: Mistake): string | null {
  return /must not contain control/.test(fault.message) && String(value).includes("\n")
    ? "write it in one line"
    : null;
}

function boolean({ fault, value, written }: Mistake): string | null {
  if (fault.code !== "type" || written !== undefined || !fault.message.endsWith("boolean"))
    return null;
  if (/^(yes|on|y)$/i.test(String(value))) return "write true";
  return /^(no|off|n)$/i.test(String(value)) ? "write false" : null;
}

function number({ fault, value, written }: Mistake): string | null {
  if (fault.code !== "type" || written !== undefined) return null;
  if (!/(integer|number)$/.test(fault.message) || typeof value !== "string") return null;
  const digits = /^(\d+)\s*([a-z]*)$/i.exec(value.trim());
  if (!digits) return null;
  return digits[2]
    ? "a plain number; the unit is in the field's name"
    : `write it without quotes: ${digits[1]}`;
}

function hours({ fault, name, value, spelled = String(value) }: Mistake): string | null {
  const isNumber = fault.code === "type" && /^contact_hours_(from|to)$/.test(name);
  if (!fault.message.endsWith("as HH:MM:SS") && !isNumber) return null;
  const [, hour, minute = "00", second = "00"] =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}))?$/.exec(
      spelled.trim().replace(/^(\d\d)([0-5]\d)$/, "$1:$2"),
    ) ?? [];
  // The end of a day is the midnight that begins the next.
  if (hour === "24" && minute === "00" && second === "00") return 'write "00:00:00"';
  return hour === undefined || Number(hour) > 23
    ? null
    : `write "${hour.padStart(2, "0")}:${minute}:${second}"`;
}

const connection = "tcp, with its port, checks the connection";

/** Schemes that cannot be watched, and the ones to write in their place. */
const schemes: Record<string, string> = {
  ftp: connection,
  ftps: "tls, with its port, checks the connection",
  grpc: connection,
  mysql: connection,
  ping: "icmp sends a ping",
  postgres: connection,
  postgresql: connection,
  redis: connection,
  smtp: connection,
  ssh: connection,
};

function address({ fault, value }: Mistake): string | null {
  if (fault.code !== "format" || typeof value !== "string") return null;
  if (!/scheme|absolute URL/.test(fault.message)) return null;
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(value) ?? [];
  if (scheme !== undefined) return schemes[scheme.toLowerCase()] ?? null;
  return /^[\w-]+(?:\.[\w-]+)+/.test(value) ? `write https://${value}` : null;
}

function pointer({ fault, name, value }: Mistake): string | null {
  if (name !== "pointer" || fault.code !== "format") return null;
  const path = String(value)
    .replace(/^\$?\.?/, "")
    .replace(/\[(\d+)\]/g, ".$1");
  return `write "/${path.replaceAll(".", "/")}"`;
}

/** Signs of comparisons, as other programs write them. */
const signs: Record<string, string> = {
  "!=": "differs",
  "<": "below",
  "<=": "at_most",
  "=": "equals",
  "==": "equals",
  ">": "above",
  ">=": "at_least",
  eq: "equals",
  ge: "at_least",
  gt: "above",
  gte: "at_least",
  le: "at_most",
  lt: "below",
  lte: "at_most",
  ne: "differs",
};

function comparison({ name, value }: Mistake): string | null {
  const meant = name === "comparison" ? signs[String(value).toLowerCase()] : undefined;
  return meant === undefined ? null : `write ${meant}`;
}

function cron({ fault, value }: Mistake): string | null {
  if (!fault.message.includes("cron expression of five fields")) return null;
  const fields = String(value).trim().split(/\s+/);
  if (fields.length === 6) return `leave the seconds out: "${fields.slice(1).join(" ")}"`;
  return null;
}

function slug({ fault, name, value }: Mistake): string | null {
  if (fault.code !== "format" || !/slug|^status_page$/.test(name)) return null;
  const word = String(value)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return word.length >= 3 ? `write ${word}` : null;
}
