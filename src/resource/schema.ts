/** The parts that several schemas share: limits, titles, references, instants. */
import Type, {
  type Static,
  type TArray,
  type TNull,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TString,
  type TUnion,
} from "typebox";

/** Limits that several resources share. */
export const limits = {
  /** The default for a request's body: some fields, or a text of 16 KiB with each character escaped. */
  body: 128 * 1024,
  title: 255,
  url: 2048,
  externalId: 255,
  message: 16 * 1024,
  /** A request with a whole resource, including the sub-checks of its last report. */
  managementBody: 1024 * 1024,
  /** A request to the API without a key. */
  openBody: 4 * 1024,
  /** A form of the dashboard. */
  formBody: 256 * 1024,
  declarationBody: 8 * 1024 * 1024,
  /** Resources of one declaration, and its monitors: their groups and people come on top. */
  declared: 11_000,
  declaredMonitors: 10_000,
  /** Resources that one request names. */
  named: 10_000,
  /** Monitors and groups of one silence. */
  silenced: 1000,
  inboundBody: 1024 * 1024,
  /** A delivery to an alert group: all alerts of a large outage come in one. */
  deliveryBody: 8 * 1024 * 1024,
  /** The same, unpacked: alerts of one outage shrink to a tenth. */
  unpackedDelivery: 64 * 1024 * 1024,
  /** Values in the JSON of one: eighty for each of the alerts that are read of it. */
  deliveryValues: 400_000,
  reportBody: 256 * 1024,
  /** Reports of the SDKs of other services, packed or not: they send many in one, beside items that are dropped. */
  sdkBody: 4 * 1024 * 1024,
  depth: 32,
  /** Values in the JSON of a request to the API, for each MiB that its route takes: to make them costs more than to read text. */
  valuesOfMiB: 32_000,
  /** Different names in one JSON: objects that share their names are made many times as fast. */
  names: 10_000,
  /** Digits of a number in large JSON: a million of them take longer to read than a megabyte of text. */
  digits: 1000,
  page: 1000,
} as const;

/** `YYYY-MM-DDThh:mm:ssZ`, as every instant is answered. */
export const Timestamp = (description: string) =>
  Type.String({
    description,
    format: "date-time",
    readOnly: true,
  });

/** An instant in a request. A date alone is accepted as well: its midnight, UTC. */
export const GivenInstant = (description: string) =>
  Type.String({ description, format: "date-time", examples: ["2026-12-31T23:00:00Z"] });

/** Where a page of a list begins: the instant and the id of the last row of the page before it. */
export const cursorPattern = "^\\d{1,16}_[A-Za-z0-9-]{1,64}$";

export const Nullable = <T extends TSchema>(
  schema: T,
  options?: TSchemaOptions,
): TUnion<[T, TNull]> => Type.Union([schema, Type.Null()], options);

const control = "\\u0000-\\u001f\\u007f-\\u009f";
const printable = `^[^${control}]*$`;
const visible = `[^\\s${control}]`;

/** Not only spaces, and no control characters within; spaces around it are dropped. Empty is a fault of its length. */
export const titlePattern = `^(?:\\s*${visible}(?:[^${control}]*${visible})?\\s*)?$`;

/** A title: 1 to 255 characters after trimming, no control characters. */
export const Title = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: limits.title, pattern: titlePattern });

/** An identifier chosen by the client. */
export const ExternalId = Type.String({
  description: "Your own identifier. Creating with an existing one updates that resource.",
  minLength: 1,
  maxLength: limits.externalId,
  pattern: printable,
});

/** How an absolute http(s) URL begins. */
export const urlPattern = "^[Hh][Tt][Tt][Pp][Ss]?://";

/** An absolute http(s) URL; `rules` checks the rest of it. */
export const Url = (description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: limits.url,
    pattern: urlPattern,
    format: "iri",
    description,
    examples: [example],
  });

/** How the URL of an endpoint begins. */
export const endpointSchemes = ["http", "https", "ws", "wss", "tcp", "tls", "icmp", "dns"] as const;

/** The fault of a URL that cannot be probed, to be read after the name of its field. */
export function schemeFault(text: string): string {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  const known = endpointSchemes.join(", ");
  if (scheme === undefined) return `must begin with a scheme and ://, schemes are ${known}`;
  if (!endpointSchemes.some((one) => one === scheme.toLowerCase()))
    return `cannot have the scheme ${scheme}, schemes are ${known}`;
  const [, port] = /^[^/]*\/\/[^/?#]*:(\d+)(?:[/?#]|$)/.exec(text) ?? [];
  return Number(port) > 65_535
    ? `cannot have the port ${port}, ports end at 65535`
    : "must be a URL with a valid host";
}

const inAnyCase = (text: string) =>
  text.replace(/./g, (letter) => `[${letter.toUpperCase()}${letter}]`);

/** The beginning of such a URL. */
export const endpointPattern = `^(?:${endpointSchemes.map(inAnyCase).join("|")})://`;

/** An absolute URL that can be probed; `rules` checks the rest of it. */
export const EndpointUrl = (description: string, examples: string[]) =>
  Type.String({
    minLength: 1,
    maxLength: limits.url,
    pattern: endpointPattern,
    format: "iri",
    description,
    examples,
  });

const inAddress = '[^\\s@<>,;"\\u0000-\\u001f\\u007f-\\u009f]+';

/** An address with a name, an @ and a host; spaces around it are dropped. */
export const emailPattern = `^\\s*${inAddress}@${inAddress}\\s*$`;

/** The address of a person. */
export const Email = (description: string, more: { examples?: string[] } = {}) =>
  Type.String({
    minLength: 3,
    maxLength: 254,
    pattern: emailPattern,
    description,
    ...more,
  });

/** True for a text that the field above accepts. */
export const looksLikeEmail = (text: string): boolean =>
  text.length <= 254 && new RegExp(emailPattern).test(text);

/** `HH:MM:SS`, local time. */
export const LocalTime = (description: string) =>
  Type.String({
    description,
    pattern: "^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$",
    examples: ["09:00:00"],
  });

/** Days of the week, 0 = Sunday to 6 = Saturday. */
export const Days = (description: string) =>
  Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
    minItems: 1,
    maxItems: 7,
    description,
  });

/** An IANA time zone. */
export const Timezone = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: ["Europe/Berlin"] });

export type { Static, TArray, TNull, TObject, TOptional, TProperties, TSchema, TString, TUnion };
export { Type };
