/** Loads the past of several monitors at once: states in equal steps, uptime and response time. */
import type { MonitorPast } from "../../api/history.ts";
import type { Range } from "../../core/history/point.ts";
import {
  cellRuns,
  isFault,
  isOutage,
  type CellState,
  type Slots,
  type StateSpan,
} from "../../dashboard/chart/cells.ts";
import { beginning, monitorSpans, overlay } from "../../dashboard/chart/spans.ts";
import { uptimeIn } from "../../dashboard/chart/uptime.ts";
import type { Watched } from "../../store/reads/measures.ts";
import type { Deps } from "../deps.ts";
import { hour } from "../../core/text/units.ts";

type Steps = MonitorPast["states"][number];

const stateOf = (state: CellState): Steps["state"] => {
  if (isOutage(state)) return "failing";
  if (isFault(state)) return "degraded";
  return state === "paused" || state === "unknown" ? state : "healthy";
};

/** Steps of one state in a row. */
function statesOf(spans: readonly StateSpan[], slots: Slots): Steps[] {
  const states: Steps[] = [];
  for (const { state, first, end } of cellRuns(spans, slots)) {
    const last = states.at(-1);
    const steps = end - first;
    if (last?.state === stateOf(state)) last.steps += steps;
    else states.push({ state: stateOf(state), steps });
  }
  return states;
}

const maxGaps = 1000;

/** The pasts of the monitors, in their order. The steps are those of `slots`. */
export async function monitorPasts(
  { store }: Pick<Deps, "store">,
  org_id: string,
  monitors: readonly Watched[],
  { from, to }: Range,
  slots: Slots,
): Promise<MonitorPast[]> {
  const ids = monitors.map(({ id }) => id);
  const [histories, measured, gaps] = await Promise.all([
    store.read.histories(org_id, ids, from),
    store.read.monitor_histories({ org_id, ids, from: to - hour, to, step_ms: hour }),
    store.read.blind_periods({ since: from, limit: maxGaps, after: null }),
  ]);
  const entries = Map.groupBy(histories, ({ subject_id }) => subject_id);
  const points = new Map(measured.map((one) => [one.subject_id, one.points]));
  return monitors.map(({ id, kind: source, paused_at, inserted_at }) => {
    const kind = source === "webhook_monitor" ? "webhook_monitors" : "health_check_monitors";
    const changes = [beginning(kind, inserted_at), ...(entries.get(id) ?? [])];
    const paused = paused_at === null ? [] : [{ from: paused_at, to: null }];
    const observed = overlay(monitorSpans(changes, to), gaps, "unknown", to);
    const spans = overlay(observed, paused, "paused", to);
    return {
      monitor_id: id,
      kind,
      states: statesOf(spans, slots),
      uptime: uptimeIn(spans, from, to).good,
      p50_ms: points.get(id)?.findLast(({ p50_ms }) => p50_ms !== null)?.p50_ms ?? null,
    };
  });
}
