/** Health check monitors: a URL whose JSON report, or whose answer of any kind, becomes one status. */
import { healthCheckMonitor } from "../resource/health-check-monitor.ts";
import { Silenced } from "./silences.ts";
import { answerSchema } from "../resource/schemas.ts";
import { HealthStatus } from "./enumerations.ts";
import {
  FlappingSince,
  GivenInstant,
  Nullable,
  pauseFields,
  Shape,
  suppression,
  Timestamp,
  Type,
  type Static,
} from "./schema.ts";

/** A sub-check as it is shown, with the names of the format it came in. */
export const ShownCheckResult = Shape("CheckResult", {
  name: Type.String(),
  label: Nullable(Type.String()),
  status: Type.String({
    description: "The word the application sent; an unknown one counts as crashed.",
  }),
  notificationMessage: Nullable(Type.String()),
  shortSummary: Nullable(Type.String()),
  meta: Type.Unknown(),
});

export const HealthCheckMonitor = answerSchema(healthCheckMonitor, {
  status: HealthStatus({ readOnly: true }),
  status_reason: Nullable(Type.String(), {
    readOnly: true,
    description: "Why the status is what it is.",
  }),
  flapping_since: FlappingSince,
  checks_total: Nullable(Type.Integer(), {
    readOnly: true,
    description: "Number of sub-checks in the last report.",
  }),
  checks_passing: Nullable(Type.Integer(), {
    readOnly: true,
    description: "Number of sub-checks whose status is ok.",
  }),
  checked_at: Nullable(Timestamp("Time of the last check."), {
    readOnly: true,
  }),
  finished_at: Nullable(
    Timestamp("Taken from the last report; else the time of the last answer."),
    {
      readOnly: true,
    },
  ),
  last_report_at: Nullable(Timestamp("When the last report was fetched."), {
    readOnly: true,
    description:
      "Earlier than `checked_at` when the last fetch gave no report: `last_results` and the numbers of sub-checks are then those of that time.",
  }),
  next_check_at: Nullable(Timestamp("When the next check is due; null while paused."), {
    readOnly: true,
  }),
  last_results: Nullable(Type.Array(ShownCheckResult), {
    readOnly: true,
    description:
      "The sub-checks of the last report, and those that monitord makes of what it saw: their names begin with `monitord.`.",
  }),
  ...pauseFields,
  silenced: Silenced,
  ...suppression,
});
export type HealthCheckMonitor = Static<typeof HealthCheckMonitor>;

export const Pause = Shape("Pause", {
  until: Type.Optional(Nullable(GivenInstant("When it resumes."))),
});

export const HistoryEntry = Shape("HistoryEntry", {
  at: Timestamp("When."),
  status: Type.String(),
  reason: Nullable(Type.String()),
});
