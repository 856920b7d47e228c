/** A health check that runs at once and stores no result. */
import { healthCheckMonitor } from "../resource/health-check-monitor.ts";
import { optional } from "../resource/field.ts";
import { createSchema } from "../resource/schemas.ts";
import { Expectation, HealthStatus } from "./enumerations.ts";
import { ShownCheckResult } from "./health-check-monitors.ts";
import { Timestamp, Type, type Static } from "./schema.ts";

const { title, alert_group_id, ...rest } = healthCheckMonitor.fields;

/** The fields of a health check monitor; only the address must be there. */
export const checkFields = {
  ...rest,
  title: optional(title.schema, title),
  alert_group_id: optional(alert_group_id.schema, alert_group_id),
};
export const CheckRequest = createSchema(checkFields, "CheckRequest");

export const CheckOutcome = Type.Object(
  {
    status: HealthStatus({
      description: "The status that a monitor would have after this check.",
    }),
    status_reason: Type.Union([Type.String(), Type.Null()]),
    http_status: Type.Union([Type.Integer(), Type.Null()], {
      description: "null: no answer came.",
    }),
    duration_ms: Type.Integer({ description: "Duration of the whole fetch." }),
    checks_total: Type.Union([Type.Integer(), Type.Null()]),
    checks_passing: Type.Union([Type.Integer(), Type.Null()]),
    checked_at: Timestamp("When it was made."),
    finished_at: Type.Union([
      Timestamp("Taken from the report; else the time of the answer."),
      Type.Null(),
    ]),
    results: Type.Union([Type.Array(ShownCheckResult), Type.Null()], {
      description: "The sub-checks; null: an expected report did not come.",
    }),
    proposal: Type.Union(
      [
        Type.Object(
          {
            expect: Expectation(),
            because: Type.String({
              description: 'Continues "The URL …".',
              examples: ["answers 200 with HTML"],
            }),
          },
          { additionalProperties: false, title: "CheckProposal" },
        ),
        Type.Null(),
      ],
      {
        description:
          "What to set `expect` to, because the URL answers something else than a health report; null: nothing.",
      },
    ),
  },
  { additionalProperties: false, title: "CheckOutcome" },
);
export type CheckOutcome = Static<typeof CheckOutcome>;
