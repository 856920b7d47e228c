/** Loads the facts that only a resolved incident has: its own hours, in place of those until now. */
import type { Evidence } from "../../core/explain/explain.ts";
import { stepFor } from "../../core/history/level.ts";
import { phasesOf, usualOf } from "../../core/incident/phases.ts";
import type { Entry } from "../../core/incident/folded-timeline.ts";
import type { Range } from "../../core/history/point.ts";
import type { Incident, Instant } from "../../core/model/model.ts";
import { day, hour } from "../../core/text/units.ts";
import { isOutage } from "../../dashboard/chart/cells.ts";
import { brokenThen, passedAtWorst } from "../../dashboard/incident/broken-then.ts";
import type { IncidentPast } from "../../dashboard/incident/model.ts";
import type { ChartRange, MonitorPast } from "../../dashboard/monitor/model.ts";
import type { Deps } from "../deps.ts";

/** Shown before and after it. */
const around = hour;
/** Points of a chart at most. */
const maxPoints = 300;
/** How far back earlier incidents are compared, and how many at most. */
const compared = { ms: 90 * day, limit: 50 };

export type Resolved = Incident & { resolved_at: Instant };

export const isResolved = (incident: Incident): incident is Resolved =>
  incident.resolved_at !== null;

/** The hours of a resolved incident, as a chart shows them. */
export function hoursOf(
  { clock, measuresKept }: Pick<Deps, "clock" | "measuresKept">,
  { opened_at, resolved_at }: Resolved,
): { range: ChartRange; to: Instant } {
  const now = clock.now();
  const [from, to] = [opened_at - around, Math.min(now, resolved_at + around)];
  const range = {
    name: "own",
    label: "then",
    period: "hours of the incident",
    ms: to - from,
    step_ms: stepFor({ from, to, now }, maxPoints, measuresKept),
  };
  return { range, to };
}

export async function incidentPast(
  { store }: Pick<Deps, "store">,
  incident: Resolved,
  facts: { timeline: readonly Entry[]; evidence: Evidence | null; monitor: MonitorPast | null },
): Promise<IncidentPast> {
  const { org_id, source_id, opened_at, resolved_at, key } = incident;
  const { monitor, evidence, timeline } = facts;
  const before = await store.read.incidents({
    org_id,
    source_id,
    since: opened_at - compared.ms,
    after: { inserted_at: opened_at, id: "" },
    order: "desc",
    limit: compared.limit,
  });
  const similar = before.filter((one) => one.id !== incident.id && one.key === key);
  const changes = monitor?.kind === "health_check_monitors" ? monitor.sub_checks : [];
  const own: Range = { from: opened_at, to: resolved_at };
  const pushes = evidence?.people.flatMap(({ notifications }) => notifications) ?? [];
  return {
    phases: phasesOf(incident, {
      timeline,
      accepted: pushes.flatMap(({ transition, delivered_at }) =>
        transition === "opened" && delivered_at !== null ? [delivered_at] : [],
      ),
      points: monitor?.chart.points ?? [],
      recoveries: recoveriesOf(monitor),
    }),
    usual: usualOf(similar),
    broken: monitor === null ? [] : brokenThen(changes, own, monitor.chart),
    passed: passedAtWorst(changes, own),
    similar,
  };
}

/** When the monitor was up after an outage. */
const recoveriesOf = (monitor: MonitorPast | null): Instant[] =>
  (monitor?.spans ?? []).flatMap(({ from, state }, i, spans) => {
    const before = spans[i - 1];
    return before && isOutage(before.state) && (state === "ok" || state === "warn") ? [from] : [];
  });
