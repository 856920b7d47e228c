/**
 * A kind of resource that the program does not know: `calendars`, with three plain fields. Import it before everything
 * else: what is made of the descriptions is made when they are read.
 */
import { declaredKind, defaultsTo, optional, required, Type } from "../../src/resource/field.ts";
import { resourceKinds, type ResourceKind } from "../../src/resource/kinds.ts";
import { declared, described } from "../../src/resource/resources.ts";
import { Timezone, Title } from "../../src/resource/schema.ts";
import { everyResource } from "../../src/resource/shared.ts";

export const calendar = declaredKind({
  noun: "calendar",
  title: "Calendar",
  about: "Days on which nobody works.",
  kind: {
    short: "cal",
    code: "calendar",
    page: { path: "/calendars", title: "Calendars" },
    scope: "write",
    consequences: "Its days end.",
    ends: "its days end",
    columns: ["title", "timezone", { wide: "id" }],
  },
  fields: {
    title: required(Title("Name of the calendar."), { label: "Name", original: true }),
    description: optional(Type.String({ maxLength: 500, description: "What it is for." }), {
      label: "Description",
    }),
    timezone: defaultsTo("UTC", Timezone("IANA time zone of its days."), {
      label: "Time zone",
      original: true,
      meaning: "timezone",
    }),
    ...everyResource,
  },
});

/** Its name, where only names that the program knows are expected. */
export const calendars = "calendars" as ResourceKind;

(resourceKinds as unknown as string[]).splice(1, 0, calendars);
for (const kinds of [declared, described]) Object.assign(kinds, { calendars: calendar });
