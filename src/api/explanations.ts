/** Why people were notified of an incident or not, and who would be at another moment. */
import { GateName, ReachState } from "./enumerations.ts";
import { NotificationDetail, Receipt } from "./incidents.ts";
import { Nullable, Timestamp, Type } from "./schema.ts";

const gate = {
  gate: GateName(),
  passed: Type.Boolean(),
  reason: Type.String(),
  until: Nullable(Timestamp("When a closed gate opens automatically.")),
};
const Gate = Type.Object(gate, { additionalProperties: false, title: "Gate" });
const GateExplained = Type.Object(
  {
    ...gate,
    at: Nullable(Timestamp("The moment for which it is calculated, or of what was recorded.")),
  },
  { additionalProperties: false, title: "GateExplained" },
);

export const Explanation = Type.Object(
  {
    sentence: Type.String({ description: "All of it in a sentence or two." }),
    people: Type.Array(
      Type.Object(
        {
          user_id: Type.String(),
          name: Type.String(),
          reached: Type.Boolean({
            description: "A push server took a notification for the person.",
          }),
          sentence: Type.String(),
          receipt: Nullable(Receipt),
          devices: Type.Array(
            Type.Object(
              {
                device_id: Type.String(),
                name: Nullable(Type.String()),
                state: ReachState(),
                reached: Type.Boolean(),
                sentence: Type.String(),
                gates: Type.Array(GateExplained, {
                  description:
                    "What stands between, as it is at the moment that is asked about; then what was recorded on the way.",
                }),
                notifications: Type.Array(NotificationDetail),
              },
              { additionalProperties: false, title: "DeviceExplained" },
            ),
          ),
        },
        { additionalProperties: false, title: "PersonExplained" },
      ),
    ),
  },
  { additionalProperties: false, title: "Explanation" },
);

export const Who = Type.Object(
  {
    at: Timestamp("The moment that is asked about."),
    priority: Type.Integer(),
    people: Type.Array(
      Type.Object(
        {
          user_id: Type.String(),
          name: Type.String(),
          state: ReachState({ description: "The state that the person would have." }),
          told: Type.Boolean({ description: "Immediately, not only later." }),
          sentence: Type.String(),
          devices: Type.Array(
            Type.Object(
              {
                device_id: Type.String(),
                name: Nullable(Type.String()),
                gates: Type.Array(Gate),
              },
              { additionalProperties: false, title: "DeviceOnCall" },
            ),
          ),
        },
        { additionalProperties: false, title: "PersonOnCall" },
      ),
    ),
  },
  { additionalProperties: false, title: "OnCall" },
);
