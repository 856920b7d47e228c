/**
 * Checks rules that join several fields of a resource, and rules that a schema cannot express: time zones
 * that exist, a contact window with two ends, addresses that can be fetched.
 *
 * `rules` checks a complete resource (with defaults and stored values), because one field can be valid or
 * not depending on the others. Pure. The store calls it inside the transaction, the manifest offline. It
 * never repeats a check of a field's schema.
 */
import type { Fault } from "../model/fault.ts";
import { drillFault } from "../drill/drill.ts";
import { cronFault } from "../silence/maintenance.ts";
import { expectation } from "./rules-expectation.ts";
import { compile } from "../query/compile.ts";
import { matchesMissing, parseMatcher, type Matcher } from "../silence/matcher.ts";
import { severityPattern } from "../../resource/alert-group.ts";
import { didYouMean } from "../text/nearest.ts";
import type { FieldTable, Meaning, Part } from "../../resource/field.ts";
import { isObject, keyOf, nameOfItem, type Fields } from "../../resource/part.ts";
import { allFieldsOf, type DescribedKind } from "../../resource/resources.ts";
import { emailPattern } from "../../resource/schema.ts";
import { checkRules, tidyCheck } from "./rules-check.ts";
import { scheduleRules } from "./rules-schedule.ts";
import { endpoint, fault, link, secretNeeded, url, webhookAuth } from "./rules-connection.ts";
import { masked } from "./secrets.ts";
import { statusPageRules } from "../status/page-rules.ts";

export type RuleKind = DescribedKind | "silences" | "group_schedules";

/** Every fault of a complete resource whose fields fit their schemas; none when it can be stored. */
export function rules(kind: RuleKind, resource: object): Fault[] {
  const fields = resource as Fields;
  return [
    ...(kind === "silences" || kind === "group_schedules"
      ? []
      : ofEachField(allFieldsOf(kind), fields)),
    ...(joined[kind]?.(fields) ?? []),
  ];
}

/** The faults of each field by its meaning, and of its items; other fields have none. */
function ofEachField(table: FieldTable, fields: Fields): Fault[] {
  return Object.entries(table).flatMap(([name, { meaning, part }]) => {
    const value = fields[name];
    if (part && Array.isArray(value)) return ofItems(name, part, value);
    return meaning && typeof value === "string" ? byMeaning[meaning](name, value) : [];
  });
}

/** The faults within each item, and of those that have the key of an earlier one. */
function ofItems(name: string, part: Part, items: readonly unknown[]): Fault[] {
  const earlier = new Map<string, unknown>();
  return items.flatMap((item, index) => {
    const at = `${name}[${index}]`;
    const key = keyOf(part, item);
    const other = earlier.get(key);
    earlier.set(key, item);
    // A set may name the same twice.
    const isRepeated = typeof item === "string" && typeof other === "string" && !part.ordered;
    if (other !== undefined && !isRepeated)
      return [fault(at, "duplicate", `"${nameOfItem(part, item)}" ${part.twice}`)];
    if (!isObject(item)) return [];
    const own = [
      ...ofEachField(part.fields, item),
      ...stillMasked(part.fields, item),
      ...(joined[(part.table?.name ?? name) as RuleKind]?.(item) ?? []),
    ];
    return own.map((one) => ({ ...one, field: `${at}.${one.field}` }));
  });
}

/** A mask in an item stands for no stored secret: its key is new, or its URL has another origin. */
const stillMasked = (table: FieldTable, item: Fields): Fault[] =>
  Object.entries(table).flatMap(([name, { secret }]) => {
    const value = item[name];
    const values = secret === "values" ? Object.values(value ?? {}) : [value];
    return secret && values.includes(masked) ? [fault(name, "secret_needed", secretNeeded)] : [];
  });

const byMeaning: Record<Meaning, (field: string, value: string) => Fault[]> = {
  url,
  endpoint,
  link,
  email,
  timezone,
};

/** The rules that join several fields of a resource. Those of a device are for its channel to say (`channel/registry`). */
const joined: Partial<Record<RuleKind, (fields: Fields) => Fault[]>> = {
  alert_groups: (fields) => [
    ...contactHours(fields),
    ...webhookAuth(fields),
    ...escalation(fields),
    ...drills(fields),
    ...severities(fields),
    ...mappingFaults("inbound_mapping", fields["inbound_mapping"]),
  ],
  schedules: scheduleRules,
  status_pages: statusPageRules,
  health_check_monitors: checkRules,
  webhook_monitors: expectation,
  members: contactHours,
  group_schedules: contactHours,
  silences: (fields) => [...timezone("timezone", String(fields["timezone"])), ...silence(fields)],
};

/**
 * Normalizes fields for storage: titles, names and emails trimmed, days sorted and unique. Takes some fields
 * or all of them, and leaves invalid values for the schema to report.
 */
export function tidy<T extends object>(fields: T): T {
  const tidied = { ...fields } as Fields;
  const trim = (name: string) => {
    if (typeof tidied[name] === "string") tidied[name] = tidied[name].trim();
  };
  for (const name of ["email", "name", "title"]) trim(name);
  for (const name in tidied) {
    const list = tidied[name];
    if (Array.isArray(list) && list.some(isObject))
      tidied[name] = list.map((item: unknown) => (isObject(item) ? tidy(item) : item));
  }
  const days = tidied["contact_days"];
  if (isDays(days)) tidied["contact_days"] = [...new Set(days)].sort((a, b) => a - b);
  return Object.assign(tidied, tidyCheck(tidied)) as T;
}

