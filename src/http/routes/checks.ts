/**
 * Checks on demand: of a stored monitor, or of one that is not declared yet. Uses the same address guard
 * as every other check. No status, history or incident is stored. A failed fetch is not retried: the
 * caller can repeat it.
 */
import type { FastifyInstance } from "fastify";
import { checkFields, CheckOutcome, CheckRequest } from "../../api/checks.ts";
import { countChecks, judge } from "../../core/health/health.ts";
import { withMeasured } from "../../core/health/own-check.ts";
import { readProbe } from "../../core/health/probe-reading.ts";
import { proposalFor } from "../../core/health/proposal.ts";
import type { HealthCheckMonitor } from "../../core/model/model.ts";
import { defaultsOf } from "../../resource/field.ts";
import { limits } from "../../resource/schema.ts";
import { rules } from "../../core/declare/rules.ts";
import { callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { allFaults } from "../../core/declare/sound.ts";
import { soundBody } from "../request/given.ts";
import { checkResult, timestamp } from "../answer/present.ts";
import { invalid, notFound, Problem } from "../answer/problem.ts";
import { one } from "../answer/responses.ts";

/** On demand at once: enough for people, and slow targets cannot gather without end. */
const slots = 32;

export function checkRoutes(app: FastifyInstance, { store, clock, prober }: Deps) {
  const tags = ["health_check_monitors"];
  const response = one(CheckOutcome, "What came of it.");
  let underWay = 0;

  app.post<{ Params: { id: string } }>(
    "/health_check_monitors/:id/check",
    {
      config: { scope: "write" },
      schema: {
        tags,
        operationId: "check_health_check_monitor",
        summary: "Check a health check monitor once; nothing is stored",
        response,
      },
    },
    async (request, reply) => {
      const monitor = await store.read.resource(
        "health_check_monitors",
        callerOf(request).org_id,
        request.params.id,
        clock.now(),
      );
      if (!monitor) throw notFound("health check monitor");
      return reply.send(await made(monitor));
    },
  );

  app.post<{ Body: Record<string, unknown> }>(
    "/checks",
    {
      config: { scope: "write", kind: "health_check_monitors" },
      bodyLimit: limits.managementBody,
      attachValidation: true,
      schema: {
        tags,
        operationId: "check_url",
        summary: "Check what a health check monitor would; nothing is stored",
        body: CheckRequest,
        response,
      },
    },
    async (request, reply) => {
      const fields: Record<string, unknown> = defaultsOf(checkFields);
      const { given, misshapen } = soundBody(request);
      for (const [name, value] of Object.entries(given)) fields[name] = value ?? fields[name];
      const faults = allFaults(misshapen, rules("health_check_monitors", fields));
      if (faults.length > 0) throw invalid(faults);
      return reply.send(await made(fields as unknown as HealthCheckMonitor));
    },
  );

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
