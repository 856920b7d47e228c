/** The measured past of monitors: points for charts, changes of sub-checks, and many monitors at once. */
import { maxPoints, maxSteps, type Metrics } from "../../api/history.ts";
import type { pasts, subChecks } from "../../api/routes/monitors.ts";
import { finestStep, floorTo, stepFor, stepLengths } from "../../core/history/level.ts";
import type { Range } from "../../core/history/point.ts";
import type { Instant } from "../../core/model/model.ts";
import { instantOf } from "../answer/instants.ts";
import { listOf } from "../answer/lists.ts";
import { monitorPasts } from "../answer/monitor-pasts.ts";
import { metricsPoint, subCheckChange } from "../answer/present-history.ts";
import { timestamp } from "../answer/present.ts";
import { invalid, notFound } from "../answer/problem.ts";
import type { Deps } from "../deps.ts";
import type { Asked, Handlers } from "../request/asked.ts";
import { day, hour } from "../../core/text/units.ts";

/** Points of an answer when the request leaves the step open. */
const usualPoints = 300;

type RangeQuery = { from?: string | undefined; to?: string | undefined };

/** The measures of a monitor that is known to exist. */
export async function metricsOf(
  { store, measuresKept }: Deps,
  subject_id: string,
  { query, caller, now }: Asked<"GET /webhook_monitors/:id/metrics">,
): Promise<Metrics> {
  const range = rangeOf(query, now);
  const step_ms = stepOf(range, query.step, now, measuresKept);
  const asking = { org_id: caller.org_id, subject_id, ...range, step_ms };
  const points = await store.read.monitor_history(asking);
  return {
    from: timestamp(floorTo(range.from, step_ms)),
    to: timestamp(floorTo(range.to - 1, step_ms) + step_ms),
    step_seconds: step_ms / 1000,
    points: points.map(metricsPoint),
  };
}

export const historyRoutes = (
  deps: Deps,
): Handlers<keyof typeof subChecks | keyof typeof pasts> => ({
  "GET /health_check_monitors/:id/sub_checks": async ({ params: { id }, query, caller, now }) => {
    const { read } = deps.store;
    if (!(await read.resource("health_check_monitors", caller.org_id, id, now)))
      throw notFound("health check monitor");
    const range = rangeOf(query, now);
    const changes = await read.sub_check_changes({ subject_id: id, ...range });
    return changes.map(subCheckChange);
  },

  "GET /monitors/history": async (asked) => {
    const { query, caller, now } = asked;
    const { org_id } = caller;
    const { step = hour / 1000, ids = null } = query;
    const range = rangeOf(query, now);
    const step_ms = step * 1000;
    const from = floorTo(range.from, step_ms);
    const count = Math.ceil((range.to - from) / step_ms);
    if (count > maxSteps)
      throw invalid([
        { field: "step", code: "range", message: `must be longer: at most ${maxSteps} steps` },
      ]);
    return listOf(asked, {
      read: async ({ limit, after }) => {
        const about = { org_id, ids, limit, after: after?.id ?? "" };
        const monitors = await deps.store.read.watched(about);
        return monitorPasts(deps, org_id, monitors, range, { from, step_ms, count });
      },
      position: ({ monitor_id }) => ({ inserted_at: 0, id: monitor_id }),
      present: (past) => past,
    });
  },
});

/** The range of a request; throws when it is empty. The future has no history. */
function rangeOf(query: RangeQuery, now: Instant): Range {
  const to = Math.min(instantOf(query.to) ?? now, now);
  const from = instantOf(query.from) ?? to - day;
  if (from >= to)
    throw invalid([{ field: "from", code: "range", message: "must be before to, and before now" }]);
  return { from, to };
}

/** The step of a request, ms; throws when the step does not exist or makes too many points. */
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
