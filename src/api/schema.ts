/**
 * How the schemas of a resource are made from one list of its fields.
 *
 * A resource names its declared fields once, with limits, defaults and descriptions; what the service
 * answers, what a create and an update take, and what a manifest may declare are derived from that list.
 */
import Type, {
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnion,
  type TNull,
} from "typebox";

/** Limits that several resources share. */
export const limits = {
  title: 255,
  url: 2048,
  externalId: 255,
  message: 16 * 1024,
  managementBody: 1024 * 1024,
  inboundBody: 1024 * 1024,
  reportBody: 256 * 1024,
  depth: 32,
  page: 1000,
} as const;

/** Where a page of a list begins: the instant and the id of the row before it. */
export const cursorPattern = "^\\d{1,16}_[A-Za-z0-9-]{1,64}$";

/** `YYYY-MM-DDThh:mm:ssZ`, as every instant is answered. */
export const Timestamp = (description: string) =>
  Type.String({
    description,
    format: "date-time",
    pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$",
    examples: ["2026-11-21T03:00:00Z"],
    readOnly: true,
  });

/** An instant in a request. `instantOf` reads it, and accepts a date alone as well: its midnight, UTC. */
export const GivenInstant = (description: string) =>
  Type.String({ description, format: "date-time", examples: ["2026-12-31T23:00:00Z"] });

export const Nullable = <T extends TSchema>(schema: T): TUnion<[T, TNull]> =>
  Type.Union([schema, Type.Null()]);

/** A title: 1 to 255 characters after trimming, no control characters. */
export const Title = (description: string) =>
  Type.String({
    description,
    minLength: 1,
    maxLength: limits.title,
    pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
  });

export const ExternalId = Nullable(
  Type.String({
    description: "Your own identifier. Creating a resource with a known one updates it instead.",
    minLength: 1,
    maxLength: limits.externalId,
    pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
  }),
);

/** Declared of any resource that nobody may delete in passing. */
export const Protect = Type.Boolean({
  default: false,
  description:
    "True: `apply --prune` and `destroy` refuse to delete it. Deleting it by itself is not affected.",
});

/** Declared of both kinds of monitor. */
export const DetectFlapping = Type.Boolean({
  default: true,
  description: "False: every change between good and bad is told, however often it changes.",
});

/** Generated of both kinds of monitor. */
export const FlappingSince = Type.Union(
  [
    Timestamp(
      "Since when it has gone between good and bad so often that single changes are not told; null: it is steady.",
    ),
    Type.Null(),
  ],
  { readOnly: true },
);
/** Declared of a monitor: what it depends on, by what the health check monitors are called there. */
export const DependsOn = (called: "ids" | "external_ids") =>
  Type.Array(Type.String({ minLength: 1, maxLength: limits.externalId }), {
    maxItems: 20,
    default: [],
    description: `${called === "ids" ? "Ids" : "external_ids"} of health check monitors: while one of them is down or stale, this monitor opens no incident. When they are good again it is checked at once, and opens one if it is still bad.`,
  });

/** Generated of a monitor: the incident that it does not open because of what it depends on. */
export const withheld = {
  withheld_since: Type.Union(
    [Timestamp("Since when it is bad and opens no incident because of `depends_on`."), Type.Null()],
    { readOnly: true },
  ),
  withheld_by: Type.Union([Type.Array(Type.String()), Type.Null()], {
    readOnly: true,
    description:
      "Ids of the monitors on account of which it opens none: they are down, or were asked and have not answered yet (30 s at most).",
  }),
} as const;

/** The generated fields that every declared resource starts and ends with. */
export const generatedHead = {
  id: Type.String({ description: "Identifier.", readOnly: true }),
} as const;
export const generatedTail = {
  external_id: ExternalId,
  protect: Protect,
  project: Type.Union([Type.String(), Type.Null()], {
    description: "The project whose manifest declares it, or null.",
    readOnly: true,
  }),
  inserted_at: Timestamp("Creation time."),
  updated_at: Timestamp("Last update time."),
} as const;

type Optionals<P extends TProperties, Required extends keyof P> = {
  [K in keyof P]: K extends Required ? P[K] : TOptional<TUnion<[P[K], TNull]>>;
};
type Updates<P extends TProperties, Required extends keyof P> = {
  [K in keyof P]: K extends Required ? TOptional<P[K]> : TOptional<TUnion<[P[K], TNull]>>;
};

const closed = { additionalProperties: false } as const;

/** Of a resource with a `webhook_url`: the one before it was rotated. */
export const previousWebhook = {
  previous_webhook_until: Type.Union(
    [Timestamp("Until when the URL before the present one goes on working."), Type.Null()],
    { readOnly: true },
  ),
} as const;

/** What a POST takes: `required` must be there, null or absence gives the rest their default. */
export function createSchema<P extends TProperties, R extends keyof P & string>(
  fields: P,
  required: readonly R[],
  title: string,
): TObject<Optionals<P, R>> {
  const properties = Object.entries(fields).map(([name, schema]) => [
    name,
    (required as readonly string[]).includes(name) ? schema : Type.Optional(Nullable(schema)),
  ]);
  return Type.Object(Object.fromEntries(properties), {
    ...closed,
    title,
  }) as unknown as TObject<Optionals<P, R>>;
}

/** What a PUT takes: any of the fields; null sets an optional one back to its default. */
export function updateSchema<P extends TProperties, R extends keyof P & string>(
  fields: P,
  required: readonly R[],
  title: string,
): TObject<Updates<P, R>> {
  const properties = Object.entries(fields).map(([name, schema]) => [
    name,
    Type.Optional((required as readonly string[]).includes(name) ? schema : Nullable(schema)),
  ]);
  return Type.Object(Object.fromEntries(properties), {
    ...closed,
    title,
  }) as unknown as TObject<Updates<P, R>>;
}

/** The default of each field that has one; null for optional fields without. */
export function defaultsOf(
  fields: TProperties,
  required: readonly string[],
): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    if (required.includes(name)) continue;
    defaults[name] = (schema as { default?: unknown }).default ?? null;
  }
  return defaults;
}

export type { Static, TProperties, TSchema };
export { Type };
