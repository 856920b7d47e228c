/** A member's overrides of the rules of the alert group; null: as the group. Its place among the members of a group. */
import { defaultsOf, optional, required, resource, Type, type Values } from "./field.ts";
import { byKey, ItemsOf, part, type Fields } from "./part.ts";
import { Days, LocalTime, Timezone } from "./schema.ts";

export const member = resource({
  noun: "member",
  title: "Member",
  about: "A user in an alert group.",
  sections: {
    what: { title: "Notifications", about: "" },
    hours: {
      title: "Contact hours",
      about:
        "Outside them notifications wait until the hours begin. What is left empty is as in the group.",
    },
  },
  fields: {
    timezone: optional(Timezone("IANA time zone of this person's contact hours."), {
      label: "Time zone",
      help: "Left empty: the time zone of the group.",
      section: "hours",
      meaning: "timezone",
    }),
    contact_hours_all_day: optional(
      Type.Boolean({
        description:
          "Set: this person has contact hours of their own, `contact_hours_from` and `contact_hours_to` included.",
      }),
      {
        label: "Hours",
        help: "",
        section: "hours",
        options: {
          default: "The hours of the group",
          true: "All day",
          false: "Between two times",
        },
      },
    ),
    contact_hours_from: optional(
      LocalTime("Start of the contact window, local time, `HH:MM:SS`."),
      { label: "From", help: "", section: "hours" },
    ),
    contact_hours_to: optional(
      LocalTime(
        "End of the contact window, exclusive. Earlier than the start: it spans midnight and belongs to the day on which it starts.",
      ),
      {
        label: "To",
        help: "Earlier than the start: the window spans midnight.",
        section: "hours",
      },
    ),
    contact_days: optional(Days("Days of the week on which this person is notified."), {
      label: "On these days",
      help: "None: the days of the group.",
      section: "hours",
    }),
    minimum_priority: optional(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: "Minimum priority that notifies this member: 1 only the highest, 3 all.",
      }),
      {
        label: "Notified of",
        help: "",
        section: "what",
        options: { 1: "P1 only", 2: "P1 and P2", 3: "Every priority" },
      },
    ),
  },
});

/** The rules of a member without overrides. */
export const asTheGroup = defaultsOf(member.fields) as Values<typeof member.fields>;

/** The rules in an object that has more fields. */
export const rulesOf = <R extends typeof asTheGroup>(member: R): typeof asTheGroup =>
  Object.fromEntries(
    Object.keys(asTheGroup).map((name) => [name, member[name as keyof R]]),
  ) as unknown as typeof asTheGroup;

const membership = part(
  {
    user_id: required(Type.String({ minLength: 1, maxLength: 255 }), {
      label: "User",
      reference: { to: "users", many: false, as: "email", description: "Address of the member." },
    }),
    ...member.fields,
  },
  {
    title: "Member",
    key: ["user_id"],
    short: "user_id",
    twice: "is a member already, with hours of their own",
    table: { name: "members", owner: "group_id" },
  },
);

/** The members of a group. */
export const members = optional(
  ItemsOf(membership, {
    maxItems: 1000,
    description:
      "Emails of the members, all of them; or `{email, …}` for one with a time zone, contact hours, days or a minimum_priority of their own. Left out: membership is not managed here.",
  }),
  { label: "Members", original: true, leftOut: "unmanaged", part: membership },
);

/** The members of a declared group, by lower-case address: the address alone, or the rules as well. */
export const membersIn = (group: Fields) => byKey(membership, group["members"]);
