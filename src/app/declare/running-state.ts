/** Creates the rows of a resource beside its own: its running state, and the index of its dependencies. */
import type { Declared, Instant, SourceKind } from "../../core/model/model.ts";
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
  const { id, org_id } = monitor;
  const expects = health ? { due_at: now, checks_since: now } : {};
  const status = initialStatus[kind];
  yield* c.of.subjects.insert({
    id,
    org_id,
    kind,
    status,
    status_since: now,
    ...expects,
  });
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
