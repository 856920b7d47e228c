/**
 * Checks on demand: of a stored monitor, or of one that is not declared yet. Uses the same address guard
 * as every other check. No status, history or incident is stored. A failed fetch is not retried: the
 * caller can repeat it.
 */
import { checkFields, type CheckOutcome } from "../../api/checks.ts";
import type { checks } from "../../api/routes/monitors.ts";
import { countChecks, judge } from "../../core/health/health.ts";
import { withMeasured } from "../../core/health/own-check.ts";
import { readProbe } from "../../core/health/probe-reading.ts";
import { proposalFor } from "../../core/health/proposal.ts";
import type { HealthCheckMonitor } from "../../core/model/model.ts";
import { defaultsOf } from "../../resource/field.ts";
import { rules } from "../../core/declare/rules.ts";
import type { Deps } from "../deps.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { Handlers } from "../request/asked.ts";
import { checkResult, timestamp } from "../answer/present.ts";
import { invalid, notFound, Problem } from "../answer/problem.ts";

/** On demand at once: enough for people, and slow targets cannot gather without end. */
const slots = 32;

export function checkRoutes({ store, clock, prober }: Deps): Handlers<keyof typeof checks> {
  let underWay = 0;
  return {
    "POST /health_check_monitors/:id/check": async ({ params, caller, now }) => {
      const { org_id } = caller;
      const monitor = await store.read.resource("health_check_monitors", org_id, params.id, now);
      if (!monitor) throw notFound("health check monitor");
      return made(monitor);
    },

    "POST /checks": async ({ body, misshapen }) => {
      const fields: Record<string, unknown> = { ...defaultsOf(checkFields) };
      for (const [name, value] of Object.entries(body)) fields[name] = value ?? fields[name];
      const faults = allFaults(misshapen, rules("health_check_monitors", fields));
      if (faults.length > 0) throw invalid(faults);
      return made(fields as unknown as HealthCheckMonitor);
    },
  };

  async function made(monitor: HealthCheckMonitor): Promise<CheckOutcome> {
    const by = prober();
    if (!by || underWay >= slots)
      throw new Problem(
        "unavailable",
        by ? `${slots} checks are being made on demand already.` : "The service is starting.",
        { headers: { "retry-after": "2" } },
      );
    underWay++;
    const began = performance.now();
    try {
      const fetched = await by.fetch(monitor);
      const now = clock.now();
      const reading = readProbe(monitor, fetched, now, clock.stepped());
      const { status, reason } = judge(reading, monitor, now);
      const { total, passing } = reading.ok ? countChecks(reading) : { total: null, passing: null };
      return {
        status,
        status_reason: reason,
        http_status: fetched.kind === "answer" ? fetched.http_status : null,
        duration_ms: Math.round(performance.now() - began),
        checks_total: total,
        checks_passing: passing,
        checked_at: timestamp(now),
        finished_at: reading.ok ? timestamp(reading.finished_at) : null,
        results: reading.ok
          ? withMeasured(reading.results, reading.measured ?? null).map(checkResult)
          : null,
        proposal: proposalFor(monitor, fetched, reading),
      };
    } finally {
      underWay--;
    }
  }
}
