/** The measured past of monitors: points for charts, and changes of sub-checks. */
import type { FastifyInstance } from "fastify";
import {
  maxNamed,
  maxPoints,
  maxSteps,
  Metrics,
  metricsParameters,
  MonitorPast,
  rangeParameters,
  SubCheckChange,
} from "../../api/history.ts";
import { Type } from "../../api/schema.ts";
import { day, finestStep, floorTo, hour, stepFor, stepLengths } from "../../core/history/level.ts";
import type { Range } from "../../core/history/point.ts";
import type { Instant } from "../../core/model/model.ts";
import { instantOf } from "../answer/instants.ts";
import { pageParameters, sendList } from "../answer/lists.ts";
import { monitorPasts } from "../answer/monitor-pasts.ts";
import { metricsPoint, subCheckChange } from "../answer/present-history.ts";
import { timestamp } from "../answer/present.ts";
import { invalid, notFound } from "../answer/problem.ts";
import { many, one } from "../answer/responses.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../request/auth.ts";
import type { MonitorKind } from "../../core/model/model.ts";
import { declared, kindsWith } from "../../resource/resources.ts";

/** Points of an answer when the request leaves the step open. */
const usualPoints = 300;

type RangeQuery = { from?: string; to?: string };

export function historyRoutes(
  app: FastifyInstance,
  { store, clock, measuresKept }: Deps,
  kind: MonitorKind,
): void {
  const tags = [kind];
  const insist = async (org_id: string, id: string) => {
    if (!(await store.read.resource(kind, org_id, id, clock.now())))
      throw notFound(declared[kind].noun);
  };

  app.get<{ Params: { id: string }; Querystring: RangeQuery & { step?: number } }>(
    `/${kind}/:id/metrics`,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: `get_${kind.slice(0, -1)}_metrics`,
        summary: `Response times, checks and error reports of a ${declared[kind].noun}, in equal steps`,
        querystring: Type.Object(metricsParameters, { additionalProperties: false }),
        response: one(Metrics, "The steps, oldest first."),
      },
    },
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const subject_id = request.params.id;
      await insist(org_id, subject_id);
      const now = clock.now();
      const range = rangeOf(request.query, now);
      const step_ms = stepOf(range, request.query.step, now, measuresKept);
      const points = await store.read.monitor_history({ org_id, subject_id, ...range, step_ms });
      return reply.send({
        from: timestamp(floorTo(range.from, step_ms)),
        to: timestamp(floorTo(range.to - 1, step_ms) + step_ms),
        step_seconds: step_ms / 1000,
        points: points.map(metricsPoint),
      });
    },
  );

  if (kind === "webhook_monitors") return;
  app.get<{ Params: { id: string }; Querystring: RangeQuery }>(
    `/${kind}/:id/sub_checks`,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "list_health_check_monitor_sub_check_changes",
        summary:
          "Changes of the sub-checks of a health check monitor, oldest first; before the range the last one of each",
        querystring: Type.Object(rangeParameters, { additionalProperties: false }),
        response: many(SubCheckChange),
      },
    },
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const subject_id = request.params.id;
      await insist(org_id, subject_id);
      const range = rangeOf(request.query, clock.now());
      const changes = await store.read.sub_check_changes({ subject_id, ...range });
      return reply.send(changes.map(subCheckChange));
    },
  );
}

/** The past of all monitors at once, for lists: `monitorctl top` shows it as bars. */
export function monitorPastRoutes(app: FastifyInstance, deps: Deps): void {
  const { store, clock, siteUrl } = deps;

  app.get<{ Querystring: RangeQuery & { step?: number; ids?: string[] } }>(
    "/monitors/history",
    {
      config: { scope: "read" },
      schema: {
        tags: kindsWith("isMonitor"),
        operationId: "list_monitor_histories",
        summary: "The states, the uptime and the response time of many monitors, in equal steps",
        querystring: Type.Object(
          {
            ...rangeParameters,
            step: Type.Optional(
              Type.Integer({
                minimum: 60,
                maximum: 7 * 24 * 3600,
                default: 3600,
                description: `Length of a step in seconds; an answer has at most ${maxSteps} steps. Steps begin at multiples of their length since 1970, UTC.`,
              }),
            ),
            ids: Type.Optional(
              Type.Array(Type.String(), {
                maxItems: maxNamed,
                description: "Only these monitors, of either kind.",
              }),
            ),
            ...pageParameters,
          },
          { additionalProperties: false },
        ),
        response: many(MonitorPast),
      },
    },
    (request, reply) => {
      const { org_id } = callerOf(request);
      const { step = hour / 1000, ids } = request.query;
      const range = rangeOf(request.query, clock.now());
      const step_ms = step * 1000;
      const from = floorTo(range.from, step_ms);
      const count = Math.ceil((range.to - from) / step_ms);
      if (count > maxSteps)
        throw invalid([
          { field: "step", code: "range", message: `must be longer: at most ${maxSteps} steps` },
        ]);
      return sendList(request, reply, siteUrl(), {
        read: async ({ limit, after }) => {
          const about = { org_id, ids: ids ?? null, limit, after: after?.id ?? "" };
          const monitors = await store.read.watched(about);
          return monitorPasts(deps, org_id, monitors, range, { from, step_ms, count });
        },
        position: ({ monitor_id }) => ({ inserted_at: 0, id: monitor_id }),
        present: (past) => past,
      });
    },
  );
}

/** The range of a request; throws when it is empty. The future has no history. */
function rangeOf(query: RangeQuery, now: Instant): Range {
  const to = Math.min(instantOf(query.to) ?? now, now);
  const from = instantOf(query.from) ?? to - day;
  if (from >= to)
    throw invalid([{ field: "from", code: "range", message: "must be before to, and before now" }]);
  return { from, to };
}

/** The step of a request, ms; throws when it is none of those that there are, or makes too many points. */
function stepOf(
  range: Range,
  seconds: number | undefined,
  now: Instant,
  kept: Deps["measuresKept"],
): number {
  const wrong = (code: string, message: string) => invalid([{ field: "step", code, message }]);
  if (seconds !== undefined && !stepLengths.includes(seconds * 1000))
    throw wrong("format", `must be one of ${stepLengths.map((ms) => ms / 1000).join(", ")}`);
  const step =
    seconds === undefined
      ? stepFor({ ...range, now }, usualPoints, kept)
      : Math.max(seconds * 1000, finestStep(range.from, now, kept));
  if ((range.to - range.from) / step > maxPoints)
    throw wrong(
      "range",
      `must be longer: an answer has ${maxPoints} points at most; leave it out to have one that fits`,
    );
  return step;
}
