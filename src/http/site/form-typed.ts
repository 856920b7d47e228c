/** Reads the typed values of forms that are made from the descriptions of resources. Pure. */
import type { Field } from "../../dashboard/form-field.ts";
import type { PickerOption } from "../../dashboard/form-picker.ts";
import { readDuration, unitOf } from "../../core/text/read-duration.ts";
import { toIds } from "../../resource/references.ts";
import { descriptionOf } from "../../resource/resources.ts";
import { readConditions } from "./body-conditions.ts";
import { absentFields, valuesOf, type FormKind, type Values } from "./form-fields.ts";
import { itemsOf, linesOf, numbersOf, pairsOf } from "./form-lines.ts";

/** The typed values of a rejected form, to fill the fields again. */
export function typedValues(
  kind: FormKind,
  fields: readonly Field[],
  form: URLSearchParams,
): Values {
  // A smaller form, of a first monitor, has only some of the fields.
  const standard = valuesOf(kind, fields, null);
  return Object.fromEntries(
    fields.map(({ name, input }) => {
      const typed = form.getAll(name);
      if (!form.has(name) && !unchecked.has(input.kind)) return [name, standard[name] ?? []];
      return [name, input.kind === "number" ? typed.map((text) => inUnit(input, text)) : typed];
    }),
  );
}

/** Inputs that a form leaves out when they are not chosen. */
const unchecked = new Set<Field["input"]["kind"]>(["flag", "days", "several", "order"]);

/**
 * The typed values as the API takes them, those that cannot be converted for the API to reject. Fields without a
 * meaning beside the others are null, which is their default.
 */
export function bodyOf(
  kind: FormKind,
  fields: readonly Field[],
  form: URLSearchParams,
): Record<string, unknown> {
  const body = Object.fromEntries(fields.map((field) => [field.name, valueIn(kind, field, form)]));
  for (const name of absentFields(kind, fields, body)) body[name] = null;
  return body;
}

/** The typed value of a field, with ids in place of titles. */
function valueIn(kind: FormKind, field: Field, form: URLSearchParams): unknown {
  const value = valueOf(field, form);
  if (!("names" in field.input) || !field.input.names) return value;
  const { reference } = descriptionOf(kind).fields[field.name]!;
  const named = { [reference?.as ?? field.name]: value };
  return Object.values(toIds(kind, named, field.input.names))[0];
}

function valueOf({ name, input, required, optional }: Field, form: URLSearchParams) {
  const text = form.get(name) ?? "";
  if (input.kind === "flag") return form.has(name);
  if (input.kind === "days")
    return optional && !form.has(name) ? null : form.getAll(name).map(Number);
  if (input.kind === "several" || input.kind === "order") return form.getAll(name);
  if (input.kind === "headers" || input.kind === "queries") return pairsOf(text);
  if (input.kind === "priorities") return numbersOf(pairsOf(text));
  if (text.trim() === "") return required ? "" : null;
  if (input.kind === "pick") return pickedIn(input.options, text);
  if (input.kind === "yes-no") return text === "true";
  if (input.kind === "conditions") return readConditions(text);
  if (input.kind === "items") return itemsOf(text);
  if (input.kind === "list") return linesOf(text).map((line) => line.trim());
  if (input.kind === "lines") return text.replaceAll("\r\n", "\n");
  if (input.kind === "number") return wholeNumber(inUnit(input, text));
  if (isNumberChoice(input)) return wholeNumber(text);
  // Browsers leave out seconds that are zero.
  if (input.kind === "time" && /^\d\d:\d\d$/.test(text)) return `${text}:00`;
  return text;
}

/** The id behind a typed name; a text that means none or several, for the API to refuse. */
function pickedIn(options: readonly PickerOption[], text: string): string {
  const matches = matching(options, text);
  return matches.length === 1 ? matches[0]!.value : text;
}

const wholeNumber = (text: string): number | string =>
  /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text;

/** A duration such as `2h` in the unit of its field; other text as it is. */
function inUnit(input: Extract<Field["input"], { kind: "number" }>, text: string): string {
  const unit = unitOf(input.unit?.split(" ")[0] ?? "");
  const ms = unit === null ? null : readDuration(text);
  return unit === null || ms === null || ms % unit !== 0 ? text : String(ms / unit);
}

/** A choice of numbers, such as priorities. */
const isNumberChoice = (input: Field["input"]): boolean =>
  input.kind === "choice" && input.options.every(({ value }) => /^\d*$/.test(value));

/** The options that a typed text means: those of the very name, else those that contain it. */
export function matching(options: readonly PickerOption[], text: string): PickerOption[] {
  const word = text.trim().toLowerCase();
  const equal = options.filter(
    ({ value, label }) => value === text || label.toLowerCase() === word,
  );
  return equal.length > 0
    ? equal
    : options.filter(({ label }) => label.toLowerCase().includes(word));
}
