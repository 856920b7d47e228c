/**
 * The one validator: schema and value in, faults out, in the words that people read.
 *
 * The HTTP routes, the manifest and the client use it alike, so that a mistake is named the same
 * whether it is found offline in a file or by the server in a request.
 *
 * A body of a megabyte can be wrong at a hundred thousand places. Faults are therefore found one by one, until the
 * caller has enough, and a list or an object with more entries than its schema allows is not entered.
 */
import { Compile, type Validator } from "typebox/compile";
import Format from "typebox/format";
import { Settings } from "typebox/system";
import type { TLocalizedValidationError } from "typebox/error";
import type { TSchema } from "typebox";
import { mostFaults, type Fault } from "../core/model/fault.ts";
import { nearest } from "../core/text/nearest.ts";
import { readGivenInstant } from "../core/text/read-instant.ts";
import { cutText } from "../core/text/text.ts";
import { onceFor } from "../resource/once-for.ts";
import { isObject } from "../resource/part.ts";
import { topicPattern } from "./device-invitations.ts";
import {
  cursorPattern,
  emailPattern,
  titlePattern,
  endpointPattern,
  schemeFault,
  urlPattern,
} from "./schema.ts";
import type { Fields } from "../resource/references.ts";

// TypeBox stops at 8 faults by default; a person who fixes a file wants all of them at once.
Settings.Set({ maxErrors: 1000 });
// A `format` is a hint for clients. Those of addresses and URLs are enforced by `rules`, which has better words.
Format.Clear();
Format.Set("date-time", (text) => !Number.isNaN(readGivenInstant(text)));

/** The keywords of a schema that the walk knows. */
type Node = TSchema & {
  type?: string;
  properties?: Record<string, Node>;
  patternProperties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  required?: string[];
  additionalProperties?: unknown;
  maxItems?: number;
  maxProperties?: number;
  readOnly?: boolean;
};

const validatorOf = onceFor((schema: TSchema) => Compile(schema) as Validator);

/**
 * The faults of `value`, in the order of its fields; none when it fits. At most `most`: by default one more than an
 * answer names, which shows that more exist.
 */
export function check(schema: TSchema, value: unknown, most = mostFaults + 1): Fault[] {
  const faults = new Map<string, Fault>();
  for (const fault of faultsIn(schema, value, "")) {
    const key = `${fault.code} ${fault.field}`;
    if (!faults.has(key)) faults.set(key, fault);
    if (faults.size >= most) break;
  }
  return [...faults.values()];
}

function* faultsIn(schema: Node, value: unknown, field: string): Generator<Fault> {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return;
  const form = formFor(schema, value);
  const tooMany = tooManyEntries(form, value, field);
  if (tooMany) yield tooMany;
  else if (Array.isArray(value) && form.items)
    yield* or(faultsInList(form.items, value, field), () => faultsAt(validator, value, field));
  else if (isObject(value) && form.properties)
    yield* or(faultsInObject(form, value, field), () => faultsAt(validator, value, field));
  else yield* faultsAt(validator, value, field);
}

/** The form of a union that a list or an object was meant to have; any other schema as it is. */
function formFor(schema: Node, value: unknown): Node {
  const type = Array.isArray(value) ? "array" : isObject(value) ? "object" : null;
  const forms = schema.anyOf?.filter((form) => form.type === type) ?? [];
  return forms.length === 1 ? forms[0]! : schema;
}

/** The fault of a list or an object with more entries than its schema allows. To check each would cost too much. */
function tooManyEntries(form: Node, value: unknown, field: string): Fault | null {
  const { maxItems = Infinity, maxProperties = Infinity } = form;
  if (Array.isArray(value) && value.length > maxItems)
    return { field, code: "length", message: `must have at most ${maxItems} entries` };
  if (isObject(value) && Object.keys(value).length > maxProperties)
    return { field, code: "length", message: `must have at most ${maxProperties} entries` };
  return null;
}

function* faultsInList(items: Node, list: unknown[], field: string): Generator<Fault> {
  for (const [index, item] of list.entries()) yield* faultsIn(items, item, `${field}[${index}]`);
}

function* faultsInObject(form: Node, fields: Fields, field: string): Generator<Fault> {
  const { properties = {}, required = [], additionalProperties } = form;
  for (const name of required)
    if (fields[name] === undefined)
      yield { field: within(field, name), code: "required", message: "is required" };
  if (additionalProperties === false)
    for (const name of Object.keys(fields))
      if (!Object.hasOwn(properties, name)) yield unknownField(name, form, field);
  for (const [name, schema] of Object.entries(properties))
    if (fields[name] !== undefined) yield* faultsIn(schema, fields[name], within(field, name));
}

/** The first faults, or the others without these. */
function* or(faults: Iterable<Fault>, others: () => Iterable<Fault>): Generator<Fault> {
  let any = false;
  for (const fault of faults) {
    any = true;
    yield fault;
  }
  if (!any) yield* others();
}

/** Bytes of a name that a fault repeats. */
const longestShown = 255;

/** The message for an unreadable instant. */
export const instantMessage = "must be an ISO 8601 instant, such as 2026-12-31T23:00:00Z";

function unknownField(name: string, form: Node, field: string): Fault {
  const known = Object.entries(form.properties ?? {}).flatMap(([one, { readOnly }]) =>
    readOnly ? [] : [one],
  );
  const meant = nearest(name, known);
  const shown = cutText(name, longestShown);
  return {
    field: within(field, shown),
    code: "unknown_field",
    message: meant
      ? `unknown field "${shown}", did you mean "${meant}"?`
      : `unknown field "${shown}"; known: ${known.join(", ")}`,
  };
}

