/**
 * Loads everything that a decision about one subject can read. The subject's row is the lock: it is read
 * and locked first, so that decisions about one subject are serialized across nodes.
 */
import type { Command } from "../../core/command/command.ts";
import { refusalKey } from "../../core/alerts/refusal.ts";
import type { Alert } from "../../core/command/alert.ts";
import type { GroupSnapshot } from "../../core/alerts/decide-alerts.ts";
import type { Dependency, Snapshot, Gap } from "../../core/command/snapshot.ts";
import type {
  CheckResult,
  HealthCheckMonitor,
  Incident,
  Instant,
  Subject,
  WebhookMonitor,
} from "../../core/model/model.ts";
import { isDecidedByAny } from "../../core/reports/counted.ts";
import { errorsNeeded } from "../../core/reports/failed-runs.ts";
import { expectsReports, missingAt } from "../../core/reports/heartbeat.ts";
import { isFailing } from "../../core/model/status.ts";
import type { Context } from "../queries/context.ts";
import { loadDrilling } from "./drills.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import { loadDuePaging, loadPaging } from "./paging.ts";
import { assumedAtOnce } from "../queries/incidents.ts";
import { hashOf } from "../../core/health/same-report.ts";
import { countWindow, tippingAt } from "./window.ts";

/** A healthy monitor has no unresolved incident, unless it flaps: that one stays open. */
const mayHaveIncident = ({ status, flapping_since }: Subject) =>
  isFailing(status) || flapping_since !== null;

/** `key`: the incident's, of a source that has many. null: no such subject (any more). */
export function* loadSnapshot(
  c: Context,
  subject_id: string,
  command: Command,
  key: string,
  now: Instant,
): Procedure<Snapshot | null> {
  const snapshot = yield* loadSubject(c, subject_id, command, key, now);
  if (snapshot && command.kind === "reopened")
    return {
      ...snapshot,
      latest: (yield* first(c.q.latestIncident, { source_id: subject_id, key: "" })) ?? null,
    };
  if (!snapshot?.incident) return snapshot;
  if (command.kind === "paging_due")
    return { ...snapshot, paging: yield* loadDuePaging(c, snapshot.incident, now) };
  if (command.kind === "acknowledged" && command.user_id) {
    const { id: incident_id, status } = snapshot.incident;
    const row = { incident_id, user_id: command.user_id };
    const responder = status === "acknowledged" ? yield* c.of.responders.first(row) : undefined;
    return { ...snapshot, takes_over: responder?.takes_over ?? false };
  }
  if (command.kind === "handed_over" && "group_id" in command.to)
    return { ...snapshot, paging: yield* loadPaging(c, command.to.group_id) };
  if (command.kind === "moved" && snapshot.kind !== "alert_group")
    return { ...snapshot, paging: yield* loadPaging(c, snapshot.monitor.alert_group_id) };
  return snapshot;
}

function* loadSubject(
  c: Context,
  subject_id: string,
  command: Command,
  key: string,
  now: Instant,
): Procedure<Snapshot | null> {
  const row = yield* c.of.subjects.hold({ id: subject_id });
  if (!row) return null;
  const subject: Subject = { ...row, results: null };
  if (subject.kind === "alert_group") return yield* groupSnapshot(c, subject, command, key, now);
  const incident: Incident | null =
    key !== "" || mayHaveIncident(subject)
      ? ((yield* first(c.q.unresolvedIncident, { source_id: subject.id, key })) ?? null)
      : null;
  if (subject.kind === "health_check_monitor") {
    const monitor = yield* c.of.health_check_monitors.first({ id: subject.id });
    subject.results = sameAsBefore(command, row.results_hash) ?? (yield* resultsOf(c, subject.id));
    if (!monitor) return null;
    const parents = yield* parentsOf(c, monitor, incident);
    return { kind: subject.kind, subject, monitor, incident, parents };
  }
  const monitor = yield* c.of.webhook_monitors.first({ id: subject.id });
  if (!monitor) return null;
  const { in_window, window_from } = yield* windowOf(c, subject, monitor, command, now);
  const failures =
    expectsReports(monitor) && (in_window > 0 || subject.status === "firing")
      ? yield* failuresOf(c, subject, monitor, window_from)
      : [];
  const last_success_at =
    command.kind === "signaled" && command.beat.signal === "success"
      ? command.beat.at
      : subject.last_success_at;
  const tipping_at = yield* tippingAt(
    c,
    subject,
    command,
    in_window,
    errorsNeeded(monitor.error_rate_threshold, failures, { window_from, last_success_at }),
    window_from,
  );
  return {
    kind: subject.kind,
    subject,
    monitor,
    incident,
    parents: yield* parentsOf(c, monitor, incident),
    in_window,
    window_from,
    tipping_at,
    gap: missingAt(monitor, subject, null) === null ? null : yield* lastGap(c),
    running:
      command.kind === "signaled" && command.beat.signal !== "start"
        ? yield* rows(c.q.runsUnderWay, { monitor_id: subject.id })
        : [],
    failures,
    refusal: yield* refusalOf(c, subject, command),
  };
}

/** The last incident about refused deliveries, where the command can change it. */
function* refusalOf(
  c: Context,
  { id, refused_in_row }: Pick<Subject, "id" | "refused_in_row">,
  command: Pick<Command, "kind">,
): Procedure<Incident | null> {
  const isRead = ["reported", "signaled", "alerted"].includes(command.kind);
  if (command.kind !== "refused" && !(isRead && refused_in_row > 0)) return null;
  return (yield* first(c.q.latestIncident, { source_id: id, key: refusalKey })) ?? null;
}

