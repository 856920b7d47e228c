/** Schedules, with the people that are on call now. */
import { schedule } from "../resource/schedule.ts";
import { answerSchema } from "../resource/schemas.ts";
import { Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

/** A user by the names that people know. */
const person = {
  user_id: Type.String(),
  email: Type.String(),
  name: Nullable(Type.String()),
};

const OnCallNow = Shape("OnCallNow", {
  ...person,
  until: Nullable(Timestamp("When the shift ends; null: not within a year.")),
});

const OnCallNext = Shape("OnCallNext", {
  ...person,
  from: Nullable(Timestamp("When the next shift begins; null: not within a year.")),
});

export const Schedule = answerSchema(schedule, {
  on_call: Type.Array(OnCallNow, {
    readOnly: true,
    description: "The people on call now, overrides and `otherwise` included. Empty: nobody.",
  }),
  next: Nullable(OnCallNext, {
    readOnly: true,
    description:
      "The person whose turn is next: the first in the order after the present turn who is neither away nor on call now. Null: nobody.",
  }),
  gap_at: Type.Optional(
    Nullable(Timestamp("The first time within 53 weeks at which nobody is on call; null: none."), {
      readOnly: true,
      description:
        "The first time within 53 weeks at which nobody is on call; null: none. Lists leave it out.",
    }),
  ),
});
export type Schedule = Static<typeof Schedule>;