/** Wrong entries stay where they are, so that a fault names the index that was sent; too many stay too many. */
function isDays(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length <= 7 &&
    value.every((day) => Number.isInteger(day) && day >= 0 && day <= 6)
  );
}

const address = new RegExp(emailPattern);

function email(field: string, value: string): Fault[] {
  return address.test(value) ? [] : [fault(field, "format", "must be an email address: name@host")];
}

function timezone(field: string, name: string): Fault[] {
  if (isTimezone(name)) return [];
  const hint = didYouMean(name, timezones) || ", use an IANA name such as Europe/Berlin";
  return [fault(field, "timezone", `unknown time zone "${name}"${hint}`)];
}

/** To ask `Intl` for a format takes a tenth of a millisecond, which the plan of thousands of monitors feels. */
const timezones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);

/** True for an IANA name. */
export function isTimezone(name: string): boolean {
  if (timezones.has(name)) return true;
  // Intl accepts offsets like +01:00 too, but they have no summer time and are not IANA names.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

function contactHours(fields: Fields): Fault[] {
  const { contact_hours_from: from, contact_hours_to: to } = fields;
  if (typeof from === "string" && from === to)
    return [
      fault(
        "contact_hours_to",
        "empty_window",
        "must differ from contact_hours_from; for around the clock set contact_hours_all_day to true",
      ),
    ];
  if (fields["contact_hours_all_day"] !== false) return [];
  return (["contact_hours_from", "contact_hours_to"] as const)
    .filter((name) => typeof fields[name] !== "string")
    .map((name) =>
      fault(name, "required", "is required when contact_hours_all_day is false, as HH:MM:SS"),
    );
}

function escalation({ escalate_to, escalate_after_minutes }: Fields): Fault[] {
  if ((escalate_to ?? null) === null) return [];
  return typeof escalate_after_minutes === "number"
    ? []
    : [fault("escalate_after_minutes", "required", "is required with escalate_to")];
}

function drills({ drill_cron, timezone }: Fields): Fault[] {
  if (typeof drill_cron !== "string") return [];
  const wrong = drillFault(drill_cron, String(timezone));
  return wrong === null ? [] : [fault("drill_cron", "format", wrong)];
}

/** True for matchers such as `env=` and `env=*` alone. A silence of all alerts but some, as by `env!=prod`, says so. */
const fitAll = (matchers: readonly (Matcher | string)[]): boolean =>
  matchers.every((one) => typeof one !== "string" && matchesMissing(one)) &&
  matchers.some((one) => typeof one !== "string" && one.equal);

function silence(fields: Fields): Fault[] {
  const { cron, duration_minutes, until, from, until_recovered } = fields;
  const faults: Fault[] = [];
  const matchers = (fields["matchers"] as string[]).map(parseMatcher);
  for (const [i, read] of matchers.entries())
    if (typeof read === "string") faults.push(fault(`matchers[${i}]`, "format", read));
  const isNarrow = ["monitor_id", "alert_group_id", "key"].some((name) => fields[name] != null);
  if (
    !isNarrow &&
    ((fields["source_ids"] as string[] | undefined) ?? []).length === 0 &&
    fitAll(matchers)
  ) {
    const words =
      "must have one that does not fit an empty value: these fit all alerts without the label. Is a variable empty?";
    faults.push(fault("matchers", "not_allowed", words));
  }
  if (typeof cron === "string") {
    const wrong = cronFault(cron, String(fields["timezone"]));
    if (wrong !== null) faults.push(fault("cron", "format", wrong));
    if (typeof duration_minutes !== "number")
      faults.push(fault("duration_minutes", "required", "is required with cron"));
    if (until_recovered === true)
      faults.push(fault("until_recovered", "not_allowed", "cannot be combined with cron"));
  } else if (typeof duration_minutes === "number")
    faults.push(fault("duration_minutes", "unused", "is only valid with cron"));
  if (typeof until === "number" && until <= (from as number))
    faults.push(fault("until", "range", "must be later than from"));
  return faults;
}

const severityName = new RegExp(severityPattern);

/** Senders write a severity in any case, so two words that differ in case alone contradict each other. */
function severities(fields: Fields): Fault[] {
  const words = Object.keys((fields["severity_priorities"] as object | null) ?? {});
  return words.flatMap((word, index) => {
    const field = `severity_priorities.${word}`;
    if (!severityName.test(word) || word === "__proto__")
      return [fault(field, "format", "must be a word of 1 to 64 characters without a colon")];
    const isTwice = words.slice(0, index).some((one) => one.toLowerCase() === word.toLowerCase());
    return isTwice ? [fault(field, "duplicate", "is a duplicate in another case")] : [];
  });
}

/** The mistakes in the queries of a mapping, in the field of this name. */
export function mappingFaults(field: string, mapping: unknown): Fault[] {
  return Object.entries((mapping as Record<string, string> | null) ?? {}).flatMap(
    ([name, text]) => {
      const query = compile(text);
      return typeof query === "string" ? [fault(`${field}.${name}`, "format", query)] : [];
    },
  );
}
