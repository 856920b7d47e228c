/**
 * The one validator: schema and value in, every fault out, in the words that people read.
 *
 * The HTTP routes, the manifest and the client use it alike, so that a mistake is named the same
 * whether it is found offline in a file or by the server in a request.
 */
import { Compile, type Validator } from "typebox/compile";
import Format from "typebox/format";
import { Settings } from "typebox/system";
import type { TLocalizedValidationError } from "typebox/error";
import type { TSchema } from "typebox";
import type { Fault } from "../core/model/fault.ts";
import { nearest } from "../core/text/nearest.ts";
import { readGivenInstant } from "../core/text/read-instant.ts";
import { topicPattern } from "./device-invitations.ts";
import { cursorPattern, emailPattern, endpointPattern, urlPattern } from "./schema.ts";

// TypeBox stops at 8 faults by default; a person who fixes a file wants all of them at once.
Settings.Set({ maxErrors: 1000 });
// A `format` tells clients what to send. Those of addresses and URLs are enforced by `rules`, which has better words.
Format.Clear();
Format.Set("date-time", (text) => !Number.isNaN(readGivenInstant(text)));

const compiled = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  let validator = compiled.get(schema);
  if (!validator) {
    validator = Compile(schema) as Validator;
    compiled.set(schema, validator);
  }
  return validator;
}

/** Every fault of `value`, in the order of its fields; none when it fits. */
export function check(schema: TSchema, value: unknown): Fault[] {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return [];
  const errors = validator.Errors(value);
  const unions = new Set(errors.filter((e) => e.keyword === "anyOf").map((e) => e.instancePath));
  const faults: Fault[] = [];
  for (const error of errors) {
    if (error.keyword === "type" && isOtherForm(error, errors, unions)) continue;
    for (const fault of faultsOf(error, schema, unions)) {
      const twin = faults.some((other) => other.field === fault.field && other.code === fault.code);
      if (!twin) faults.push(fault);
    }
  }
  return faults;
}

/**
 * True for the fault "must be a string" when the value may also be an object, and is an object with a fault of
 * its own: that fault is reported instead.
 */
function isOtherForm(
  { instancePath: path }: TLocalizedValidationError,
  errors: readonly TLocalizedValidationError[],
  unions: ReadonlySet<string>,
): boolean {
  return (
    unions.has(path) &&
    errors.some(
      ({ keyword, instancePath }) =>
        instancePath.startsWith(`${path}/`) ||
        (instancePath === path && (keyword === "required" || keyword === "additionalProperties")),
    )
  );
}

/** `/contact_days/2` → `contact_days[2]`. */
function fieldOf(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(
      (path, part) =>
        /^\d+$/.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`,
      "",
    );
}

function faultsOf(error: TLocalizedValidationError, root: TSchema, unions: Set<string>): Fault[] {
  const field = fieldOf(error.instancePath);
  const at = (name: string) => (field === "" ? name : `${field}.${name}`);
  switch (error.keyword) {
    case "additionalProperties": {
      const known = propertiesAt(root, error.instancePath);
      return error.params.additionalProperties.map((name) => {
        const meant = nearest(name, known);
        return {
          field: at(name),
          code: "unknown_field",
          message: meant
            ? `unknown field "${name}", did you mean "${meant}"?`
            : `unknown field "${name}"; known: ${known.join(", ")}`,
        };
      });
    }
    case "required":
      return error.params.requiredProperties.map((name) => ({
        field: at(name),
        code: "required",
        message: "is required",
      }));
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
      return [
        {
          field,
          code: "length",
          message:
            error.keyword === "minItems" && error.params.limit === 1
              ? "must not be empty"
              : `must have at ${error.keyword === "minItems" ? "least" : "most"} ${error.params.limit} entries`,
        },
      ];
    case "pattern":
      return [
        {
          field,
          code: "format",
          message: patternMessage(error.params.pattern),
        },
      ];
    case "format":
      return [
        {
          field,
          code: "format",
          message: "must be an ISO 8601 instant, such as 2026-12-31T23:00:00Z",
        },
      ];
    default:
      return [{ field, code: error.keyword, message: error.message }];
  }
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function patternMessage(pattern: string | RegExp): string {
  const text = String(pattern);
  if (text === cursorPattern) return "must be the cursor of a Link header, as it was";
  if (text === urlPattern) return "must be an absolute URL that starts with http:// or https://";
  if (text === endpointPattern) return "must be an absolute URL of http, https, tcp, tls, dns";
  if (text === emailPattern) return "must be an email address: name@host";
  if (text === topicPattern) return "must be an ntfy topic: 1 to 64 letters, digits, - and _";
  if (text.includes("u0000")) return "must not contain control characters";
  if (text.includes("[0-5]")) return "must be a time as HH:MM:SS";
  return `must match ${text}`;
}

/** The names that the object at `pointer` may carry. */
function propertiesAt(root: TSchema, pointer: string): string[] {
  type Node = {
    properties?: Record<string, Node>;
    items?: Node;
    anyOf?: Node[];
    readOnly?: boolean;
  };
  let node: Node | undefined = root as Node;
  const enter = (n: Node | undefined): Node | undefined =>
    n?.anyOf ? n.anyOf.find((m) => m.properties ?? m.items) : n;
  for (const part of pointer.split("/").slice(1)) {
    node = enter(node);
    node = /^\d+$/.test(part) ? node?.items : node?.properties?.[part];
  }
  return Object.entries(enter(node)?.properties ?? {})
    .filter(([, schema]) => !schema.readOnly)
    .map(([name]) => name);
}
