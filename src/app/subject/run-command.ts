import { isFromCheck } from "../../core/gap/gap.ts";
import { decide } from "../../core/decision/decide.ts";
import type { Command } from "../../core/command/command.ts";
import type { Instant, Subject } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, first } from "../../store/kit/procedure.ts";
import { writeChanges } from "../../store/records/changes.ts";
import { loadSnapshot } from "../../store/records/snapshot.ts";

/** Runs a command on a subject and writes the changes; `key`: of its incident. null: the subject does not exist. */
export function* runCommand(
  c: Context,
  subject_id: string,
  command: Command,
  now: Instant,
  key = "",
): Procedure<Subject | null> {
  const snapshot = yield* loadSnapshot(c, subject_id, command, key, now);
  if (!snapshot) return null;
  const changes = decide(snapshot, command, now);
  const notifies = changes.some(({ kind }) => kind === "notify");
  const settling =
    notifies && isFromCheck(command) ? yield* first(c.q.settling, { now }) : undefined;
  yield* writeChanges(c, snapshot, changes, now, settling);
  return snapshot.subject;
}
