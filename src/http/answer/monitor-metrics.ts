/** The measures of a monitor in the range and the step that a request asks for. */
import { maxPoints, type Metrics } from "../../api/history.ts";
import { finestStep, floorTo, stepFor, stepLengths } from "../../core/history/level.ts";
import type { Range } from "../../core/history/point.ts";
import type { Instant } from "../../core/model/model.ts";
import { day } from "../../core/text/units.ts";
import type { Caller } from "../../store/reads/access.ts";
import type { Deps } from "../deps.ts";
import { instantOf } from "./instants.ts";
import { metricsPoint } from "./present-history.ts";
import { timestamp } from "./present.ts";
import { invalid } from "./problem.ts";

/** Points of an answer when the request leaves the step open. */
const usualPoints = 300;

type RangeQuery = { from?: string | undefined; to?: string | undefined };

/** The measures of a monitor that is known to exist. */
export async function metricsOf(
  { store, measuresKept }: Deps,
  subject_id: string,
  {
    query,
    caller,
    now,
  }: { query: RangeQuery & { step?: number | undefined }; caller: Caller; now: Instant },
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

/** The range of a request; throws when it is empty. The future has no history. */
export function rangeOf(query: RangeQuery, now: Instant): Range {
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
