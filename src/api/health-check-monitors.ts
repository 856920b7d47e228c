/** Health check monitors: a URL whose JSON report, or whose answer of any kind, becomes one status. */
import { healthCheckMonitor } from "../resource/health-check-monitor.ts";
import { Silenced } from "./silences.ts";
import { answerSchema } from "../resource/schemas.ts";
import { HealthStatus } from "./enumerations.ts";
import {
  FlappingSince,
  GivenInstant,
  pauseFields,
  suppression,
  Timestamp,
  Type,
  type Static,
} from "./schema.ts";

/** A sub-check as it is shown, with the names of the format it came in. */
export const ShownCheckResult = Type.Object(
  {
    name: Type.String(),
    label: Type.Union([Type.String(), Type.Null()]),
    status: Type.String({
      description: "The word the application sent; an unknown one counts as crashed.",
    }),
    notificationMessage: Type.Union([Type.String(), Type.Null()]),
    shortSummary: Type.Union([Type.String(), Type.Null()]),
    meta: Type.Unknown(),
  },
  { additionalProperties: false, title: "CheckResult" },
);

export const HealthCheckMonitor = answerSchema(healthCheckMonitor, {
  status: HealthStatus({ readOnly: true }),
  status_reason: Type.Union([Type.String(), Type.Null()], {
    readOnly: true,
    description: "Why the status is what it is.",
  }),
  flapping_since: FlappingSince,
  checks_total: Type.Union([Type.Integer(), Type.Null()], {
    readOnly: true,
    description: "Number of sub-checks in the last report.",
  }),
  checks_passing: Type.Union([Type.Integer(), Type.Null()], {
    readOnly: true,
    description: "Number of sub-checks whose status is ok.",
  }),
  checked_at: Type.Union([Timestamp("Time of the last check."), Type.Null()], {
    readOnly: true,
  }),
  finished_at: Type.Union(
    [Timestamp("Taken from the last report; else the time of the last answer."), Type.Null()],
    {
      readOnly: true,
    },
  ),
  last_report_at: Type.Union([Timestamp("When the last report was fetched."), Type.Null()], {
    readOnly: true,
    description:
      "Earlier than `checked_at` when the last fetch gave no report: `last_results` and the numbers of sub-checks are then those of that time.",
  }),
  next_check_at: Type.Union(
    [Timestamp("When the next check is due; null while paused."), Type.Null()],
    { readOnly: true },
  ),
  last_results: Type.Union([Type.Array(ShownCheckResult), Type.Null()], {
    readOnly: true,
    description:
      "The sub-checks of the last report, and those that monitord makes of what it saw: their names begin with `monitord.`.",
  }),
  ...pauseFields,
  silenced: Silenced,
  ...suppression,
});
export type HealthCheckMonitor = Static<typeof HealthCheckMonitor>;

export const Pause = Type.Object(
  {
    until: Type.Optional(Type.Union([GivenInstant("When it resumes."), Type.Null()])),
  },
  { additionalProperties: false, title: "Pause" },
);

export const HistoryEntry = Type.Object(
  {
    at: Timestamp("When."),
    status: Type.String(),
    reason: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false, title: "HistoryEntry" },
);
