/** Users: people of the organization who can be notified. */
import { declaredKind, defaultsTo, optional, required } from "./field.ts";
import { Email, Timezone, Title, Type } from "./schema.ts";
import { everyResource } from "./shared.ts";

/** The rights of a signed-in user; `core/access/scope` has the scopes of each role. */
export const roles = ["viewer", "responder", "editor", "admin"] as const;
export type Role = (typeof roles)[number];

export const user = declaredKind({
  noun: "user",
  title: "User",
  about: "A person of the organization, by email address.",
  kind: {
    short: "user",
    code: "user",
    page: { path: "/users", title: "People", noun: "person" },
    scope: "admin",
    consequences:
      "Their devices and memberships go with them: nothing is sent to them any more. For 7 days, monitorctl restore brings all of it back.",
    ends: "the membership in groups end",
    columns: ["email", "name", "project", { wide: "id" }],
  },
  sections: { person: { title: "Person", about: "" } },
  fields: {
    email: required(
      Email("Unique in the organization; case does not matter.", {
        examples: ["ada@example.com"],
      }),
      { label: "Email", section: "person", original: true, meaning: "email" },
    ),
    name: optional(Title("Display name."), {
      label: "Name",
      help: "",
      section: "person",
      original: true,
    }),
    timezone: optional(
      Timezone(
        "IANA time zone in which the dashboard shows times to the user; null: that of the browser.",
      ),
      {
        label: "Time zone",
        help: "Left empty: the time zone of the browser.",
        section: "person",
        meaning: "timezone",
        leftOut: "kept",
      },
    ),
    monthly_report: defaultsTo(
      false,
      Type.Boolean({
        description:
          "Each month's uptime report is mailed to the user on the first of the next month, from 08:00 in their time zone, or UTC.",
      }),
      {
        label: "Monthly report by mail",
        help: "Sent to the email address on the 1st of each month, if this server sends mails.",
        section: "person",
        leftOut: "kept",
      },
    ),
    role: optional(
      Type.Enum([...roles], {
        title: "Role",
        description:
          "Rights on the dashboard. `viewer`: read. `responder`: also acknowledge, note, resolve and silence. `editor`: also change monitors and groups. `admin`: also users, devices and keys. Null: cannot sign in. A manifest that declares it sets it, null included. One that never declared it keeps the role of an invitation. One that stops declaring it removes the role.",
      }),
      {
        label: "Signs in as",
        help: "A viewer reads. A responder also acknowledges, resolves and silences. An editor also changes monitors and groups. An admin also manages people, devices and keys.",
        section: "person",
        leftOut: "kept",
      },
    ),
    ...everyResource,
  },
});
