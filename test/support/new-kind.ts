/**
 * A kind of resource that the program does not know: `schedules`, with three plain fields. Import it before everything
 * else: what is made of the descriptions is made when they are read.
 */
import { declaredKind, defaultsTo, optional, required, Type } from "../../src/resource/field.ts";
import { resourceKinds, type ResourceKind } from "../../src/resource/kinds.ts";
import { declared, described } from "../../src/resource/resources.ts";
import { Timezone, Title } from "../../src/resource/schema.ts";
import { everyResource } from "../../src/resource/shared.ts";

export const schedule = declaredKind({
  noun: "schedule",
  title: "Schedule",
  about: "Who takes turns, and when they hand off.",
  kind: {
    short: "sched",
    code: "schedule",
    page: { path: "/schedules", title: "Schedules" },
    scope: "write",
    consequences: "Its turns end.",
    ends: "its turns end",
    columns: ["title", "timezone", { wide: "id" }],
  },
  fields: {
    title: required(Title("Name of the schedule."), { label: "Name", original: true }),
    description: optional(Type.String({ maxLength: 500, description: "What it is for." }), {
      label: "Description",
    }),
    timezone: defaultsTo("UTC", Timezone("IANA time zone of its handoffs."), {
      label: "Time zone",
      original: true,
      meaning: "timezone",
    }),
    ...everyResource,
  },
});

/** Its name, where only names that the program knows are expected. */
export const schedules = "schedules" as ResourceKind;

(resourceKinds as unknown as string[]).splice(1, 0, schedules);
for (const kinds of [declared, described]) Object.assign(kinds, { schedules: schedule });
