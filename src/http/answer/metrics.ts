/**
 * Figures for Prometheus. Labels are route patterns and statuses, never ids: their number is bounded. The people on call are
 * the exception, of a thousand schedules at most. No label is a name or an address: metrics are public.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Outside } from "../../app/ports.ts";
import { diskStates as diskStateNames, type DiskSeen } from "../../core/disk/room.ts";
import type { ScheduleVitals } from "../../store/reads/on-call/vitals.ts";
import type { Vitals } from "../../store/reads/vitals.ts";
import type { DeliveryAnswer, Instant, SourceKind } from "../../core/model/model.ts";

export type Metrics = ReturnType<typeof makeMetrics>;

/** The vitals, and the people on call. */
export type Figures = Vitals & { schedules: readonly ScheduleVitals[] };

/** A gauge without labels, and its value. */
type Figure<Of> = readonly [name: string, help: string, value: (of: Of, now: Instant) => number];

const ofVitals: readonly Figure<Vitals>[] = [
  ["flapping_monitors", "Monitors that are flapping.", (v) => v.flapping_monitors],
  ["unresolved_incidents", "Incidents not resolved.", (v) => v.unresolved_incidents],
  [
    "incidents_unreached",
    "Open incidents without a silence that reached nobody: no page was accepted.",
    (v) => v.unreached_incidents.length,
  ],
  [
    "withheld_incidents",
    "Incidents that are not opened because of what their monitors depend on.",
    (v) => v.withheld_incidents,
  ],
  [
    "checks_late_seconds",
    "How late the oldest due health check is.",
    (v) => v.oldest_due_check_ms / 1000,
  ],
  ["pushes_late_seconds", "How late the oldest due push is.", (v) => v.oldest_due_push_ms / 1000],
  [
    "unsent_notifications",
    "Notifications that are queued, on hold or being sent.",
    (v) => v.unsent_notifications,
  ],
  ["broken_devices", "Devices that their push server refuses.", (v) => v.broken_devices.length],
  ["nodes", "Daemons that run on this database.", (v) => v.nodes.length],
  [
    "node_silence_seconds",
    "How long the most silent of them has not said that it is there.",
    // A single node writes few beats.
    ({ nodes }, now) =>
      nodes.length > 1 ? Math.max(0, ...nodes.map((node) => now - node.seen_at)) / 1000 : 0,
  ],
  [
    "claimed_checks",
    "Health checks that are being made.",
    ({ nodes }) => nodes.reduce((sum, node) => sum + node.claims, 0),
  ],
  [
    "failing_inbound_urls",
    "Alert groups whose URL refused the last deliveries.",
    (v) => v.failing_urls.length,
  ],
  [
    "drill_unanswered",
    "Members of alert groups who let a drill pass and have answered nothing since.",
    (v) => v.unanswered_drills.length,
  ],
  [
    "blind_seconds",
    "Total length of the monitoring gaps that ended within 24 h.",
    (v) => v.blind_periods.reduce((sum, { from, to }) => sum + to - from, 0) / 1000,
  ],
  [
    "clock_step_seconds",
    "How far the clock is ahead of service time since it was stepped; 0: they agree.",
    (v) => (v.clock?.step?.by ?? 0) / 1000,
  ],
  [
    "retention_wait_seconds",
    "For how long no old rows are deleted, because the clock jumped; 0: retention does not wait.",
    (v, now) => ((v.clock?.retention_waits_until ?? now) - now) / 1000,
  ],
  [
    "unreachable_alert_groups",
    "Alert groups in use through which nobody can be reached.",
    (v) => v.unreachable_groups.length,
  ],
];

const ofOutside: readonly Figure<Outside>[] = [
  [
    "unchecked_monitors",
    "Health check monitors without a result for three intervals.",
    ({ unchecked = 0 }) => unchecked,
  ],
  [
    "backup_last_success_timestamp_seconds",
    "When the newest daily backup was made; 0: none yet, or backups are off.",
    ({ backup }) => (backup?.made_at ?? 0) / 1000,
  ],
  ["backup_bytes", "Size of the newest daily backup.", ({ backup }) => backup?.bytes ?? 0],
  [
    "backup_failures",
    "Daily backups that failed since the start of this daemon.",
    ({ backup }) => backup?.failures ?? 0,
  ],
];

const ofDisk: readonly Figure<DiskSeen>[] = [
  ["disk_free_bytes", "Free on the disk that holds the SQLite database.", ({ room }) => room.free],
  ["disk_size_bytes", "Size of the disk that holds the SQLite database.", ({ room }) => room.size],
];

