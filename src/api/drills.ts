/** Drills: whether the people of a group can be reached. */
import { Timestamp, Type, type Static } from "./schema.ts";

export const Drill = Type.Object(
  {
    id: Type.String(),
    alert_group_id: Type.String(),
    at: Timestamp("When its members were asked."),
    started_by: Type.Union([Type.String(), Type.Null()], {
      description: "Who started it; null: the group's `drill_cron`.",
    }),
    ends_at: Timestamp(
      "Until when they can answer: a day from when the push may come to each of them.",
    ),
    ended_at: Type.Union([
      Timestamp("When who had not answered was named to the group."),
      Type.Null(),
    ]),
    answered: Type.Array(
      Type.Object(
        {
          user_id: Type.String(),
          answered_at: Timestamp("When."),
          device_id: Type.Union([Type.String(), Type.Null()], {
            description: "On which of the person's devices.",
          }),
        },
        { additionalProperties: false, title: "DrillAnswer" },
      ),
    ),
    unanswered: Type.Array(Type.String(), {
      description: "Ids of the users who have not answered, or not yet (`ended_at` null).",
    }),
  },
  { additionalProperties: false, title: "Drill" },
);
export type Drill = Static<typeof Drill>;