/** When runs failed: see `Snapshot.failures`. `from`: the beginning of the window. */
function* failuresOf(
  c: Context,
  { id, status, status_since }: Subject,
  { error_rate_window_minutes }: WebhookMonitor,
  from: Instant,
): Procedure<Instant[]> {
  const began = status_since - error_rate_window_minutes * 60_000;
  const after = status === "firing" ? Math.min(from, began) : from;
  const failed = yield* rows(c.q.failedRuns, { monitor_id: id, after });
  return failed.map(({ at }) => at);
}

/**
 * The reports in the window and its beginning. Those that have left the stored window are subtracted only when that can
 * change the decision: most reports are far from the threshold, and each would look for them.
 */
function* windowOf(
  c: Context,
  subject: Subject,
  monitor: WebhookMonitor,
  command: Command,
  now: Instant,
): Procedure<{ in_window: number; window_from: Instant }> {
  const { window_count, window_from } = subject;
  const { error_rate_threshold, error_rate_window_minutes } = monitor;
  const arriving = command.kind === "reported" ? command.reports.length : 0;
  const isSame =
    arriving > 0 &&
    !mayHaveIncident(subject) &&
    !expectsReports(monitor) &&
    isDecidedByAny(subject, error_rate_threshold, { arriving, recent: 0 });
  if (isSame) return { in_window: window_count, window_from };
  const from = now - error_rate_window_minutes * 60_000;
  return { in_window: yield* countWindow(c, subject, from), window_from: from };
}

/** The last monitoring gap: reports that were expected in it could not arrive. */
function* lastGap(c: Context): Procedure<Gap> {
  return (yield* first(c.q.lastGap)) ?? null;
}

/**
 * The dependencies of a monitor; empty while it has an incident, which it need not open. Not locked: dependents
 * must not wait for the checks of a dependency. `recheck_dependents` waits for this transaction and sees later changes.
 */
function* parentsOf(
  c: Context,
  { id, depends_on }: HealthCheckMonitor | WebhookMonitor,
  incident: Incident | null,
): Procedure<readonly Dependency[]> {
  if (depends_on.length === 0 || incident) return [];
  return yield* rows(c.q.parentsOf, { monitor_id: id });
}

function* groupSnapshot(
  c: Context,
  subject: Subject,
  command: Command,
  key: string,
  now: Instant,
): Procedure<Snapshot | null> {
  const group = yield* c.of.alert_groups.first({ id: subject.id });
  if (!group) return null;
  const incidents = yield* openOf(c, subject.id, command, key, now);
  const open = new Map(incidents.map((incident) => [incident.key, incident]));
  return {
    kind: "alert_group",
    subject,
    group,
    incident: open.get(key) ?? null,
    open,
    next_resolve_at:
      command.kind !== "woken"
        ? null
        : incidents.length === assumedAtOnce
          ? now
          : ((yield* first(c.q.nextResolve, { source_id: subject.id, now }))?.at ?? null),
    drilling: yield* loadDrilling(c, subject, command, now),
    refusal: yield* refusalOf(c, subject, command),
  };
}

/** A group in memory while deliveries are decided. */
export type Group = GroupSnapshot & { open: Map<string, Incident>; looked: Set<string> };

/** Loads a group for deliveries; `loadOpen` adds its incidents. null: no such group (any more). */
export function* loadGroup(c: Context, subject_id: string): Procedure<Group | null> {
  const subject = yield* c.of.subjects.hold({ id: subject_id });
  const group = subject && (yield* c.of.alert_groups.first({ id: subject_id }));
  if (!group) return null;
  return {
    kind: "alert_group",
    subject: { ...subject, results: null },
    group,
    incident: null,
    open: new Map(),
    looked: new Set(),
    next_resolve_at: null,
    drilling: null,
    refusal: yield* refusalOf(c, subject, { kind: "alerted" }),
  };
}

/** Adds the unresolved incidents of the alerts, unless they were looked for already. */
export function* loadOpen(
  c: Context,
  { subject, open, looked }: Group,
  alerts: readonly Pick<Alert, "identity">[],
): Procedure<void> {
  const keys = [...new Set(alerts.map(({ identity }) => identity))].filter(
    (key) => !looked.has(key),
  );
  if (keys.length === 0) return;
  for (const key of keys) looked.add(key);
  const unresolved = yield* rows(c.q.unresolvedByKeys, {
    source_id: subject.id,
    keys: JSON.stringify(keys),
  });
  for (const incident of unresolved) open.set(incident.key, incident);
}

/** The unresolved incidents of a group that a command may touch: it can have thousands. */
function* openOf(
  c: Context,
  source_id: string,
  command: Command,
  key: string,
  now: Instant,
): Procedure<Incident[]> {
  switch (command.kind) {
    case "alerted": {
      const { alerts } = command.delivered;
      const keys = [...new Set(alerts.map((alert) => alert.identity))];
      if (keys.length === 0) return [];
      return yield* rows(c.q.unresolvedByKeys, {
        source_id,
        keys: JSON.stringify(keys),
      });
    }
    case "woken":
      return yield* rows(c.q.assumedOver, { source_id, now });
    default:
      return yield* rows(c.q.unresolvedIncident, { source_id, key });
  }
}

/** The sub-checks that were just reported, when the last report said exactly the same. */
function sameAsBefore(command: Command, results_hash: string | null): CheckResult[] | null {
  if (command.kind !== "checked" || !command.reading.ok) return null;
  const { results } = command.reading;
  return hashOf(results) === results_hash ? results : null;
}

/** The sub-checks of the last report; null: none. */
export function* resultsOf(c: Context, subject_id: string): Procedure<CheckResult[] | null> {
  const row = yield* c.of.check_results.first({ subject_id });
  return row?.results ?? null;
}
