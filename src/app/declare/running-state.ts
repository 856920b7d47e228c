/** Creates the rows of a resource beside its own: its running state, and the index of its dependencies. */
import type { Declared, Instant, SourceKind, Subject } from "../../core/model/model.ts";
import { initialStatus } from "../../core/model/status.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** The running state of a monitor or group that is new. */
export function* createSubject(
  c: Context,
  kind: SourceKind,
  monitor: Declared,
  now: Instant,
): Procedure<void> {
  const health = kind === "health_check_monitor";
  const subject: Omit<Subject, "results"> & { results_hash: null } = {
    id: monitor.id,
    org_id: monitor.org_id,
    kind,
    status: initialStatus[kind],
    status_reason: null,
    reason_code: null,
    status_since: now,
    paused_at: null,
    paused_until: null,
    wake_at: null,
    due_at: health ? now : null,
    lease_token: null,
    lease_node: null,
    fetch_attempts: 0,
    pace: 2,
    checks_since: health ? now : null,
    refused_in_row: 0,
    unauthenticated_count: 0,
    unconfirmed: null,
    crossings: [],
    flapping_since: null,
    checked_at: null,
    finished_at: null,
    checks_total: null,
    checks_passing: null,
    results_hash: null,
    measured: null,
    last_received_at: null,
    window_count: 0,
    window_from: 0,
    arrivals_shift: 0,
    journaled: 0,
    expect_schedule: null,
    expected_at: null,
    run_started_at: null,
    missing_since: null,
    last_success_at: null,
    last_duration_ms: null,
    burst_at: 0,
    burst_count: 0,
    drill_at: null,
    suppression: null,
    asked_at: null,
    release_at: null,
  };
  yield* c.of.subjects.insert(subject);
  if (health) c.nudge("checks");
}

/** The reference that has an index: the dependents of a monitor are loaded at each of its changes. */
export const linked = "depends_on";

/** Writes the index of a monitor's dependencies. */
export function* link(
  c: Context,
  { id, ...fields }: { id: string } & Record<string, unknown>,
): Procedure<void> {
  const parents = fields[linked] as string[] | undefined;
  if (!parents) return;
  yield* c.of.dependencies.remove({ monitor_id: id });
  yield* c.of.dependencies.insertAll(parents.map((parent_id) => ({ monitor_id: id, parent_id })));
}
