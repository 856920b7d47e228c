import { isFromCheck } from "../../core/gap/gap.ts";
import { decide } from "../../core/decision/decide.ts";
import type { Command } from "../../core/command/command.ts";
import type { Instant, Subject } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, first } from "../../store/kit/procedure.ts";
import { writeChanges } from "../../store/records/changes.ts";
import { loadSnapshot } from "../../store/records/snapshot.ts";

/** Runs a command on a subject and writes the changes. null: the subject does not exist. */
export function* runCommand(
  c: Context,
  input: { subject_id: string; command: Command; key?: string; now: Instant },
): Procedure<Subject | null> {
  const snapshot = yield* loadSnapshot(
    c,
    input.subject_id,
    input.command,
    input.key ?? "",
    input.now,
  );
  if (!snapshot) return null;
  const changes = decide(snapshot, input.command, input.now);
  const notifies = changes.some(({ kind }) => kind === "notify");
  const settling =
    notifies && isFromCheck(input.command)
      ? yield* first(c.q.settling, { now: input.now })
      : undefined;
  yield* writeChanges(c, snapshot, changes, input.now, settling);
  return snapshot.subject;
}
