import { runCommand } from "./run-command.ts";
import type { Command } from "../../core/command/command.ts";
import type { Instant, Subject } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Decides one command about a monitor or group and writes the changes; alerts have a verb of their own (`deliver`).
 * Answers the new status, or null: no such subject.
 */
export function* command(
  c: Context,
  {
    subject_id,
    command: asked,
    now,
  }: { subject_id: string; command: Exclude<Command, { kind: "alerted" }>; now: Instant },
): Procedure<Pick<Subject, "status"> | null> {
  const subject = yield* runCommand(c, subject_id, asked, now);
  return subject && { status: subject.status };
}
