/** The schema of the body in the format `generic`, a contract with receiving programs. Pure. */
import Type, { type Static } from "typebox";
import { incidentStatuses, notificationTransitions } from "../../core/model/model.ts";

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false } as const;

const Timestamp = (description: string) =>
  Type.String({
    description,
    pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$",
    examples: ["2026-11-21T03:00:00Z"],
  });

export const WebhookBody = Type.Object(
  {
    version: Type.Literal(1, {
      description:
        "Changes when a program that reads this would have to. New members do not change it.",
    }),
    event: Type.Object(
      {
        id: Type.String({
          description:
            "The same each time that one event is sent again: at least once is promised.",
        }),
        kind: Type.Enum([...notificationTransitions, "summary"], {
          description:
            "opened, acknowledged, recovered, handed_over (to another alert group): of the incident; opened comes again with a reminder. summary: several incidents at once. shift_notice, shift_began, shift_ended, shifts_changed, handoff, schedule_gap: of shifts in schedules. test, drill, drill_report, account, offline, disk_warning, disk_recovered: of monitord itself.",
        }),
        at: Timestamp("When it happened."),
        title: Type.String({ description: "As phones show it. Plain text." }),
        message: Type.String({
          description: "As phones show it. Plain text, may have several lines.",
        }),
        priority: Type.Integer({
          minimum: 1,
          maximum: 5,
          description: "5: must wake the recipient. 2: needs no sound.",
        }),
      },
      closed,
    ),
    incident: Nullable(
      Type.Object(
        {
          id: Type.String(),
          number: Type.Integer(),
          title: Type.String(),
          summary: Type.String(),
          status: Type.Enum(incidentStatuses),
          priority_level: Type.Integer(),
          alert_group_id: Type.String(),
          source: Type.String(),
          source_id: Type.String(),
          opened_at: Timestamp("When it was opened."),
          acknowledged_at: Nullable(
            Timestamp("When it was acknowledged; null: it is unacknowledged."),
          ),
          acknowledged_by: Nullable(Type.String()),
          resolved_at: Nullable(Timestamp("When it was resolved; null: it is not.")),
        },
        { ...closed, description: "As it is when this is sent; null: of several, or none." },
      ),
    ),
    link: Nullable(
      Type.String({
        description:
          "The page of the incident, or the page to confirm a test or a drill; null: none, or the service has no public address.",
      }),
    ),
  },
  { ...closed, title: "WebhookBody" },
);
export type WebhookBody = Static<typeof WebhookBody>;
