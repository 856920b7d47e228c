import { runCommand } from "./run-command.ts";
import type { ErrorReport } from "../../core/command/command.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Counts error reports of one webhook monitor. The store decides calls that wait for the same commit
 * together, and answers each with its own number of reports. null: no such monitor.
 */
export function* report(
  c: Context,
  {
    subject_id,
    reports,
    now,
  }: {
    subject_id: string;
    reports: ErrorReport[];
    now: Instant;
  },
): Procedure<{ accepted: number } | null> {
  const subject = yield* runCommand(c, subject_id, { kind: "reported", reports }, now);
  return subject && { accepted: reports.length };
}
