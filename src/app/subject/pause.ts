import { type Actor, audit } from "../audit.ts";
import { shown } from "../declare/shown.ts";
import type { Outcome } from "../outcome.ts";
import { runCommand } from "./run-command.ts";
import type { Declared, Instant, MonitorKind } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Shown } from "../../store/reads/resources.ts";

/** Pauses a monitor until an instant or until it is resumed, or resumes it. */
export function* pause(
  c: Context,
  {
    actor,
    kind,
    id,
    until,
    paused,
    now,
  }: {
    actor: Actor;
    kind: MonitorKind;
    id: string;
    /** null with `paused`: until it is resumed. */
    until: Instant | null;
    paused: boolean;
    now: Instant;
  },
): Procedure<Outcome<Shown<MonitorKind>>> {
  const monitor = (yield* c.of[kind].first({ id, org_id: actor.org_id })) as
    (Declared & Record<string, unknown>) | undefined;
  if (!monitor) return { ok: false, why: "not_found" };
  yield* runCommand(c, {
    subject_id: id,
    command: paused
      ? { kind: "paused", by: actor.name, until }
      : { kind: "resumed", by: actor.name },
    now,
  });
  yield* audit(c, {
    action: paused ? "pause" : "resume",
    kind,
    object: monitor,
    actor,
    now,
  });
  return { ok: true, value: yield* shown(c, kind, monitor) };
}
