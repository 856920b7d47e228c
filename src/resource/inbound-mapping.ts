/** The mapping of an alert group: queries that read the bodies of other tools. */
import { optional } from "./field.ts";
import { Type, type Static } from "./schema.ts";

/** The members of a mapping. */
export const mappingMembers = [
  "alerts",
  "key",
  "status",
  "title",
  "text",
  "severity",
  "links",
] as const;
export type MappingMember = (typeof mappingMembers)[number];

const Query = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description }));

export const InboundMapping = Type.Object(
  {
    alerts: Query(
      "The list of alerts in the body. An empty list: the body has none. Absent: the body is one alert.",
    ),
    key: Query(
      "Equal in all bodies about one problem, and different for two problems. A list counts as a whole. Absent: the title, and the things that the alert names.",
    ),
    status: Query(
      "`firing`, `acknowledged`, or a word such as `resolved`, `ok`, `up`; true fires, false is resolved. Any other word fires. Absent: as in a body of an unknown tool.",
    ),
    title: Query("Title of the alert."),
    text: Query("Further facts: a text, or a list with one for each line."),
    severity: Query("The word that `severity_priorities` gives a priority."),
    links: Query("An http(s) address, a list of them, or an object of them by name."),
  },
  {
    title: "InboundMapping",
    additionalProperties: false,
    minProperties: 1,
    description:
      "How bodies posted to `webhook_url` become alerts: JMESPath queries for `alerts`, `key`, `status`, `title`, `text`, `severity` and `links`. They take precedence over every known format. A body that they cannot read is read without them. Default: the format of a body is detected.",
    examples: [
      {
        alerts: "readings",
        key: "[$.sensor.site, id]",
        status: "state == 'ALARM'",
        severity: "$.level",
      },
    ],
  },
);
export type InboundMapping = Static<typeof InboundMapping>;

/** The field of an alert group. */
export const inboundMapping = optional(InboundMapping, {
  label: "Mapping",
  input: "queries",
  section: "alerts",
  help: "One query per line, for example title: event.name. They read bodies that are not read as wanted.",
  looksAgain: false,
});
