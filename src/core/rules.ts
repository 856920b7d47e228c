/**
 * What must hold between the fields of a resource, and what a schema cannot say: time zones that exist,
 * a contact window that has two ends, addresses that can be fetched.
 *
 * `rules` looks at a complete resource (defaults and stored values filled in), because a single field
 * that is given may be right or wrong depending on the others. Pure; the store calls it inside the
 * transaction, the manifest offline. Never repeats what the schema of a field says already.
 */
import { closest, distance } from "fastest-levenshtein";
import type { Fault } from "./fault.ts";
import type { ResourceKind } from "./model.ts";
import { isMaskedUrl, masked } from "./secrets.ts";

export type RuleKind = ResourceKind | "devices";
type Fields = Record<string, unknown>;

/** Every fault of a complete resource whose fields fit their schemas; none when it can be stored. */
export function rules(kind: RuleKind, resource: object): Fault[] {
  const fields = resource as Fields;
  switch (kind) {
    case "users":
      return email(fields);
    case "alert_groups":
      return [
        ...timezone(fields),
        ...contactHours(fields),
        ...webhookAuth(fields),
      ];
    case "health_check_monitors":
      return [...url("url", fields["url"]), ...requestHeaders(fields)];
    case "webhook_monitors":
      return [];
    case "devices":
      return device(fields);
  }
}

/**
 * The fields as they are stored: titles, names and emails trimmed, days sorted and unique. Takes some
 * fields or all of them, valid or not; what it does not understand it leaves for the schema to name.
 */
export function tidy<T extends object>(kind: RuleKind, fields: T): T {
  const tidied = { ...fields } as Fields;
  const trim = (name: string) => {
    if (typeof tidied[name] === "string") tidied[name] = tidied[name].trim();
  };
  if (kind === "users") trim("email");
  if (kind === "users" || kind === "devices") trim("name");
  else trim("title");
  const days = tidied["contact_days"];
  if (kind === "alert_groups" && isDays(days))
    tidied["contact_days"] = [...new Set(days)].sort((a, b) => a - b);
  return tidied as T;
}

/** Wrong entries stay where they are, so that a fault names the index that was sent. */
function isDays(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.every((day) => Number.isInteger(day) && day >= 0 && day <= 6)
  );
}

/** True for an address with a name, an @ and a host; whether it exists is not known. */
export function isEmail(text: string): boolean {
  return /^[^\s@<>,;"\p{Cc}]+@[^\s@<>,;"\p{Cc}]+$/u.test(text);
}

function email(fields: Fields): Fault[] {
  return isEmail(String(fields["email"]))
    ? []
    : [fault("email", "format", "must be an email address: name@host")];
}

function timezone(fields: Fields): Fault[] {
  const name = String(fields["timezone"]);
  if (isTimezone(name)) return [];
  const known = closest(name, Intl.supportedValuesOf("timeZone"));
  const hint =
    distance(name.toLowerCase(), known.toLowerCase()) <= 3
      ? `did you mean "${known}"?`
      : "use an IANA name such as Europe/Berlin";
  return [
    fault("timezone", "timezone", `unknown time zone "${name}", ${hint}`),
  ];
}

function isTimezone(name: string): boolean {
  // Intl takes offsets like +01:00 too; they know nothing of summer time and are not IANA names.
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
      fault(
        name,
        "required",
        "is required when contact_hours_all_day is false, as HH:MM:SS",
      ),
    );
}

function webhookAuth(fields: Fields): Fault[] {
  const {
    webhook_auth: auth,
    webhook_secret: secret,
    webhook_timestamp_header: header,
  } = fields;
  const faults: Fault[] = [];
  const wrong = (field: string, code: string, message: string) =>
    faults.push(fault(field, code, message));
  if (secret === masked) wrong("webhook_secret", "secret_needed", secretNeeded);
  else if (typeof auth === "string" && typeof secret !== "string")
    wrong("webhook_secret", "required", "is required with webhook_auth");
  else if (typeof auth !== "string" && typeof secret === "string")
    wrong("webhook_auth", "required", "is required with webhook_secret");
  else if (auth === "basic" && !/^[^:]+:./.test(String(secret)))
    wrong("webhook_secret", "format", "must be user:password for basic");
  else if (auth === "bearer" && /[^\x21-\x7e]/.test(String(secret)))
    wrong(
      "webhook_secret",
      "format",
      "must be printable ASCII without spaces for bearer",
    );
  if (typeof header === "string" && auth !== "hmac")
    wrong(
      "webhook_timestamp_header",
      "unused",
      "is for webhook_auth: hmac alone",
    );
  return faults;
}

