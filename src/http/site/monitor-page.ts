/** Loads the data of the page of a monitor. */
import type { Caller } from "../../store/reads/access.ts";
import type { Instant, Incident } from "../../core/model/model.ts";
import { mask } from "../../core/declare/secrets.ts";
import { beginning } from "../../dashboard/uptime.ts";
import { monitorSpans, overlay } from "../../dashboard/chart/spans.ts";
import {
  rangeFrom,
  ranges,
  type ChartRange,
  type MonitorKind,
  type MonitorModel,
  type RangeData,
} from "../../dashboard/monitor/model.ts";
import type { Shown } from "../../store/reads/resources.ts";
import { withFacts } from "../answer/incident-facts.ts";
import { seesCapabilities, webhookUrl } from "../answer/present.ts";
import type { Deps } from "../deps.ts";
import { activeSilences } from "./active-silences.ts";

const day = 24 * 3600_000;
const limits = { incidents: 50, runs: 10, reports: 500, gaps: 1000, marks: 100 };
/** The days of uptime that the page shows. */
const days = 31;

/** The range that the address names; else the first one. */
export const rangeOf = (kind: MonitorKind, name: string | undefined): ChartRange =>
  ranges[kind].find((one) => one.name === name) ?? ranges[kind][0]!;

/** The data of a page; null: there is no such monitor. */
export async function monitorModel(
  deps: Deps,
  caller: Caller,
  { kind, id, range }: { kind: MonitorKind; id: string; range: ChartRange },
): Promise<MonitorModel | null> {
  const { store, clock } = deps;
  const { org_id } = caller;
  const now = clock.now();
  const monitor = await store.read.resource(kind, org_id, id, now);
  if (!monitor) return null;
  const since = Math.min(now - days * day, rangeFrom(range, now));
  const [titles, incidents, dependencies, history, gaps, silences] = await Promise.all([
    store.read.titles(org_id, [monitor.alert_group_id]),
    store.read.incidents({
      org_id,
      source_id: id,
      after: null,
      order: "desc",
      limit: limits.incidents,
    }),
    store.read.dependencies(id),
    store.read.histories(org_id, [id], since),
    store.read.blind_periods({ since, limit: limits.gaps, after: null }),
    activeSilences(deps, org_id, now),
  ]);
  const unresolved = incidents.find(({ status }) => status !== "resolved");
  const [open] = unresolved ? await withFacts(deps, org_id, [unresolved]) : [];
  const entries = [beginning(kind, monitor.inserted_at), ...history];
  const about = {
    group_title: titles.get(monitor.alert_group_id) ?? null,
    incidents,
    open: open ?? null,
    quiet: silences.ofMonitor({
      id,
      alert_group_id: monitor.alert_group_id,
      status: monitor.subject.status,
      status_since: monitor.subject.status_since,
    }),
    dependencies,
    spans: overlay(monitorSpans(entries, now), gaps, "unknown", now),
    chart: await rangeData(
      deps,
      {
        org_id,
        subject_id: id,
        range,
        now,
        before_ms: windowOf(monitor),
        alert_group_id: monitor.alert_group_id,
      },
      incidents,
    ),
  };
  if (kind === "health_check_monitors")
    return {
      ...about,
      kind,
      monitor: mask(kind, monitor as Shown<"health_check_monitors">),
      sub_checks: await store.read.sub_check_changes({
        subject_id: id,
        from: now - 1.1 * day,
        to: now + 1,
      }),
    };
  const shown = monitor as Shown<"webhook_monitors">;
  const [runs, reports] = await Promise.all([
    store.read.runs(id, { limit: limits.runs, after: null, order: "desc" }),
    store.read.reports({
      subject_id: id,
      from: rangeFrom(range, now),
      to: now + 1,
      limit: limits.reports,
    }),
  ]);
  return {
    ...about,
    kind,
    monitor: shown,
    webhook_url: seesCapabilities(caller) ? webhookUrl(deps.siteUrl(), shown.webhook_id) : null,
    runs,
    reports,
  };
}

/** The length of the window that errors are counted in, ms; 0 for health checks. */
const windowOf = (monitor: Shown<MonitorKind>): number =>
  "error_rate_window_minutes" in monitor ? monitor.error_rate_window_minutes * 60_000 : 0;

/** The points of a range, and of `before_ms` before it; with the marks in it. */
async function rangeData(
  { store }: Pick<Deps, "store">,
  about: {
    org_id: string;
    subject_id: string;
    alert_group_id: string;
    range: ChartRange;
    now: Instant;
    before_ms: number;
  },
  incidents: readonly Incident[],
): Promise<RangeData> {
  const { org_id, subject_id, alert_group_id, range, now, before_ms } = about;
  const from = rangeFrom(range, now);
  const [points, marks] = await Promise.all([
    store.read.monitor_history({
      org_id,
      subject_id,
      from: from - before_ms,
      to: now + 1,
      step_ms: range.step_ms,
    }),
    store.read.marks({
      org_id,
      from,
      to: now + 1,
      monitor: { id: subject_id, alert_group_id },
      limit: limits.marks,
      after: null,
      order: "desc",
    }),
  ]);
  return { range, from, to: now, points, incidents, marks };
}
