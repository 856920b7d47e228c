/** The parts that schemas of the API are made of. Those of declared resources: `resource/`. */
import { Nullable, Timestamp, Type, type TObject, type TProperties } from "../resource/schema.ts";

/** An object with these members and no others, by its name in the description of the API. */
export const Shape = <T extends TProperties>(
  title: string,
  members: T,
  more: { description?: string } = {},
): TObject<T> => Type.Object(members, { additionalProperties: false, title, ...more });

/** Generated of both kinds of monitor. */
export const FlappingSince = Nullable(
  Timestamp(
    "Since when it changes between healthy and failing so often that single changes are not notified; null: it is steady.",
  ),
  { readOnly: true },
);

/** Generated of a monitor: the incident that a dependency suppresses. */
export const suppression = {
  withheld_since: Nullable(
    Timestamp("When suppression by a dependency (`depends_on`) began; null: not suppressed."),
    { readOnly: true },
  ),
  withheld_by: Nullable(Type.Array(Type.String()), {
    readOnly: true,
    description:
      "Ids of the dependencies that suppress its incident: they are down, or were asked and have not answered yet (30 s at most).",
  }),
} as const;

/** Fields of an answer whose values page a user or show a user's pages. */
export const maskedFields = Type.Array(Type.String(), {
  readOnly: true,
  description:
    "Fields that are null because the key has the scope `read` only: their values are enough to page a user, or to read the pages of one.",
});

/** The URL that a resource's `webhook_url` replaced. */
export const previousWebhook = {
  previous_webhook_until: Nullable(Timestamp("Until when the previous URL goes on working."), {
    readOnly: true,
  }),
} as const;

/** Generated of both kinds of monitor. */
export const pauseFields = {
  paused_at: Nullable(Timestamp("Since when it is paused."), { readOnly: true }),
  paused_until: Nullable(Timestamp("When the pause ends automatically."), {
    readOnly: true,
  }),
} as const;

export {
  cursorPattern,
  Email,
  emailPattern,
  titlePattern,
  ExternalId,
  GivenInstant,
  limits,
  Nullable,
  endpointPattern,
  schemeFault,
  Timestamp,
  Title,
  Type,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  urlPattern,
} from "../resource/schema.ts";