/** Faults of an address that is to be fetched. */
function url(field: string, value: unknown): Fault[] {
  const text = String(value);
  const wrong = (message: string, code = "format") => [
    fault(field, code, message),
  ];
  if (!/^https?:\/\//i.test(text))
    return wrong(
      "must be an absolute URL that starts with http:// or https://",
    );
  if (/[\s\p{Cc}]/u.test(text))
    return wrong("must not contain spaces or control characters");
  if (!URL.canParse(text)) return wrong("must be a URL with a valid host");
  if (text.includes("#"))
    return wrong("must not have a fragment (#…): it is never sent");
  if (isMaskedUrl(text)) return wrong(secretNeeded, "secret_needed");
  return [];
}

const secretNeeded = `${masked} stands for a stored secret, and none is stored for this: give the secret itself`;

/** The connection sets these itself; sending others would break it. */
const reserved = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function requestHeaders(fields: Fields): Fault[] {
  const headers = fields["request_headers"] as Record<string, string>;
  return Object.entries(headers).flatMap(([name, value]) => {
    const field = `request_headers.${name}`;
    // `__proto__` is a token too, and the one name that is not safe to be a key.
    if (
      !/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/.test(name) ||
      name === "__proto__"
    )
      return [
        fault(field, "format", "is no header name: letters, digits and - do"),
      ];
    if (reserved.has(name.toLowerCase()))
      return [
        fault(
          field,
          "reserved",
          "is set by the connection itself; leave it out",
        ),
      ];
    if (value === masked) return [fault(field, "secret_needed", secretNeeded)];
    if (!isHeaderValue(value))
      return [
        fault(field, "format", "must be printable ASCII without line breaks"),
      ];
    return [];
  });
}

function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text);
}

function device(fields: Fields): Fault[] {
  const { target, server, access_token } = fields;
  if (fields["kind"] === "fcm") return fcmDevice(fields);
  const faults: Fault[] = [];
  if (!/^[-_A-Za-z0-9]{1,64}$/.test(String(target)))
    faults.push(
      fault(
        "target",
        "format",
        "must be an ntfy topic: 1 to 64 letters, digits, - and _",
      ),
    );
  if (typeof server === "string") faults.push(...pushServer(server));
  if (access_token === masked)
    faults.push(fault("access_token", "secret_needed", secretNeeded));
  else if (typeof access_token === "string" && !isHeaderValue(access_token))
    faults.push(
      fault(
        "access_token",
        "format",
        "must be printable ASCII without line breaks",
      ),
    );
  return faults;
}

/** Whether fcm is configured at all is for whoever takes the request to say. */
function fcmDevice(fields: Fields): Fault[] {
  const faults: Fault[] = [];
  if (!/^[\x21-\x7e]{1,4096}$/.test(String(fields["target"])))
    faults.push(
      fault(
        "target",
        "format",
        "must be an FCM registration token: 1 to 4096 printable characters, without spaces",
      ),
    );
  for (const name of ["server", "access_token"])
    if (typeof fields[name] === "string")
      faults.push(
        fault(
          name,
          "not_allowed",
          "is for devices of the kind ntfy alone; null takes it away",
        ),
      );
  return faults;
}

function pushServer(server: string): Fault[] {
  const faults = url("server", server);
  if (faults.length === 0 && server.includes("?"))
    return [
      fault(
        "server",
        "format",
        "must not have a query: give the address alone",
      ),
    ];
  return faults;
}

function fault(field: string, code: string, message: string): Fault {
  return { field, code, message };
}
