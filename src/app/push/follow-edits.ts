/** Applies edits of groups and monitors to their unresolved incidents. */
import { refusalKey } from "../../core/alerts/refusal.ts";
import { runCommand } from "../subject/run-command.ts";
import { reevaluateHeld } from "./reevaluate-held.ts";
import type { Declared, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { wakeGroups } from "../../store/records/wake-groups.ts";

/**
 * The rules of a group hold for the pushes on hold too, for its unresolved incidents, and for those that escalate through
 * it. `ids`: the groups whose rules were edited.
 */
export function* followGroups(
  c: Context,
  org_id: string,
  ids: readonly string[],
  now: Instant,
): Procedure<void> {
  if (ids.length === 0) return;
  yield* reevaluateHeld(c, org_id, now);
  yield* wakeGroups(c, org_id, ids, now);
}

/** A monitor takes its unresolved incidents along to another group: its own, and the one about refused deliveries. */
export function* followMonitor(
  c: Context,
  before: Declared & Record<string, unknown>,
  after: Record<string, unknown>,
  by: string,
  now: Instant,
): Procedure<void> {
  const from = before["alert_group_id"];
  if (typeof from !== "string" || from === after["alert_group_id"]) return;
  const group = yield* c.of.alert_groups.first({ id: from });
  for (const key of ["", refusalKey])
    yield* runCommand(
      c,
      before.id,
      { kind: "moved", by, from: group?.title ?? "a former group" },
      now,
      key,
    );
}