/** The faults that the validator finds itself: of a single value, or of a few. */
function* faultsAt(validator: Validator, value: unknown, field: string): Generator<Fault> {
  const errors = validator.Errors(value);
  const unions = new Set(errors.filter((e) => e.keyword === "anyOf").map((e) => e.instancePath));
  // A value of the type of one form of a union was meant to have that form.
  const typed = new Set(
    errors.filter((e) => !["anyOf", "type"].includes(e.keyword)).map((e) => e.instancePath),
  );
  for (const error of errors)
    if (
      error.keyword !== "type" ||
      !unions.has(error.instancePath) ||
      !typed.has(error.instancePath)
    )
      yield* faultsOf(error, fieldOf(error.instancePath, field), unions, value);
}

/** The path of a field in an object. */
const within = (field: string, name: string): string => (field === "" ? name : `${field}.${name}`);

/** `/contact_days/2` → `contact_days[2]`, below a field. */
function fieldOf(pointer: string, below: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : within(path, part)), below);
}

function faultsOf(
  error: TLocalizedValidationError,
  field: string,
  unions: ReadonlySet<string>,
  value: unknown,
): Fault[] {
  switch (error.keyword) {
    // An object that accepts any name of some form.
    case "additionalProperties":
      return error.params.additionalProperties.map((name) => {
        const shown = cutText(name, longestShown);
        const message = `cannot have the name "${shown}"`;
        return { field: within(field, shown), code: "unknown_field", message };
      });
    // Said by "additionalProperties" and by the members of the union.
    case "boolean":
    case "anyOf":
      return [];
    case "type": {
      const type = String(error.params.type);
      // A user who typed a wrong value does not need to read "or null".
      if (type === "null" && unions.has(error.instancePath)) return [];
      return [{ field, code: "type", message: `must be ${article(type)}` }];
    }
    case "enum":
      return [
        {
          field,
          code: "enum",
          message: `must be one of ${error.params.allowedValues.map(String).join(", ")}`,
        },
      ];
    case "minimum":
    case "maximum":
      return [
        {
          field,
          code: "range",
          message: `must be at ${error.keyword === "minimum" ? "least" : "most"} ${error.params.limit}`,
        },
      ];
    case "minLength":
    case "maxLength":
      return [
        {
          field,
          code: "length",
          message:
            error.keyword === "minLength" && error.params.limit === 1
              ? "must not be empty"
              : `must have at ${error.keyword === "minLength" ? "least" : "most"} ${error.params.limit} characters`,
        },
      ];
    case "minItems":
    case "maxItems":
    case "minProperties":
      return [
        {
          field,
          code: "length",
          message:
            error.keyword !== "maxItems" && error.params.limit === 1
              ? "must not be empty"
              : `must have at ${error.keyword === "maxItems" ? "most" : "least"} ${error.params.limit} entries`,
        },
      ];
    case "pattern":
      return [
        {
          field,
          code: "format",
          message: patternMessage(error.params.pattern, value),
        },
      ];
    case "format":
      return [
        {
          field,
          code: "format",
          message: instantMessage,
        },
      ];
    default:
      return [{ field, code: error.keyword, message: error.message }];
  }
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** By pattern, as the descriptions have them. */
const patternMessages: Record<string, string> = {
  [cursorPattern]: "must be the cursor of a Link header, as it was",
  [urlPattern]: "must be an absolute URL that starts with http:// or https://",
  [emailPattern]: "must be an email address: name@host",
  [topicPattern]: "must be an ntfy topic: 1 to 64 letters, digits, - and _",
  "^[a-z0-9-]{3,63}$": "must be 3 to 63 lower-case letters, digits and dashes",
  "^(?:/(?:[^~/]|~[01])*)*$": "must be a JSON pointer, such as /queue/length",
  "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$": "must be the name of a header",
  "^[A-Za-z0-9-]{1,128}$": "must be the name of a header: letters, digits and dashes",
  "^20[2-9]\\d-\\d{2}-\\d{2}$": "must be a date as YYYY-MM-DD, from 2020 to 2099",
  "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "must be a date as YYYY-MM-DD",
  "^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$": "must be a month as YYYY-MM",
  "^\\d{1,15}\\.\\d{1,15}$": "must be the id of an event, as the stream sent it",
  "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$": "must be a UUID",
};

/** The fault of a value that does not fit the pattern: the end of a sentence whose subject is the field. */
export function patternMessage(pattern: string | RegExp, value: unknown): string {
  const text = String(pattern);
  const typed = String(value);
  const trimmed = typed.trim();
  // Pasted, as a rule: without them the value fits.
  if (trimmed !== typed && trimmed !== "" && new RegExp(text, "u").test(trimmed))
    return "must not begin or end with spaces";
  if (text === endpointPattern) return schemeFault(typed);
  if (text === titlePattern && trimmed === "") return "must not be empty";
  const known = patternMessages[text];
  if (known !== undefined) return known;
  if (text.includes("u0000")) return "must not contain control characters";
  if (text.includes("[0-5]")) return "must be a time as HH:MM:SS";
  if (text.includes("data:image/")) return "must be a data: URL in Base64 of a picture";
  return `must match ${text}`;
}
