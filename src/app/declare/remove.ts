import type { Actor } from "../audit.ts";
import { written } from "./written.ts";
import type { Outcome } from "../outcome.ts";
import { runCommand } from "../subject/run-command.ts";
import type { Declared, Instant, ResourceKind } from "../../core/model/model.ts";
import { sourceKinds } from "../../core/model/source-kinds.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, rows } from "../../store/kit/procedure.ts";

/** Deletes a resource and all rows that belong to it. conflict: another resource refers to it. */
export function* remove(
  c: Context,
  {
    actor,
    kind,
    id,
    if_version,
    now,
  }: {
    actor: Actor;
    kind: ResourceKind;
    id: string;
    if_version: number | null;
    now: Instant;
  },
): Procedure<Outcome<null>> {
  const { org_id } = actor;
  const stored = (yield* c.of[kind].first({ id, org_id })) as
    (Declared & Record<string, unknown>) | undefined;
  if (!stored) return { ok: false, why: "not_found" };
  if (if_version !== null && stored.version !== if_version)
    return { ok: false, why: "stale", version: stored.version };

  if (kind === "alert_groups") {
    const used = yield* usersOf(c, id);
    if (used.length > 0)
      return {
        ok: false,
        why: "conflict",
        message: `${used.length} ${used.length === 1 ? "monitor uses" : "monitors use"} this alert group: ${list(used)}. Move or delete ${used.length === 1 ? "it" : "them"} first.`,
      };
    const [before] = yield* c.of.alert_groups.find({ escalate_to: id });
    if (before)
      return {
        ok: false,
        why: "conflict",
        message: `The alert group "${before.title}" escalates to this one. Have it escalate elsewhere first.`,
      };
    yield* c.of.members.remove({ group_id: id });
    for (const drill of yield* c.of.drills.find({ alert_group_id: id }))
      yield* c.of.drill_people.remove({ drill_id: drill.id });
    yield* c.of.drills.remove({ alert_group_id: id });
  }
  if (kind === "health_check_monitors") {
    const children = yield* dependingOn(c, id);
    if (children.length > 0)
      return {
        ok: false,
        why: "conflict",
        message: `${children.length} ${children.length === 1 ? "monitor depends" : "monitors depend"} on this one: ${list(children)}. Take it out of depends_on there first.`,
      };
  }
  if (kind === "users") {
    yield* c.of.members.remove({ user_id: id });
    yield* c.of.devices.remove({ user_id: id });
    yield* c.of.drill_people.remove({ user_id: id });
    yield* c.of.device_invitations.remove({ user_id: id });
  }
  if (sourceKinds[kind]) {
    yield* runCommand(c, {
      subject_id: id,
      command: { kind: "deleted", by: actor.name },
      now,
    });
    yield* c.of.subjects.remove({ id });
    yield* c.of.check_results.remove({ subject_id: id });
    yield* c.of.dependencies.remove({ monitor_id: id });
    yield* c.of.arrivals.remove({ subject_id: id });
    yield* c.of.reports.remove({ subject_id: id });
    yield* c.of.history.remove({ subject_id: id });
  }
  yield* c.of[kind].remove({ id });
  yield* written(c, "delete", kind, stored, actor, now);
  return { ok: true, value: null };
}

function* usersOf(c: Context, alert_group_id: string): Procedure<string[]> {
  const names: string[] = [];
  for (const kind of ["health_check_monitors", "webhook_monitors"] as const)
    for (const monitor of yield* c.of[kind].find({ alert_group_id })) names.push(named(monitor));
  return names;
}

function* dependingOn(c: Context, parent_id: string): Procedure<string[]> {
  const names: string[] = [];
  const children = yield* rows(c.q.childrenOf, { parent_id });
  for (const { id } of children) {
    const monitor =
      (yield* c.of.health_check_monitors.first({ id })) ??
      (yield* c.of.webhook_monitors.first({ id }));
    if (monitor) names.push(named(monitor));
  }
  return names;
}

const named = ({ title, external_id, id }: Declared & { title: string }) =>
  `"${title}" (${external_id ?? id})`;

function list(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(", ");
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}
