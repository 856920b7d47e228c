/** A health check that runs at once and stores no result. */
import { healthCheckMonitor } from "../resource/health-check-monitor.ts";
import { optional } from "../resource/field.ts";
import { createSchema } from "../resource/schemas.ts";
import { Expectation, HealthStatus } from "./enumerations.ts";
import { ShownCheckResult } from "./health-check-monitors.ts";
import { Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

const { title, alert_group_id, ...rest } = healthCheckMonitor.fields;

/** The fields of a health check monitor; only the address must be there. */
export const checkFields = {
  ...rest,
  title: optional(title.schema, title),
  alert_group_id: optional(alert_group_id.schema, alert_group_id),
};
export const CheckRequest = createSchema(checkFields, "CheckRequest");

export const CheckOutcome = Shape("CheckOutcome", {
  status: HealthStatus({
    description: "The status that a monitor would have after this check.",
  }),
  status_reason: Nullable(Type.String()),
  http_status: Nullable(Type.Integer(), {
    description: "null: no answer came.",
  }),
  duration_ms: Type.Integer({ description: "Duration of the whole fetch." }),
  checks_total: Nullable(Type.Integer()),
  checks_passing: Nullable(Type.Integer()),
  checked_at: Timestamp("When it was made."),
  finished_at: Nullable(Timestamp("Taken from the report; else the time of the answer.")),
  results: Nullable(Type.Array(ShownCheckResult), {
    description: "The sub-checks; null: an expected report did not come.",
  }),
  proposal: Nullable(
    Shape("CheckProposal", {
      expect: Expectation(),
      because: Type.String({
        description: 'Continues "The URL …".',
        examples: ["answers 200 with HTML"],
      }),
    }),
    {
      description:
        "What to set `expect` to, because the URL answers something else than a health report; null: nothing.",
    },
  ),
});
export type CheckOutcome = Static<typeof CheckOutcome>;
