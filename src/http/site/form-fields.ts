/**
 * Makes forms from the descriptions of resources; `form-typed` reads them. A new field of a resource appears in its
 * form without a change here. Pure.
 */
import { channelOf } from "../../channel/registry.ts";
import { hasMeaning } from "../../core/declare/rules-check.ts";
import type { Field } from "../../dashboard/form-field.ts";
import type { FormSection } from "../../dashboard/pages/form.ts";
import { defaultsOf, type Field as Declared, type Meaning } from "../../resource/field.ts";
import type { BodyCondition } from "../../resource/check/body-condition.ts";
import type { ResourceKind } from "../../resource/kinds.ts";
import { Directory, toNames } from "../../resource/references.ts";
import { descriptionOf, type DescribedKind } from "../../resource/resources.ts";
import { conditionLines } from "./body-conditions.ts";
import { itemLines } from "./form-lines.ts";

export type FormKind = DescribedKind;

interface Described {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  items?: { type?: string };
  minimum?: number;
  maximum?: number;
  description?: string;
  maxLength?: number;
}

type Titled = readonly { id: string; title: string }[];

/** The resources that a form can refer to, by their kinds. */
export type FormChoices = Partial<Record<ResourceKind, Titled>>;

/** The fields of a kind's form. */
export function formFields(kind: FormKind, known: FormChoices): Field[] {
  return Object.entries(descriptionOf(kind).fields).flatMap(([name, field]) => {
    const input = inputOf(name, field, known);
    if (!input) return [];
    const { description = "" } = field.schema as Described;
    return [
      {
        name,
        label: field.label,
        help: field.help ?? description.replaceAll("`", ""),
        required: field.presence === "required",
        optional: field.presence === "optional",
        input,
        section: field.section ?? advanced.key,
      },
    ];
  });
}

/** The last section of every form. */
const advanced: FormSection = { key: "advanced", title: "Advanced", about: "", folded: true };

/** The sections of a kind's form. */
export function formSections(kind: FormKind): FormSection[] {
  const own = Object.entries(descriptionOf(kind).sections ?? {});
  return [...own.map(([key, section]) => ({ key, folded: false, ...section })), advanced];
}

/** The input for a field; null: it cannot be edited in a form. */
function inputOf(
  name: string,
  { schema, presence, reference, part, secret, meaning, input, unit, options: labels }: Declared,
  known: FormChoices,
): Field["input"] | null {
  const described = schema as Described;
  const choice = (values: { value: string; label: string }[]) => ({
    kind: "choice" as const,
    options: presence === "optional" ? [{ value: "", label: "–" }, ...values] : values,
  });
  if (part) return { kind: "items", names: titlesOf(known) };
  if (reference?.ordered)
    return {
      kind: "order",
      options: (known[reference.to] ?? []).map(({ id, title }) => ({ value: id, label: title })),
    };
  if (reference) {
    const titled = known[reference.to] ?? [];
    const options = titled.map(({ id, title }) => ({ value: id, label: title }));
    if (!reference.many && options.length > longestSelect) return { kind: "pick", options };
    // The first group is not the default: it would be notified by mistake.
    if (presence === "required" && options.length > 1)
      return { kind: "choice", options: [{ value: "", label: "Choose one" }, ...options] };
    if (!reference.many) return choice(options);
    if (options.length === 0) return null;
    const isLong = reference.to === "health_check_monitors";
    return { kind: "several", options, ...(isLong ? { find: reference.to } : {}) };
  }
  // A checkbox has no third state, the default.
  if (described.type === "boolean" && presence === "optional")
    return { kind: "yes-no", options: yesNo(labels) };
  if (labels) return choice(Object.entries(labels).map(([value, label]) => ({ value, label })));
  if (described.enum)
    return choice(
      described.enum.map((one) => {
        const value = String(one);
        return { value, label: (name === "kind" && channelOf(value)?.label) || value };
      }),
    );
  if (secret === "whole" && !input) return { kind: "secret" };
  switch (described.type) {
    case "boolean":
      return { kind: "flag" };
    case "integer":
      return {
        kind: "number",
        min: described.minimum ?? null,
        max: described.maximum ?? null,
        unit: unit ?? null,
      };
    case "array":
      return listInput(name, described.items?.type);
    case "object":
      return { kind: input === "priorities" || input === "queries" ? input : "headers" };
    case "string":
      if (input === "picture") return { kind: input, most: described.maxLength ?? null };
      if (input) return { kind: input };
      if (meaning) return { kind: inputs[meaning] };
      return described.pattern?.includes(":[0-5]") ? { kind: "time" } : { kind: "text" };
    default:
      return null;
  }
}

