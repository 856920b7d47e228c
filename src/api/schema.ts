/** The parts that schemas of the API are made of. Those of declared resources: `resource/`. */
import { Timestamp, Type } from "../resource/schema.ts";

/** Generated of both kinds of monitor. */
export const FlappingSince = Type.Union(
  [
    Timestamp(
      "Since when it changes between healthy and failing so often that single changes are not notified; null: it is steady.",
    ),
    Type.Null(),
  ],
  { readOnly: true },
);

/** Generated of a monitor: the incident that a dependency suppresses. */
export const suppression = {
  withheld_since: Type.Union(
    [
      Timestamp("When suppression by a dependency (`depends_on`) began; null: not suppressed."),
      Type.Null(),
    ],
    { readOnly: true },
  ),
  withheld_by: Type.Union([Type.Array(Type.String()), Type.Null()], {
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
  previous_webhook_until: Type.Union(
    [Timestamp("Until when the previous URL goes on working."), Type.Null()],
    { readOnly: true },
  ),
} as const;

/** Generated of both kinds of monitor. */
export const pauseFields = {
  paused_at: Type.Union([Timestamp("Since when it is paused."), Type.Null()], { readOnly: true }),
  paused_until: Type.Union([Timestamp("When the pause ends automatically."), Type.Null()], {
    readOnly: true,
  }),
} as const;

export {
  cursorPattern,
  Email,
  emailPattern,
  ExternalId,
  GivenInstant,
  limits,
  Nullable,
  endpointPattern,
  Timestamp,
  Title,
  Type,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  urlPattern,
} from "../resource/schema.ts";
