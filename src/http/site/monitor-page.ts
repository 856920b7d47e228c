/** Loads the data of the page of a monitor. */
import type { Caller } from "../../store/reads/access.ts";
import {
  rangeFrom,
  ranges,
  type ChartRange,
  type Heartbeat,
  type MonitorKind,
  type MonitorModel,
  type MonitorPast,
} from "../../dashboard/monitor/model.ts";
import { expectsReports } from "../../core/reports/heartbeat.ts";
import { runSlots } from "../../core/reports/run-slots.ts";
import { withFacts } from "../answer/incident-facts.ts";
import { pingUrl, seesCapabilities, webhookUrl } from "../answer/present.ts";
import type { Deps } from "../deps.ts";
import { activeSilences } from "./active-silences.ts";
import { pagesWith } from "./badges.ts";
import { monitorPast } from "./monitor-past.ts";
import { day } from "../../core/text/units.ts";

/** The days of uptime that the page shows. */
const days = 31;
/** Runs and moments without one that the page shows; runs and messages that are read for them. */
const shownRuns = 30;
const maxRuns = { runs: 60, messages: 10 };

/** The range that the address names; else the first one. */
export const rangeOf = (kind: MonitorKind, name: string | undefined): ChartRange =>
  ranges[kind].find((one) => one.name === name) ?? ranges[kind][0]!;

/** The data of a page; null: no such monitor. */
export async function monitorModel(
  deps: Deps,
  caller: Caller,
  asked: { kind: MonitorKind; id: string; range: ChartRange; runs?: "bad" | null },
): Promise<MonitorModel | null> {
  const { store, clock, siteUrl } = deps;
  const { org_id } = caller;
  const now = clock.now();
  const past = await monitorPast(deps, org_id, {
    ...asked,
    since: Math.min(now - days * day, rangeFrom(asked.range, now)),
  });
  if (!past) return null;
  const { id, alert_group_id, subject } = past.monitor;
  const { incidents } = past.chart;
  const unresolved = incidents.find(({ status }) => status !== "resolved");
  const [group, open, silences, pages] = await Promise.all([
    store.read.resource("alert_groups", org_id, alert_group_id, now),
    unresolved ? withFacts(deps, org_id, [unresolved]) : [],
    activeSilences(deps, org_id, now),
    store.read.status_pages(org_id),
  ]);
  return {
    group_title: group?.title ?? null,
    incidents,
    open: open[0] ?? null,
    quiet: silences.ofMonitor({
      id,
      alert_group_id,
      status: subject.status,
      status_since: subject.status_since,
    }),
    public: pagesWith(siteUrl(), pages, [id, alert_group_id]),
    ...(past.kind === "health_check_monitors"
      ? past
      : await withRuns(deps, caller, past, asked.runs ?? null)),
  };
}

async function withRuns(
  deps: Deps,
  caller: Caller,
  past: Extract<MonitorPast, { kind: "webhook_monitors" }>,
  only: "bad" | null,
) {
  const { webhook_id } = past.monitor;
  const { siteUrl } = deps;
  return {
    ...past,
    webhook_url: seesCapabilities(caller) ? webhookUrl(siteUrl(), webhook_id) : null,
    ping_url: seesCapabilities(caller) ? pingUrl(siteUrl(), webhook_id) : null,
    heartbeat: expectsReports(past.monitor) ? await heartbeatOf(deps, caller, past, only) : null,
  };
}

async function heartbeatOf(
  { store, clock }: Deps,
  { org_id }: Caller,
  { monitor }: Extract<MonitorPast, { kind: "webhook_monitors" }>,
  only: "bad" | null,
): Promise<Heartbeat> {
  const now = clock.now();
  const latest = (part: "runs" | "messages") =>
    store.read.runs(monitor.id, { only: part, limit: maxRuns[part], after: null, order: "desc" });
  const [runs, messages] = await Promise.all([latest("runs"), latest("messages")]);
  const oldest = runs.at(-1);
  const entries = await store.read.histories(org_id, [monitor.id], oldest?.at ?? now);
  return {
    slots: runSlots({ monitor, runs: runs.toReversed(), entries, now }, shownRuns),
    messages,
    only,
  };
}