/** Options beyond which one is found by typing. */
const longestSelect = 20;

/** Titles in place of names, for inputs in which they are typed. */
function titlesOf(known: FormChoices): Directory {
  const directory = new Directory();
  for (const [kind, titled] of Object.entries(known))
    for (const { id, title } of titled)
      directory.add(kind as ResourceKind, { id, external_id: title, email: title });
  return directory;
}

/** The choices of an optional flag; `default` is the empty one. */
const yesNo = (labels: Readonly<Record<string, string>> = {}) =>
  ["default", "true", "false"].map((value) => ({
    value: value === "default" ? "" : value,
    label: labels[value] ?? { default: "default", true: "yes", false: "no" }[value] ?? value,
  }));

function listInput(name: string, type: string | undefined): Field["input"] | null {
  if (type === "integer") return { kind: "days" };
  if (type === "string") return { kind: "list" };
  return name === "body_json" ? { kind: "conditions" } : null;
}

/** The fields without a meaning beside the values of the others; they keep their defaults. */
export function absentFields(
  kind: FormKind,
  fields: readonly Field[],
  values: Record<string, unknown>,
): ReadonlySet<string> {
  if (kind === "schedules")
    return new Set(values["everyone"] === true ? ["handoff_cron", "handoff_every", "start"] : []);
  if (kind === "members")
    return new Set(
      values["contact_hours_all_day"] === false ? [] : ["contact_hours_from", "contact_hours_to"],
    );
  if (kind !== "health_check_monitors") return new Set();
  let absent = new Set<string>();
  // A `method` needs `expect`, and a `request_body` needs `method`.
  for (;;) {
    const chosen = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== null && !absent.has(name)),
    );
    const names = fields.map(({ name }) => name).filter((name) => !hasMeaning(name, chosen));
    if (names.length === absent.size) return absent;
    absent = new Set(names);
  }
}

/** The fields that have no meaning, and the keys of the sections with fields that only the present choice has. */
export function shapeOf(
  kind: FormKind,
  fields: readonly Field[],
  values: Record<string, unknown>,
): { absent: ReadonlySet<string>; open: ReadonlySet<string> } {
  const absent = absentFields(kind, fields, values);
  const usual = absentFields(kind, fields, {});
  const chosen = fields.filter(({ name }) => usual.has(name) && !absent.has(name));
  return { absent, open: new Set(chosen.map(({ section }) => section)) };
}

export type Values = Record<string, string[]>;

/** The values of the fields, from a resource as the API answers it; defaults for a new one. */
export function valuesOf(
  kind: FormKind,
  fields: readonly Field[],
  resource: Record<string, unknown> | null,
): Values {
  const from = resource ?? defaultsOf(descriptionOf(kind).fields);
  return Object.fromEntries(
    fields.map(({ name, input }) => {
      const value =
        "names" in input && input.names
          ? Object.values(toNames(kind, { [name]: from[name] }, input.names))[0]
          : from[name];
      if (input.kind === "items") return [name, [itemLines((value ?? []) as object[])]];
      if (input.kind === "conditions")
        return [name, [conditionLines((value ?? []) as BodyCondition[])]];
      if (input.kind === "list") return [name, [((value ?? []) as string[]).join("\n")]];
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

/** Inputs of texts whose meaning browsers know. */
const inputs: Record<Meaning, "url" | "email" | "timezone"> = {
  url: "url",
  endpoint: "url",
  link: "url",
  email: "email",
  timezone: "timezone",
};
