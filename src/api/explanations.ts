/** Why people were notified of an incident or not, and who would be at another moment. */
import { GateName, ReachState } from "./enumerations.ts";
import { NotificationDetail, Receipt } from "./incidents.ts";
import { Nullable, Shape, Timestamp, Type } from "./schema.ts";

const gate = {
  gate: GateName(),
  passed: Type.Boolean(),
  reason: Type.String(),
  until: Nullable(Timestamp("When a closed gate opens automatically.")),
};
const Gate = Shape("Gate", gate);
const GateExplained = Shape("GateExplained", {
  ...gate,
  at: Nullable(Timestamp("The moment for which it is calculated, or of what was recorded.")),
});

export const Explanation = Shape("Explanation", {
  sentence: Type.String({ description: "All of it in a sentence or two." }),
  timezone: Type.String({
    description: "The zone of the times in sentences: that of the alert group.",
    examples: ["Europe/Berlin"],
  }),
  people: Type.Array(
    Shape("PersonExplained", {
      user_id: Type.String(),
      name: Type.String(),
      reached: Type.Boolean({
        description: "A push server took a notification for the person.",
      }),
      sentence: Type.String(),
      receipt: Nullable(Receipt),
      devices: Type.Array(
        Shape("DeviceExplained", {
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
        }),
      ),
    }),
  ),
});

export const Who = Shape("OnCall", {
  at: Timestamp("The moment that is asked about."),
  priority: Type.Integer(),
  people: Type.Array(
    Shape("PersonOnCall", {
      user_id: Type.String(),
      name: Type.String(),
      state: ReachState({ description: "The state that the person would have." }),
      told: Type.Boolean({ description: "Immediately, not only later." }),
      sentence: Type.String(),
      why: Type.String({
        description: 'Why the person belongs to the group: `is on call in "Primary" until …`.',
      }),
      schedule: Nullable(Type.String(), {
        description:
          "Title of the schedule in which the person is on call or next; null: a member.",
      }),
      on_call_until: Nullable(
        Timestamp(
          "When the shift ends, or of the next person begins; null: a member, or not within a year.",
        ),
      ),
      devices: Type.Array(
        Shape("DeviceOnCall", {
          device_id: Type.String(),
          name: Nullable(Type.String()),
          gates: Type.Array(Gate),
        }),
      ),
    }),
  ),
});