/** `version`: of this program, for `build_info`. */
export function makeMetrics(version: string) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of a counter; the sum over the types of `nodejs_active_handles` says the same.
  for (const name of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `monitord_${name}`, help, labelNames, registers });

  gauge("build_info", "1, with the version of monitord and of Node.", ["version", "node"]).set(
    { version, node: process.versions.node },
    1,
  );
  const connected = gauge(
    "database_connections",
    "Connections of this daemon to PostgreSQL: in use, idle, and those that it may still open.",
    ["state"],
  );
  const requests = new Histogram({
    name: "monitord_http_request_duration_seconds",
    help: "Time from a request to its answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  const transactions = new Histogram({
    name: "monitord_transaction_seconds",
    help: "How long transactions that write take, by the verb that took the longest in it. None should take longer than 50 ms.",
    labelNames: ["verb"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const longest = gauge(
    "longest_transaction_seconds",
    "The longest transaction of each verb in this process so far.",
    ["verb"],
  );
  /** By verb, ms. */
  const longestMs = new Map<string, number>();
  const reports = new Counter({
    name: "monitord_error_reports_total",
    help: "Error reports on webhook URLs of monitors.",
    labelNames: ["outcome"],
    registers,
  });
  const dropped = new Counter({
    name: "monitord_sdk_items_dropped_total",
    help: "Items of SDKs below the severity of an error, by their kind.",
    labelNames: ["item"],
    registers,
  });
  const deliveries = new Counter({
    name: "monitord_alert_deliveries_total",
    help: "Deliveries of other tools to webhook URLs of alert groups, by the format they were read as.",
    labelNames: ["format", "outcome"],
    registers,
  });
  const alerts = new Counter({
    name: "monitord_alerts_total",
    help: "Alerts, firing or resolved, in deliveries of other tools.",
    registers,
  });
  const monitors = gauge("monitors", "Monitors by status.", ["kind", "status"]);
  const onCall = gauge("on_call", "The people on call in schedules, by their ids: 1 for each.", [
    "schedule",
    "user",
  ]);
  const gaps = gauge(
    "on_call_gap_seconds",
    "For how long a schedule has nobody on call, a week at most; 0: somebody is.",
    ["schedule"],
  );
  const faults = new Counter({
    name: "monitord_faults_total",
    help: "Exceptions that this daemon went on in spite of, by where they were thrown: a loop, probe, push, rejection, uncaught.",
    labelNames: ["where"],
    registers,
  });
  const setters = <Of>(figures: readonly Figure<Of>[]) => {
    const all = figures.map(([name, help, value]) => [gauge(name, help), value] as const);
    return (of: Of, now: Instant) => {
      for (const [one, value] of all) one.set(value(of, now));
    };
  };
  const setVitals = setters(ofVitals);
  const channels = gauge(
    "push_server_up",
    "Whether the push server of a kind of device could be reached by this daemon: 1 or 0.",
    ["kind"],
  );
  const setOutside = setters(ofOutside);
  const setRoom = setters(ofDisk);
  const diskStates = gauge(
    "disk_state",
    "State of that disk, 1 for the one that applies: ok, low, full (error reports are refused), unwritable.",
    ["state"],
  );

  return {
    requests,
    /** Counts a transaction, whose longest part was `verb`; `took` in ms. */
    transaction(this: void, took: number, verb: string): void {
      transactions.observe({ verb }, took / 1000);
      if (took <= (longestMs.get(verb) ?? 0)) return;
      longestMs.set(verb, took);
      longest.set({ verb }, took / 1000);
    },
    delivered(this: void, kind: SourceKind, taken: DeliveryAnswer | null): void {
      if (kind !== "alert_group") {
        const outcome = taken ? "accepted" : "refused";
        reports.inc({ outcome }, taken?.accepted ?? 1);
        for (const [item, n] of Object.entries(taken?.dropped ?? {})) dropped.inc({ item }, n);
        return;
      }
      deliveries.inc({
        format: taken?.format ?? "none",
        outcome: taken ? "accepted" : "refused",
      });
      alerts.inc(taken?.accepted ?? 0);
    },
    contentType: registry.contentType,
    /** The text of all metrics, the gauges as `vitals` has them; null: as they were. */
    async text(vitals: Figures | null, outside: Outside, now: Instant): Promise<string> {
      if (outside.connections) {
        const { open, idle, most } = outside.connections;
        connected.set({ state: "used" }, open - idle);
        connected.set({ state: "idle" }, idle);
        connected.set({ state: "free" }, most - open);
      }
      if (vitals) {
        setVitals(vitals, now);
        monitors.reset();
        for (const { kind, status, count } of vitals.monitors)
          monitors.set({ kind, status }, count);
        onCall.reset();
        gaps.reset();
        for (const { id: schedule, user_ids, gap_since } of vitals.schedules) {
          for (const user of user_ids) onCall.set({ schedule, user }, 1);
          gaps.set({ schedule }, gap_since === null ? 0 : (now - gap_since) / 1000);
        }
      }
      setOutside(outside, now);
      channels.reset();
      for (const { kind, problem } of outside.channels)
        channels.set({ kind }, problem === null ? 1 : 0);
      faults.reset();
      for (const { where, total } of outside.exceptions ?? []) faults.inc({ where }, total);
      const { disk } = outside;
      if (disk) {
        setRoom(disk, now);
        for (const state of diskStateNames) diskStates.set({ state }, state === disk.state ? 1 : 0);
      }
      return registry.metrics();
    },
  };
}
