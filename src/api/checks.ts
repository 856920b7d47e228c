/** A health check that is made at once, and of which nothing is stored. */
import { healthStatuses } from "../core/model/status.ts";
import { healthCheckMonitorFields, ShownCheckResult } from "./health-check-monitors.ts";
import { createSchema, Timestamp, Type, type Static } from "./schema.ts";

export const checkRequired = ["url"] as const;

/** The fields of a health check monitor; only the address must be there. */
export const CheckRequest = createSchema(healthCheckMonitorFields, checkRequired, "CheckRequest");

export const CheckOutcome = Type.Object(
  {
    status: Type.Enum([...healthStatuses], {
      description: "The status that a monitor would have after this check.",
    }),
    status_reason: Type.Union([Type.String(), Type.Null()]),
    http_status: Type.Union([Type.Integer(), Type.Null()], {
      description: "null: no answer came.",
    }),
    duration_ms: Type.Integer({ description: "Of the whole fetch." }),
    checks_total: Type.Union([Type.Integer(), Type.Null()]),
    checks_passing: Type.Union([Type.Integer(), Type.Null()]),
    checked_at: Timestamp("When it was made."),
    finished_at: Type.Union([Timestamp("Taken from the report."), Type.Null()]),
    results: Type.Union([Type.Array(ShownCheckResult), Type.Null()], {
      description: "The sub-checks of the report; null: there was none.",
    }),
  },
  { additionalProperties: false, title: "CheckOutcome" },
);
export type CheckOutcome = Static<typeof CheckOutcome>;
