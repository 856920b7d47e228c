/** A member's overrides of the rules of the alert group; null: as the group. */
import { optional, resource, Type } from "./field.ts";
import { Days, LocalTime, Timezone } from "./schema.ts";

export const member = resource({
  noun: "member",
  title: "Member",
  about: "A user in an alert group.",
  fields: {
    timezone: optional(Timezone("IANA time zone of this person's contact hours."), {
      label: "Time zone",
      meaning: "timezone",
    }),
    contact_hours_all_day: optional(
      Type.Boolean({
        description:
          "Set: this person has contact hours of their own, `contact_hours_from` and `contact_hours_to` included.",
      }),
      { label: "Notify at any time" },
    ),
    contact_hours_from: optional(
      LocalTime("Start of the contact window, local time, `HH:MM:SS`."),
      { label: "From" },
    ),
    contact_hours_to: optional(
      LocalTime(
        "End of the contact window (not part of it). Earlier than the start: it spans midnight and belongs to the day on which it starts.",
      ),
      { label: "To" },
    ),
    contact_days: optional(Days("Days of the week on which this person is notified."), {
      label: "On these days",
    }),
    minimum_priority: optional(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: "Minimum priority that notifies this member: 1 only the highest, 3 all.",
      }),
      { label: "Minimum priority" },
    ),
  },
});
