/** Drills: whether the people of a group can be reached. */
import { Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

export const Drill = Shape("Drill", {
  id: Type.String(),
  alert_group_id: Type.String(),
  at: Timestamp("When its members were asked."),
  started_by: Nullable(Type.String(), {
    description: "Who started it; null: the group's `drill_cron`.",
  }),
  ends_at: Timestamp(
    "Until when they can answer: a day from when the push may come to each of them.",
  ),
  ended_at: Nullable(Timestamp("When who had not answered was named to the group.")),
  answered: Type.Array(
    Shape("DrillAnswer", {
      user_id: Type.String(),
      answered_at: Timestamp("When."),
      device_id: Nullable(Type.String(), {
        description: "On which of the person's devices.",
      }),
    }),
  ),
  unanswered: Type.Array(Type.String(), {
    description: "Ids of the users who have not answered, or not yet (`ended_at` null).",
  }),
});
export type Drill = Static<typeof Drill>;
