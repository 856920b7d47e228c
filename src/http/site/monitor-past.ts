/** Loads a monitor and its past, as far as a page shows it. */
import type { Incident, Instant } from "../../core/model/model.ts";
import { mask } from "../../core/declare/secrets.ts";
import { beginning, monitorSpans, overlay } from "../../dashboard/chart/spans.ts";
import {
  rangeFrom,
  type ChartRange,
  type MonitorKind,
  type MonitorPast,
  type RangeData,
} from "../../dashboard/monitor/model.ts";
import type { ShownResource } from "../../store/reads/resources.ts";
import type { Deps } from "../deps.ts";
import { day, minute } from "../../core/text/units.ts";

const limits = { incidents: 50, reports: 500, gaps: 1000, marks: 100 };

/**
 * The past of the monitor since `since`, and its chart of `range`; null: no such monitor. `to`: where the range ends, and
 * later incidents are left out; absent: now.
 */
export async function monitorPast(
  { store, clock }: Pick<Deps, "store" | "clock">,
  org_id: string,
  about: { kind: MonitorKind; id: string; range: ChartRange; since: Instant; to?: Instant },
): Promise<MonitorPast | null> {
  const { kind, id, range, since } = about;
  const now = clock.now();
  const to = about.to ?? now;
  const from = rangeFrom(range, to);
  const monitor = await store.read.resource(kind, org_id, id, now);
  if (!monitor) return null;
  const [incidents, dependencies, history, gaps] = await Promise.all([
    store.read.incidents({
      org_id,
      source_id: id,
      after: about.to === undefined ? null : { inserted_at: about.to + 1, id: "" },
      order: "desc",
      limit: limits.incidents,
    }),
    store.read.dependencies(id),
    store.read.histories(org_id, [id], since),
    store.read.blind_periods({ since, limit: limits.gaps, after: null }),
  ]);
  const past = {
    dependencies,
    spans: overlay(
      monitorSpans([beginning(kind, monitor.inserted_at), ...history], now),
      gaps,
      "unknown",
      now,
    ),
    chart: await rangeData(
      store,
      {
        org_id,
        subject_id: id,
        range,
        to,
        before_ms: windowOf(monitor),
        alert_group_id: monitor.alert_group_id,
      },
      incidents,
    ),
  };
  if (kind === "health_check_monitors")
    return {
      ...past,
      kind,
      monitor: mask(kind, monitor as ShownResource<"health_check_monitors">),
      sub_checks: await store.read.sub_check_changes({
        subject_id: id,
        from: about.to === undefined ? Math.max(since, now - 1.1 * day) : from,
        to: to + 1,
      }),
    };
  return {
    ...past,
    kind,
    monitor: monitor as ShownResource<"webhook_monitors">,
    reports: await store.read.reports({
      subject_id: id,
      from,
      to: to + 1,
      limit: limits.reports,
    }),
  };
}

/** The length of the window that errors are counted in, ms; 0 for health checks. */
const windowOf = (monitor: ShownResource<MonitorKind>): number =>
  "error_rate_window_minutes" in monitor ? monitor.error_rate_window_minutes * minute : 0;

/** The points of a range, and of `before_ms` before it; with the marks in it. */
async function rangeData(
  store: Deps["store"],
  about: {
    org_id: string;
    subject_id: string;
    alert_group_id: string;
    range: ChartRange;
    to: Instant;
    before_ms: number;
  },
  incidents: readonly Incident[],
): Promise<RangeData> {
  const { org_id, subject_id, alert_group_id, range, to, before_ms } = about;
  const from = rangeFrom(range, to);
  const [points, marks] = await Promise.all([
    store.read.monitor_history({
      org_id,
      subject_id,
      from: from - before_ms,
      to: to + 1,
      step_ms: range.step_ms,
    }),
    store.read.marks({
      org_id,
      from,
      to: to + 1,
      monitor: { id: subject_id, alert_group_id },
      limit: limits.marks,
      after: null,
      order: "desc",
    }),
  ]);
  return { range, from, to, points, incidents, marks };
}
