import { type Acting, audit } from "../audit.ts";
import { shown } from "./shown.ts";
import type { Outcome } from "../outcome.ts";
import { runCommand } from "./run-command.ts";
import type { Declared, Instant, MonitorKind } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { ShownResource } from "../../store/reads/resources.ts";

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
  }: Acting & {
    kind: MonitorKind;
    id: string;
    /** null with `paused`: until it is resumed. */
    until: Instant | null;
    paused: boolean;
  },
): Procedure<Outcome<ShownResource<MonitorKind>>> {
  const monitor = (yield* c.of[kind].first({ id, org_id: actor.org_id })) as
    (Declared & Record<string, unknown>) | undefined;
  if (!monitor) return { ok: false, why: "not_found" };
  yield* runCommand(
    c,
    id,
    paused ? { kind: "paused", by: actor.name, until } : { kind: "resumed", by: actor.name },
    now,
  );
  yield* audit(c, { actor, now }, paused ? "pause" : "resume", kind, monitor);
  return { ok: true, value: yield* shown(c, kind, monitor) };
}
